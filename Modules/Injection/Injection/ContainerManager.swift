import Synchronization

/// The state of one container: its registrations, instances and settings.
public final class ContainerManager: Sendable {
    /// The state that ``push()`` saves.
    struct State {
        /// The modifiers of the factories, indexed by cell number. May be shorter than the number of cells.
        fileprivate var modifiers: [Modifiers] = []
        var instances = InstanceTable()
        var defaultScope: Scope?
        /// Whether the container has registered automatically, or is doing so.
        var hasRegistered = false

        subscript(cell: FactoryCell) -> Modifiers {
            cell.number < modifiers.count ? modifiers[cell.number] : Modifiers()
        }

        /// Makes room for the modifiers of a factory, so that one can be read without a copy of all.
        fileprivate mutating func reserve(_ cell: FactoryCell) {
            while modifiers.count <= cell.number { modifiers.append(Modifiers()) }
        }

        /// The mark of the scope in the modifiers, or 0.
        fileprivate func rememberedScope(of cell: FactoryCell) -> UInt {
            cell.number < modifiers.count ? modifiers[cell.number].scope?.mark ?? 0 : 0
        }

        fileprivate func isUnique(_ cell: FactoryCell) -> Bool {
            let mark = cell.scope?.mark ?? rememberedScope(of: cell)
            return mark == ScopeChoice.unique.mark || mark == 0 && defaultScope == nil
                || scope(of: cell) is Scope.Unique
        }

        func scope(of cell: FactoryCell) -> Scope { (cell.scope ?? self[cell].scope)?.scope ?? defaultScope ?? .unique }
    }

    struct States {
        var current = State()
        var pushed: [State] = []
        var settings = Settings()
        var cells: [FactoryKey: FactoryCell] = [:]
        weak var registrant: (any ManagedContainer)?
        /// The key of `autoRegister()` in a chain; nil if the container does not register automatically.
        var autoRegistrationKey: FactoryKey?
        var run: Construction?
        /// The closures of `onShutdown`, in boxes. Neither resets nor ``pop()`` remove them.
        var closers: [FactoryKey: AnyObject] = [:]
        /// Replaced published objects, to be released after a grace period; see ``ContainerManager/change(_:)``.
        fileprivate var replaced: [AnyObject] = []
    }

    /// The registration and modifiers of a factory. A definition applies its modifiers each time it is read, so they take precedence over those applied
    /// elsewhere.
    struct Modifiers {
        /// A boxed closure that replaces the definition's closure.
        var registered: AnyObject?
        var scope: ScopeChoice?
        var contexts: [FactoryContextType: AnyObject] = [:]
        var decorator: AnyObject?
        /// The number of seconds after which an unused instance is released.
        var timeToLive: Double?
        /// Whether the definition's modifiers are defaults; see ``FactoryModifying/once()``.
        var isOnce = false

        mutating func reset(_ options: FactoryResetOptions) {
            switch options {
            case .all: self = Modifiers()
            case .registration: registered = nil
            case .context: contexts = [:]
            case .scope, .none: break
            }
        }

        /// Changes the modifiers, and returns whether the published objects are outdated.
        mutating func change(_ old: inout Modifiers, _ body: (inout Modifiers) -> Void) -> Bool {
            old = self
            body(&self)
            return registered !== old.registered || scope?.mark != old.scope?.mark
                || contexts.isEmpty != old.contexts.isEmpty
        }

        var closure: AnyObject? {
            if contexts.isEmpty { return registered }
            return FactoryContext.current.types.lazy.compactMap { contexts[$0] }.first ?? registered
        }
    }

    /// The settings of the container. Resets and ``pop()`` do not change them.
    struct Settings {
        var decorator: ((_ instance: Any, _ isNew: Bool) -> Void)?
        var logger: (String) -> Void = { print($0) }
        var promiseTriggersError = FactoryContext.isDebugBuild
        var now: () -> Duration = { start.duration(to: .now) }

        private static let start = ContinuousClock.now
    }

    let states = Locked(States())
    let cells = FactoryCells()
    let openInstances = OpenInstances()
    let isReady = Atomic(true)
    let isPermanent = Atomic(false)
    /// Whether a factory has had a decorator or a time to live. Never reset to false.
    private let isObserved = Atomic(false)
    let isTraced = Atomic(false)

    public init() {}

    /// The scope of factories that have none; nil means unique. Resets do not change it.
    public var defaultScope: Scope? {
        get { states.withLock { $0.current.defaultScope } }
        set {
            change { states in
                states.unpublishAll()
                return exchange(&states.current.defaultScope, with: newValue)
            }
        }
    }

    /// The clock of ``FactoryModifying/timeToLive(_:)``, with an arbitrary origin. Tests can replace it.
    public var now: () -> Duration {
        get { settings.now }
        set { set(\.now, to: newValue) }
    }

    /// Whether resolving an unregistered promise stops the program, instead of returning nil. The default is true in debug builds only.
    public var promiseTriggersError: Bool {
        get { settings.promiseTriggersError }
        set { set(\.promiseTriggersError, to: newValue) }
    }

    /// Removes registrations, contexts and instances.
    ///
    /// After `.all` and `.registration`, an ``AutoRegistering`` container registers again before its next use. Singletons are shared by containers and not
    /// removed; see ``Scope/Singleton/reset()``. An instance under construction is returned to its waiting threads, but not stored.
    public func reset(options: FactoryResetOptions = .all) {
        change { states -> State in
            let old = states.current
            if options == .all { states.current.modifiers = [] }
            if options == .registration || options == .context {
                for number in old.modifiers.indices { states.current.modifiers[number].reset(options) }
            }
            if options == .all || options == .scope {
                states.current.instances = InstanceTable(replacing: old.instances)
            }
            if options == .all || options == .registration { repeatAutoRegistration(&states) }
            states.unpublishAll()
            return old
        }
    }

    public func reset(scope: Scope) {
        change { states in
            states.unpublishAll()
            return states.current.instances.removeAll(of: scope)
        }
    }

    /// Saves the state of the container, to be restored by ``pop()``.
    public func push() { states.withLock { $0.pushed.append($0.current) } }

    /// Restores the most recently saved state: registrations, scopes, instances, and whether `autoRegister()` has run. Does nothing if no state is saved.
    public func pop() {
        change { states -> State? in
            guard let last = states.pushed.popLast() else { return nil }
            let old = exchange(&states.current, with: last)
            states.unpublishAll()
            updateReadiness(states)
            return old
        }
    }

    /// Returns whether a reset with these options would remove nothing. Ignores scopes, other modifiers, and weak references to released instances.
    public func isEmpty(_ options: FactoryResetOptions) -> Bool {
        let state = states.withLock(\.current)
        return switch options {
        case .all: isEmpty(.registration) && isEmpty(.context) && isEmpty(.scope)
        case .registration: state.modifiers.allSatisfy { $0.registered == nil }
        case .context: state.modifiers.allSatisfy(\.contexts.isEmpty)
        case .scope: state.instances.isEmpty
        case .none: true
        }
    }
}

/// The content that a reset removes.
public enum FactoryResetOptions: Sendable {
    case all
    /// The closures for contexts.
    case context
    case none
    /// The registered closures, but not their instances.
    case registration
    /// The instances, but not the registrations.
    case scope
}

extension ContainerManager {
    /// Changes the state under the lock. Releases replaced objects after the lock, and published ones after a grace period.
    @discardableResult
    @inline(__always)
    func change<R>(_ body: (inout States) -> R) -> R {
        let (result, replaced) = states.withLock { states in
            let result = body(&states)
            return (result, states.replaced.isEmpty ? [] : exchange(&states.replaced, with: []))
        }
        ThreadState.release(replaced)
        return result
    }

    var settings: Settings { states.withLock { $0.settings } }

    func set<Value>(_ setting: WritableKeyPath<Settings, Value>, to value: Value) {
        states.discard { exchange(&$0.settings[keyPath: setting], with: value) }
    }

    func observe() {
        if isObserved.exchange(true, ordering: .relaxed) { return }
        change { $0.unpublishAll() }
    }

    func trace(_ isTraced: Bool) {
        self.isTraced.store(isTraced, ordering: .relaxed)
        change { $0.unpublishAll() }
    }

    /// Whether each resolution is observed or traced, so that nothing may be published.
    var isWatched: Bool { isObserved.load(ordering: .relaxed) || isTraced.load(ordering: .relaxed) }

    func modifiers(of cell: FactoryCell) -> Modifiers { states.withLock { $0.current[cell] } }

    func lifetime(of cell: FactoryCell) -> Lifetime? {
        modifiers(of: cell).timeToLive.map { Lifetime(seconds: $0, now: settings.now()) }
    }

    /// Changes the modifiers of a factory and returns its previous scope.
    @discardableResult
    func changeModifiers(
        of cell: FactoryCell, removingInstances: Bool = false, _ body: (inout Modifiers) -> Void
    ) -> Scope {
        var (old, removed) = (Modifiers(), [InstanceTable.Content]())
        let scope = change { states -> Scope in
            let scope = states.current.scope(of: cell)
            states.current.reserve(cell)
            let isOutdated = states.current.modifiers[cell.number].change(&old, body)
            cell.rememberedScope = states.current.rememberedScope(of: cell)
            if removingInstances { removed = states.current.instances.remove(cell.key, cell.number) }
            if removingInstances || isOutdated {
                states.unpublish(cell)
                publishClosure(in: cell, &states)
            }
            return scope
        }
        // Only now, after the lock, may they be released.
        extendLifetime(old)
        extendLifetime(removed)
        return scope
    }

    struct Plan {
        let scope: Scope
        /// Nil if the instance is new and not stored.
        var step: InstanceTable.Step?
        /// The store of the instance, or nil if the container stores it.
        var store: InstanceStore?
        /// A boxed closure that replaces the definition's closure.
        let closure: AnyObject?
    }

    func plan(for key: FactoryKey, of cell: FactoryCell, _ lifetime: Lifetime?) -> Plan {
        let (plan, _) = change { states -> (Plan, InstanceTable.Content?) in
            let scope = states.current.scope(of: cell)
            publishClosure(in: cell, &states)
            var plan = Plan(scope: scope, closure: states.current[cell].closure)
            guard scope is Scope.Cached || scope is Scope.Shared else { return (plan, nil) }
            let (step, removed) = states.current.instances.step(for: key, cell.number, in: scope, lifetime)
            if removed != nil { states.unpublish(cell) }
            switch step {
            case .open(let stored), .use(let stored, _): publish(stored, for: key, in: cell, &states)
            default: break
            }
            plan.step = step
            return (plan, removed)
        }
        return plan
    }

    /// Publishes the closure of a unique factory, without the work of a resolution. Returns whether that was possible.
    func publishClosure(in cell: FactoryCell) -> Bool {
        if (cell.scope?.mark ?? cell.rememberedScope) > ScopeChoice.unique.mark || isWatched { return false }
        return change { publishClosure(in: cell, &$0) }
    }

    @discardableResult
    private func publishClosure(in cell: FactoryCell, _ states: inout States) -> Bool {
        states.current.reserve(cell)
        guard states.current.isUnique(cell), states.current.modifiers[cell.number].contexts.isEmpty else {
            return false
        }
        let registered = states.current.modifiers[cell.number].registered
        publish(registered == nil ? .own : .registered, registered, in: cell, &states)
        return true
    }

    func settle(_ construction: Construction, as stored: AnyObject?, for cell: FactoryCell) {
        change { states in
            let isCurrent = states.current.instances.settle(construction, cell.number, as: stored)
            // A construction that was running at `push()` also belongs to the saved state.
            for index in states.pushed.indices {
                states.pushed[index].instances.settle(construction, cell.number, as: stored)
            }
            if isCurrent, let stored { publish(stored, for: construction.key, in: cell, &states) }
        }
    }

    func publish(_ singleton: SingletonReference, in scope: Scope, for cell: FactoryCell) {
        change { states in
            if states.current.scope(of: cell) === scope { publish(.singleton, singleton, in: cell, &states) }
        }
    }

    private func publish(_ stored: AnyObject, for key: FactoryKey, in cell: FactoryCell, _ states: inout States) {
        if !key.hasParameter { publish(stored is AnyWeakBox ? .weak : .instance, stored, in: cell, &states) }
    }

    private func publish(
        _ kind: PublishedReference.Kind, _ object: AnyObject?, in cell: FactoryCell, _ states: inout States
    ) {
        guard !isWatched, isReady.load(ordering: .relaxed), cell.acceptsPublication else { return }
        if let old = cell.publish(kind, object) { states.replaced.append(old) }
    }
}

extension ContainerManager.States {
    /// Empties the cells of a factory before a change that invalidates them.
    fileprivate mutating func unpublish(_ cell: FactoryCell) {
        for cell in cell.all { if let old = cell.publish(.none) { replaced.append(old) } }
    }

    fileprivate mutating func unpublishAll() {
        for cell in cells.values {
            unpublish(cell)
            cell.rememberedScope = current.rememberedScope(of: cell)
        }
    }
}

extension ContainerManager {
    /// The object that a definition retains; nil if the manager is never released, because retaining takes as long as a third of a resolution.
    private var owner: ContainerManager? { isPermanent.load(ordering: .relaxed) ? nil : self }

    /// Retains the manager and its container. Both, because a container may replace its manager.
    func retainForever(with container: any ManagedContainer) {
        Self.permanent.discard { $0.append((self, container)) }
        isPermanent.store(true, ordering: .relaxed)
    }

    private static let permanent = Locked<[(ContainerManager, any ManagedContainer)]>([])

    /// The cell of a definition, if it has been read before and the container has registered automatically, and the object that the definition retains.
    // Not inlined, because the compiler would retain the manager and its container around the branches.
    @usableFromInline
    @inline(never)
    func cell(at address: DefinitionAddress) -> (owner: AnyObject?, cell: FactoryCell?) {
        guard isReady.load(ordering: .relaxed), let cell = cells.first(for: address) else { return (nil, nil) }
        return (owner, cell)
    }

    /// Returns the cell of a definition, and an object that retains it.
    @usableFromInline
    func define(
        _ identity: FactoryIdentity, at address: DefinitionAddress, in container: any ManagedContainer
    ) -> (owner: AnyObject?, cell: FactoryCell) {
        let cell = addCell(for: identity, at: address, in: container)
        // A factory may be the last reference to a container that has yet to register automatically.
        return (isReady.load(ordering: .relaxed) ? owner : Box((container, self)), cell)
    }

    private func addCell(
        for identity: FactoryIdentity, at address: DefinitionAddress, in container: any ManagedContainer
    ) -> FactoryCell {
        states.withLock { states in
            if let cell = cells.first(for: address) { return cell }
            if states.cells.isEmpty, container is any AutoRegistering {
                states.registrant = container
                states.autoRegistrationKey = FactoryKey(
                    container: type(of: container), factory: (any AutoRegistering).self, name: "autoRegister()",
                    fileID: nil)
                updateReadiness(states)
            }
            let key = FactoryKey(identity)
            let first = states.cells[key]
            let cell = FactoryCell(first?.key ?? key, address, self, number: states.cells.count, head: first)
            cells.insert(cell)
            if first == nil { states.cells[key] = cell }
            return first ?? cell
        }
    }

    func cell(_ cell: FactoryCell, for scope: ScopeChoice) -> FactoryCell {
        cell.cell(for: scope.mark) ?? states.withLock { _ in cell.cell(for: scope.mark) ?? cell.with(scope) }
    }
}
