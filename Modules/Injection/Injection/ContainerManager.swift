public import Synchronization

/// Stores the state of one container: its registrations, and the instances of its scopes.
public final class ContainerManager: Sendable {
    /// What ``push()`` saves.
    struct State {
        /// The modifiers of the factories, by their numbers, as far as there are any.
        fileprivate var modifiers: [Modifiers] = []
        var instances = InstanceTable()
        var defaultScope: Scope?
        /// Whether the container has registered automatically, or is doing so.
        var hasRegistered = false

        fileprivate(set) subscript(cell: FactoryCell) -> Modifiers {
            get { cell.number < modifiers.count ? modifiers[cell.number] : Modifiers() }
            set {
                while modifiers.count <= cell.number { modifiers.append(Modifiers()) }
                modifiers[cell.number] = newValue
            }
        }

        func scope(of cell: FactoryCell) -> Scope { (cell.scope ?? self[cell].scope)?.scope ?? defaultScope ?? .unique }
    }

    struct States {
        var current = State()
        var pushed: [State] = []
        var settings = Settings()
        var cells: [FactoryKey: FactoryCell] = [:]
        /// The container, if it registers automatically.
        weak var registrant: (any ManagedContainer)?
        /// Stands for `autoRegister()` in a chain; nil if the container does not register automatically.
        var autoRegistrationKey: FactoryKey?
        var run: Construction?
        /// The closures of `onShutdown`, in boxes. Neither resets nor ``pop()`` remove them.
        var closers: [FactoryKey: AnyObject] = [:]
        /// What was published and has been replaced; see ``ContainerManager/change(_:)``.
        fileprivate var replaced: [AnyObject] = []
    }

    /// What the container remembers of a factory: what was registered, and the modifiers, wherever they were written.
    ///
    /// A definition writes its own modifiers each time it is read, which is how they win over those written elsewhere.
    struct Modifiers {
        /// A closure in a box that replaces the definition's own.
        var registered: AnyObject?
        /// The scope of definitions that have none.
        var scope: ScopeChoice?
        /// Closures in boxes that take precedence in their contexts.
        var contexts: [FactoryContextType: AnyObject] = [:]
        var decorator: AnyObject?
        /// The seconds that an instance is stored without being resolved.
        var timeToLive: Double?
        /// Whether the modifiers of the definition were written for good; see ``FactoryModifying/once()``.
        var isOnce = false

        mutating func reset(_ options: FactoryResetOptions) {
            switch options {
            case .all: self = Modifiers()
            case .registration: registered = nil
            case .context: contexts = [:]
            case .scope, .none: break
            }
        }

        /// The closure that replaces the definition's own now.
        var closure: AnyObject? {
            if contexts.isEmpty { return registered }
            return FactoryContext.current.types.lazy.compactMap { contexts[$0] }.first ?? registered
        }
    }

    /// What is set for the container as a whole. Neither resets nor ``pop()`` change it.
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
    @usableFromInline let isReady = Atomic(true)
    /// Whether resolutions look for decorators and times to live; it stays true.
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

    /// The time that ``FactoryModifying/timeToLive(_:)`` uses, from any starting point; a test can set its own.
    public var now: () -> Duration {
        get { settings.now }
        set { set(\.now, to: newValue) }
    }

    /// Whether a promised factory that was not supplied stops the program with a message that names it. It does so in debug builds, unless
    /// this property is set; otherwise it is nil.
    public var promiseTriggersError: Bool {
        get { settings.promiseTriggersError }
        set { set(\.promiseTriggersError, to: newValue) }
    }

    /// Removes what was registered or cached.
    ///
    /// After `.all` and `.registration` an ``AutoRegistering`` container registers again before its next use. Singletons belong to all
    /// containers and stay; see ``Scope/Singleton/reset()``. Threads that wait for an instance that is being built still receive it, but
    /// it is not stored.
    public func reset(options: FactoryResetOptions = .all) {
        change { states -> State in
            let old = states.current
            if options == .all { states.current.modifiers = [] }
            if options == .registration || options == .context {
                for number in old.modifiers.indices { states.current.modifiers[number].reset(options) }
            }
            if options == .all || options == .scope { states.current.instances = InstanceTable() }
            if options == .all || options == .registration { repeatAutoRegistration(&states) }
            states.unpublishAll()
            return old
        }
    }

    /// Removes the container's instances of one scope, which may be a custom scope.
    public func reset(scope: Scope) {
        change { states in
            states.unpublishAll()
            return states.current.instances.removeAll(of: scope)
        }
    }

    /// Saves the state of the container, to be restored by ``pop()``.
    public func push() { states.withLock { $0.pushed.append($0.current) } }

    /// Restores the state that was saved last: registrations, scopes, instances, and whether the container has registered automatically.
    ///
    /// Does nothing if no state is saved.
    public func pop() {
        change { states -> State? in
            guard let last = states.pushed.popLast() else { return nil }
            let old = exchange(&states.current, with: last)
            states.unpublishAll()
            updateReadiness(states)
            return old
        }
    }

    /// Whether there is nothing that a reset with these options would remove.
    ///
    /// Scopes and other modifiers do not count, nor do weak references to instances that are gone.
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
    /// The closures for contexts that the program runs in.
    case context
    case none
    /// The closures that were registered. The instances that they made are kept.
    case registration
    /// The instances. The registrations stay.
    case scope
}

extension ContainerManager {
    /// Changes the state under the lock. Objects that this replaces are released after the lock, and those that were published after a grace
    /// period.
    @discardableResult
    func change<R>(_ body: (inout States) -> R) -> R {
        let (result, replaced) = states.withLock { states in
            let result = body(&states)
            return (result, exchange(&states.replaced, with: []))
        }
        ThreadState.release(replaced)
        return result
    }

    var settings: Settings { states.withLock { $0.settings } }

    func set<Value>(_ setting: WritableKeyPath<Settings, Value>, to value: Value) {
        states.discard { exchange(&$0.settings[keyPath: setting], with: value) }
    }

    /// Has resolutions look for decorators and times to live from now on.
    func observe() {
        if isObserved.exchange(true, ordering: .relaxed) { return }
        change { $0.unpublishAll() }
    }

    func trace(_ isTraced: Bool) {
        self.isTraced.store(isTraced, ordering: .relaxed)
        change { $0.unpublishAll() }
    }

    /// Whether resolutions have to be seen, so that nothing is published.
    var isWatched: Bool { isObserved.load(ordering: .relaxed) || isTraced.load(ordering: .relaxed) }

    func modifiers(of cell: FactoryCell) -> Modifiers { states.withLock { $0.current[cell] } }

    func lifetime(of cell: FactoryCell) -> Lifetime? {
        modifiers(of: cell).timeToLive.map { Lifetime(seconds: $0, now: settings.now()) }
    }

    /// Changes the modifiers of a factory, and removes its instances if asked to.
    func changeModifiers(of cell: FactoryCell, removingInstances: Bool = false, _ body: (inout Modifiers) -> Void) {
        change { states -> (Modifiers, [InstanceTable.Content]) in
            let old = states.current[cell]
            body(&states.current[cell])
            let new = states.current[cell]
            cell.rememberedScope = new.scope?.mark ?? 0
            // Only these decide what is published.
            if removingInstances || new.registered !== old.registered || new.scope?.mark != old.scope?.mark
                || new.contexts.isEmpty != old.contexts.isEmpty
            {
                states.unpublish(cell)
            }
            return (old, removingInstances ? states.current.instances.remove(cell.key) : [])
        }
    }

    struct Plan {
        let scope: Scope
        /// Nil if the instance is new and not stored.
        var step: InstanceTable.Step?
        /// What stores the instance, if it is not the container.
        var store: InstanceStore?
        /// A closure in a box that replaces the definition's own.
        let closure: AnyObject?
    }

    func plan(for key: FactoryKey, of cell: FactoryCell, _ lifetime: Lifetime?) -> Plan {
        change { states -> (plan: Plan, removed: InstanceTable.Content?) in
            let (scope, modifiers) = (states.current.scope(of: cell), states.current[cell])
            if scope is Scope.Unique, modifiers.contexts.isEmpty {
                publish(modifiers.registered == nil ? .own : .registered, modifiers.registered, in: cell, &states)
            }
            var plan = Plan(scope: scope, closure: modifiers.closure)
            guard scope is Scope.Cached || scope is Scope.Shared else { return (plan, nil) }
            let (step, removed) = states.current.instances.step(for: key, in: scope, lifetime)
            if removed != nil { states.unpublish(cell) }
            switch step {
            case .open(let stored), .use(let stored, _): publish(stored, for: key, in: cell, &states)
            default: break
            }
            plan.step = step
            return (plan, removed)
        }.plan
    }

    func settle(_ construction: Construction, as stored: AnyObject?, for cell: FactoryCell) {
        change { states in
            let isCurrent = states.current.instances.settle(construction, as: stored)
            // What was being built when the state was saved belongs to the saved state too.
            for index in states.pushed.indices { states.pushed[index].instances.settle(construction, as: stored) }
            if isCurrent, let stored { publish(stored, for: construction.key, in: cell, &states) }
        }
    }

    /// Publishes a singleton, unless the factory has another scope by now.
    func publish(_ singleton: SingletonReference, in scope: Scope, for cell: FactoryCell) {
        change { states in
            if states.current.scope(of: cell) === scope { publish(.singleton, singleton, in: cell, &states) }
        }
    }

    /// Publishes the instance of a factory, if there is one for all parameters.
    private func publish(_ stored: AnyObject, for key: FactoryKey, in cell: FactoryCell, _ states: inout States) {
        if key.parameter == nil { publish(stored is AnyWeakBox ? .weak : .instance, stored, in: cell, &states) }
    }

    /// Publishes what is known of a factory, unless the cell tells something else already, or each resolution has to be seen.
    private func publish(
        _ kind: PublishedReference.Kind, _ object: AnyObject?, in cell: FactoryCell, _ states: inout States
    ) {
        guard !isWatched, isReady.load(ordering: .relaxed), cell.acceptsPublication else { return }
        if let old = cell.publish(kind, object) { states.replaced.append(old) }
    }
}

extension ContainerManager.States {
    /// Withdraws what is known of a factory, before something changes that it depends on.
    fileprivate mutating func unpublish(_ cell: FactoryCell) {
        for cell in cell.all {
            if let old = cell.publish(.none) { replaced.append(old) }
        }
    }

    /// Withdraws what is known of all factories, and has their cells tell which scopes the container remembers.
    fileprivate mutating func unpublishAll() {
        for cell in cells.values {
            unpublish(cell)
            cell.rememberedScope = current[cell].scope?.mark ?? 0
        }
    }
}

extension ContainerManager {
    /// The first cell of the factory that a container defines with these literals.
    @usableFromInline
    func cell(for literals: FactoryIdentity, of container: any ManagedContainer) -> FactoryCell {
        if let cell = cells.first(for: literals) { return cell }
        return states.withLock { states in
            if let cell = cells.first(for: literals) { return cell }
            if states.cells.isEmpty, container is any AutoRegistering {
                states.registrant = container
                states.autoRegistrationKey = FactoryKey(
                    container: type(of: container), factory: (any AutoRegistering).self, name: "autoRegister()",
                    fileID: nil)
                updateReadiness(states)
            }
            let key = FactoryKey(literals)
            let first = states.cells[key]
            let cell = FactoryCell(first?.key ?? key, literals, self, number: states.cells.count, head: first)
            if first == nil { states.cells[key] = cell }
            cells.insert(cell)
            return cell.head
        }
    }

    func cell(
        _ cell: FactoryCell, _ variant: FactoryCell.Variant, _ scope: ScopeChoice?, _ identify: AnyObject?
    ) -> FactoryCell {
        cell.sibling(variant) ?? states.withLock { _ in cell.with(variant, scope, identify) }
    }
}
