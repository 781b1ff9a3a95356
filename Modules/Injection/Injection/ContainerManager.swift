public import Synchronization

/// The state of one container: its factories, their instances and its settings.
///
/// The state is one table under one lock. No user code runs under the lock, because closures,
/// comparisons of parameters and deinitializers may use the container.
public final class ContainerManager: Sendable {
    struct State {
        var table = FactoryTable()
        /// The values that ``push()`` saved in addition to the states of the factories.
        var saved: [(defaultScope: ScopeReference, hasRegistered: Bool)] = []
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
    /// its next use. Singletons are shared by containers, so they are not removed; see
    /// ``Scope/Singleton/reset()``. An instance under construction is returned to the threads that
    /// wait for it, but it is not stored.
    public func reset(options: FactoryResetOptions = .all) {
        if options == .scope {
            return change { $0.table.removeInstances() }
        }
        change { state in
            if options == .all || options == .registration {
                state.autoRegistration.repeat()
            }
            return state.table.changeSlots { $0.state.reset(options) }
        }
    }

    /// Removes the instances of a scope.
    public func reset(scope: Scope) {
        let scope = ScopeReference(scope)
        change { state in
            state.table.changeSlots { slot in
                slot.state.instances.removeAll { $0.scope == scope }
            }
        }
    }

    /// Saves the state of the container, to be restored by ``pop()``.
    public func push() {
        change { state in
            state.saved.append((state.settings.defaultScope, state.autoRegistration.hasRun))
            _ = state.table.changeSlots { $0.saved.append($0.state) }
        }
    }

    /// Restores the state that was saved last. The state consists of the registrations, the scopes,
    /// the instances, and whether `autoRegister()` has run. Does nothing if no state is saved.
    public func pop() {
        change { state -> (ScopeReference, [FactoryState])? in
            guard let saved = state.saved.popLast() else {
                return nil
            }
            state.autoRegistration.hasRun = saved.hasRegistered
            let scope = exchange(&state.settings.defaultScope, with: saved.defaultScope)
            return (scope, state.table.changeSlots { $0.pop() })
        }
    }

    /// Returns whether a reset with these options would remove nothing. Ignores scopes, other
    /// modifiers, and weak references to released instances.
    public func isEmpty(_ options: FactoryResetOptions) -> Bool {
        let states = state.withLock { $0.table.slots.map(\.state) }
        return switch options {
        case .all: isEmpty(.registration) && isEmpty(.context) && isEmpty(.scope)
        case .registration: states.allSatisfy { $0.registered == nil }
        case .context: states.allSatisfy { $0.modifiers?.content.contexts.isEmpty != false }
        case .scope: states.flatMap(\.instances.all).allSatisfy(\.isReleased)
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
    /// The scope of factories that specify no scope, or nil if such factories are unique. Resets do
    /// not change the default scope.
    public var defaultScope: Scope? {
        get { settings.defaultScope.specified }
        set {
            let scope = newValue.map(ScopeReference.init) ?? .unspecified
            set { $0.defaultScope = scope }
        }
    }

    /// The clock for ``FactoryModifying/timeToLive(_:)``, with an arbitrary origin. Tests can
    /// replace it.
    public var now: () -> Duration {
        get { settings.now }
        set { set { $0.now = newValue } }
    }

    /// Whether resolving a promised factory without a registration stops the program, instead of
    /// returning nil. The default is true only in debug builds.
    public var promiseTriggersError: Bool {
        get { settings.promiseTriggersError }
        set { set { $0.promiseTriggersError = newValue } }
    }

    var settings: Settings {
        state.withLock(\.settings)
    }

    func set(_ set: (inout Settings) -> Void) {
        change { state in
            let old = state.settings
            set(&state.settings)
            return old
        }
    }

    /// Changes the state under the lock. `body` returns the objects that it removes, which are
    /// released after unlocking.
    func change<Removed>(_ body: (inout State) -> Removed) {
        let removed = state.withLock { state in
            let removed = body(&state)
            readiness.store(state.autoRegistration.isComplete, ordering: .releasing)
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    /// Whether `autoRegister()` has run, or the container does not register automatically.
    @inlinable var isReady: Bool {
        readiness.load(ordering: .acquiring)
    }

    func withTable<R>(_ body: (inout FactoryTable) -> R) -> R {
        state.withLock { body(&$0.table) }
    }

    /// Calls `body` with the slot of a factory while the container is locked.
    func withSlot<R>(at location: FactoryLocation, _ body: (inout FactorySlot) -> R) -> R {
        withTable { table in
            let number = table.define(location)
            return body(&table.slots[number])
        }
    }
}

/// The result of the fast path of a resolution. The fast path succeeds only for a known factory
/// that has no modifiers other than a scope.
@usableFromInline enum FactoryFinding {
    /// A ``Box`` with the instance, and the lock that protects the box. The caller holds the lock,
    /// and must copy the instance and then unlock. The box is not retained, because that would take
    /// longer than finding it.
    case lockedInstance(Unowned<AnyObject>, Unowned<Lock>)
    /// The instance, which is stored weakly.
    case object(AnyObject)
    /// The caller must call the definition's closure, then `ThreadState.leave()`.
    case definition
    /// The caller must call the closure in the box, then `ThreadState.leave()`.
    case registration(AnyObject)
    /// The factory must be resolved on the slow path.
    case none
}

extension ContainerManager {
    /// Finds the instance of a factory, or the closure that creates it.
    @usableFromInline
    func find(_ location: FactoryLocation, inScope mark: UInt) -> FactoryFinding {
        if Trace.isRunning {
            return .none
        }
        state.lock()
        let (finding, isDeep) = state.withLockHeld { $0.find(location, inScope: mark, state) }
        if case .lockedInstance(_, let lock) = finding {
            // If the lock of a singleton scope protects the instance, the container can be unlocked
            // now.
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
        guard !isSpecial, let number = table.number(at: location) else {
            return (.none, false)
        }
        if !table.slots[number].isPlain {
            return (.none, false)
        }
        var scope = table.slots[number].state.scope.mark
        if mark != scope, mark != ScopeReference.unspecified.mark {
            // The slow path stores the scope in the container first.
            return (.none, false)
        }
        if scope == ScopeReference.unspecified.mark {
            scope = settings.defaultScope.mark
        }
        switch scope {
        case ScopeReference.unspecified.mark, ScopeReference.unique.mark:
            let isDeep = ThreadState.enter(Unowned(table.slots[number].key))
            let closure = table.slots[number].state.registered
            return (closure.map(FactoryFinding.registration) ?? .definition, isDeep)
        case ScopeReference.singleton.mark:
            return (Scope.Singleton.find(location), false)
        default:
            return (table.instance(number, inScope: scope, lock), false)
        }
    }
}

extension Scope.Singleton {
    /// Finds a singleton. Returns `none` if the singleton does not exist, or if the program has
    /// ever bound another singleton scope.
    fileprivate static func find(_ location: FactoryLocation) -> FactoryFinding {
        guard let store = Scope.$singleton.unbound?.store else {
            return .none
        }
        store.lock()
        let finding = store.withLockHeld { table in
            table.number(at: location.spanningContainers).map {
                table.instance($0, inScope: ScopeReference.singleton.mark, store)
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
        if slots[number].state.instances.common.scope.mark != mark {
            return .none
        }
        switch slots[number].state.instances.common.content {
        case .strong(let box):
            return .lockedInstance(Unowned(box), Unowned(lock))
        case .weak(let reference):
            return reference.object.map(FactoryFinding.object) ?? .none
        case .none, .building:
            return .none
        }
    }
}
