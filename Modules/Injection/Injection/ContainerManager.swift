public import Synchronization

/// The state of one container: its factories, their instances and its settings.
///
/// The state is one table under one lock. No code of the user runs under the lock: a closure, a
/// comparison of parameters and a deinitializer may use the container.
public final class ContainerManager: Sendable {
    /// What the container knows of its factories, and its settings.
    struct State {
        var table = FactoryTable()
        /// The states that ``push()`` saved.
        var saved: [State] = []
        var settings = Settings()
        var autoRegistration = AutoRegistration()
        var openInstances = OpenInstances()

        /// Whether a resolution depends on more than the slot of its factory.
        var isSpecial: Bool {
            settings.decorator != nil || settings.isTraced || !autoRegistration.isComplete
        }
    }

    /// The settings of the container. Resets do not change them.
    struct Settings {
        var defaultScope = ScopeReference.unspecified
        var decorator: (@Sendable (_ instance: Any, _ isNew: Bool) -> Void)?
        var isTraced = false
        var logger: (String) -> Void = { print($0) }
        var promiseTriggersError = FactoryContext.isDebugBuild
        var now: () -> Duration = { start.duration(to: .now) }

        private static let start = ContinuousClock.now
    }

    let state = Locked(State())
    @usableFromInline let readiness = Atomic(false)

    public init() {}

    /// Removes registrations, contexts and instances.
    ///
    /// After `.all` and `.registration`, an ``AutoRegistering`` container registers again before
    /// its next use. Singletons are shared by containers and not removed; see
    /// ``Scope/Singleton/reset()``. An instance under construction is returned to its waiting
    /// threads, but not stored.
    public func reset(options: FactoryResetOptions = .all) {
        if options == .scope {
            return change { $0.table.removeInstances() }
        }
        change { state in
            if options == .all || options == .registration {
                state.autoRegistration.repeat()
            }
            return state.table.slots.indices.map { state.table.slots[$0].reset(options) }
        }
    }

    /// Removes the instances of a scope.
    public func reset(scope: Scope) {
        let scope = ScopeReference(scope)
        change { state in
            state.table.slots.indices.map {
                state.table.slots[$0].instances.removeAll { $0.scope == scope }
            }
        }
    }

    /// Saves the state of the container, to be restored by ``pop()``.
    public func push() {
        change { $0.saved.append($0) }
    }

    /// Restores the state that was saved last: registrations, scopes, instances, and whether
    /// `autoRegister()` has run. Does nothing if no state is saved.
    public func pop() {
        change { state -> [State] in
            guard let saved = state.saved.popLast() else {
                return []
            }
            let old = state
            for (number, slot) in old.table.slots.enumerated() {
                // The saved state does not know the factories that were used later.
                let isKnown = number < saved.table.slots.count
                state.table.slots[number] = isKnown ? saved.table.slots[number] : FactorySlot()
                state.table.slots[number].closer = slot.closer
            }
            state.settings.defaultScope = saved.settings.defaultScope
            state.autoRegistration.hasRun = saved.autoRegistration.hasRun
            // Also the saved state, whose closers have been replaced.
            return [old, saved]
        }
    }

    /// Returns whether a reset with these options would remove nothing. Ignores scopes, other
    /// modifiers, and weak references to released instances.
    public func isEmpty(_ options: FactoryResetOptions) -> Bool {
        let slots = state.withLock(\.table.slots)
        return switch options {
        case .all: isEmpty(.registration) && isEmpty(.context) && isEmpty(.scope)
        case .registration: slots.allSatisfy { $0.registered == nil }
        case .context: slots.allSatisfy { $0.modifiers?.content.contexts.isEmpty != false }
        case .scope: slots.flatMap(\.instances.all).allSatisfy(\.isReleased)
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
    /// The scope of factories that have none; nil means unique. Resets do not change it.
    public var defaultScope: Scope? {
        get { settings.defaultScope.specified }
        set { set(\.defaultScope, to: newValue.map(ScopeReference.init) ?? .unspecified) }
    }

    /// The clock of ``FactoryModifying/timeToLive(_:)``, with an arbitrary origin. Tests can
    /// replace it.
    public var now: () -> Duration {
        get { settings.now }
        set { set(\.now, to: newValue) }
    }

    /// Whether resolving an unregistered promise stops the program, instead of returning nil. The
    /// default is true in debug builds only.
    public var promiseTriggersError: Bool {
        get { settings.promiseTriggersError }
        set { set(\.promiseTriggersError, to: newValue) }
    }

    var settings: Settings {
        state.withLock(\.settings)
    }

    func set<Value>(_ setting: WritableKeyPath<Settings, Value>, to value: Value) {
        change { exchange(&$0.settings[keyPath: setting], with: value) }
    }

    /// Changes the state under the lock, and releases what `body` returns after it.
    func change<Removed>(_ body: (inout State) -> Removed) {
        let removed = state.withLock { state in
            let removed = body(&state)
            readiness.store(state.autoRegistration.isComplete, ordering: .releasing)
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    /// Whether `autoRegister()` has run, if the container has one.
    @inlinable var isReady: Bool {
        readiness.load(ordering: .acquiring)
    }

    func withTable<R>(_ body: (inout FactoryTable) -> R) -> R {
        state.withLock { body(&$0.table) }
    }

    /// Calls `body` under the lock, with what the container knows of a factory.
    func withSlot<R>(at location: FactoryLocation, _ body: (inout FactorySlot) -> R) -> R {
        withTable { table in
            let number = table.define(location)
            return body(&table.slots[number])
        }
    }

    func settle(
        _ construction: Construction,
        _ number: Int,
        as content: InstanceContent
    ) {
        state.withLock { state in
            state.table.slots[number].settle(construction, as: content)
            // A construction that was running at `push()` also belongs to the saved state.
            for index in state.saved.indices where number < state.saved[index].table.slots.count {
                state.saved[index].table.slots[number].settle(construction, as: content)
            }
        }
    }
}

/// What a container finds of a factory that is known and has no modifiers.
@usableFromInline enum FactoryFinding {
    /// A ``Box`` with the instance. The caller copies the instance, then unlocks: retaining the box
    /// would take longer than the search.
    case lockedInstance(Unowned<AnyObject>, Unowned<Lock>)
    /// The instance, which is stored weakly.
    case object(AnyObject)
    /// The caller calls the definition's closure, then `leave()`.
    case definition
    /// The caller calls the closure in the box, then `leave()`.
    case registration(AnyObject)
    /// The factory has to be resolved fully.
    case none
}

extension ContainerManager {
    /// Ends a call of a closure that `find` returned.
    @usableFromInline func leave() {
        ThreadState.leave()
    }

    /// Finds the instance of a factory, or the closure that creates it.
    @usableFromInline
    func find(_ location: FactoryLocation, inScope mark: UInt) -> FactoryFinding {
        if Trace.isRunning {
            return .none
        }
        state.lock()
        let (finding, isDeep) = state.withLockHeld { $0.find(location, inScope: mark, state) }
        if case .lockedInstance(_, let lock) = finding {
            // Also the lock of the container, if another one protects the instance.
            if lock.object !== state {
                state.unlock()
            }
            return finding
        }
        state.unlock()
        if isDeep {
            ThreadState.current.stopIfCircular()
        }
        return finding
    }
}

extension ContainerManager.State {
    @inline(__always)
    fileprivate func find(
        _ location: FactoryLocation,
        inScope mark: UInt,
        _ lock: Lock
    ) -> (finding: FactoryFinding, isDeep: Bool) {
        guard !isSpecial, let entry = table.entry(at: location) else {
            return (.none, false)
        }
        if !table.slots[entry.number].isPlain {
            return (.none, false)
        }
        var scope = table.slots[entry.number].scope.mark
        if mark != scope, mark != ScopeReference.unspecified.mark {
            // The scope has yet to be remembered.
            return (.none, false)
        }
        if scope == ScopeReference.unspecified.mark {
            scope = settings.defaultScope.mark
        }
        switch scope {
        case ScopeReference.unspecified.mark, ScopeReference.unique.mark:
            let isDeep = ThreadState.enter(entry.key)
            let closure = table.slots[entry.number].registered
            return (closure.map(FactoryFinding.registration) ?? .definition, isDeep)
        case ScopeReference.singleton.mark:
            return (Scope.Singleton.find(location), false)
        default:
            return (table.instance(entry.number, inScope: scope, lock), false)
        }
    }
}

extension Scope.Singleton {
    /// Finds a singleton of a program that binds no other scope.
    fileprivate static func find(_ location: FactoryLocation) -> FactoryFinding {
        guard isAlone.load(ordering: .relaxed) else {
            return .none
        }
        let store = first.store
        store.lock()
        let finding = store.withLockHeld { table in
            let entry = table.entry(at: location.spanningContainers)
            return entry.map {
                table.instance($0.number, inScope: ScopeReference.singleton.mark, store)
            }
        }
        if let finding, case .lockedInstance = finding {
            return finding
        }
        store.unlock()
        return .none
    }
}

extension FactoryTable {
    @inline(__always)
    fileprivate func instance(
        _ number: Int,
        inScope mark: UInt,
        _ lock: Lock
    ) -> FactoryFinding {
        if slots[number].instances.common.scope.mark != mark {
            return .none
        }
        switch slots[number].instances.common.content {
        case .strong(let box):
            return .lockedInstance(Unowned(box), Unowned(lock))
        case .weak(let reference):
            return reference.object.map(FactoryFinding.object) ?? .none
        case .none, .building:
            return .none
        }
    }
}
