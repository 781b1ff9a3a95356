public import Synchronization

/// The state of one container: its factories, their instances and its settings.
///
/// The state is one table under one lock. No user code runs under the lock, because closures,
/// comparisons of parameters, deinitializers and copies of instances may use the container.
public final class ContainerManager: Sendable {
    struct State {
        var table = FactoryTable()
        /// The values that ``push()`` saved in addition to the states of the factories.
        var saved: [(defaults: Defaults, hasRegistered: Bool)] = []
        var defaults = Defaults()
        var settings = Settings()
        var autoRegistration = AutoRegistration()
        var openInstances = OpenInstances()
    }

    /// The settings that apply to all factories of the container. A reset of everything removes
    /// them, and ``push()`` saves them.
    struct Defaults {
        var scope = ScopeReference.unspecified
        var decorator: DecoratorType<Any>?
        var promiseTriggersError = FactoryContext.isDebugBuild
    }

    /// The other settings of the container. Resets do not change them.
    struct Settings {
        var isTraced = false
        var logger: ParameterFactoryType<String, Void> = { print($0) }
        var onLiveDefinition: (@Sendable (_ chain: [String]) -> Void)?
        var now: @Sendable () -> Duration = { start.duration(to: .now) }

        private static let start = ContinuousClock.now
    }

    let state = Locked(State())
    @usableFromInline let readiness = Atomic(false)
    /// The groups that contain a factory that was changed or has a stored scope.
    // Relaxed ordering is sufficient: if a change precedes a resolution, the resolution reads the
    // bit that the change has set.
    private let changedGroups = Atomic<UInt64>(0)

    public init() {}

    /// Removes registrations, contexts and instances. `.all` also removes the other modifiers, and
    /// restores the initial values of ``defaultScope``, the decorator and ``promiseTriggersError``.
    ///
    /// After `.all` and `.registration`, an ``AutoRegistering`` container registers again before
    /// its next use. Singletons are shared by containers, so they are not removed; see
    /// ``Scope/Singleton/reset()``. An instance under construction is returned to the threads that
    /// wait for it, but it is not stored.
    public func reset(options: FactoryResetOptions = .all) {
        willChange(.max)
        change { state in
            let removesRegistrations = options == .all || options == .registration
            if removesRegistrations, !state.autoRegistration.isRunningOnThisThread {
                state.autoRegistration.hasRun = false
            }
            let defaults = options == .all ? exchange(&state.defaults, with: Defaults()) : nil
            return (defaults, state.table.changeSlots { $0.reset(options) })
        }
    }

    /// Removes the instances of a scope.
    public func reset(scope: Scope) {
        let scope = ScopeReference(scope)
        change { state in
            state.table.changeSlots { slot in
                let instances = slot.instances
                slot.instances.removeAll { $0.scope == scope }
                return instances
            }
        }
    }

    /// Saves the state of the container, to be restored by ``pop()``.
    public func push() {
        change { state in
            // If another thread runs `autoRegister()`, a part of the registrations is missing.
            let run = state.autoRegistration
            state.saved.append((state.defaults, run.isComplete || run.isRunningOnThisThread))
            _ = state.table.changeSlots { $0.saved.append(($0.state, $0.instances)) }
        }
    }

    /// Restores the state that was saved last. The state consists of the registrations, the other
    /// modifiers, the instances, ``defaultScope``, the decorator, ``promiseTriggersError``, and
    /// whether `autoRegister()` has run. If no state is saved, this method does nothing.
    public func pop() {
        willChange(.max)
        change { state in
            state.saved.popLast().map { saved in
                state.autoRegistration.hasRun = saved.hasRegistered
                let defaults = exchange(&state.defaults, with: saved.defaults)
                return (defaults, state.table.changeSlots { $0.pop() })
            }
        }
    }

    /// Returns whether a reset with these options would remove nothing. The result does not depend
    /// on scopes, other modifiers, or weak references to released instances.
    public func isEmpty(_ options: FactoryResetOptions) -> Bool {
        switch options {
        case .all:
            isEmpty(.registration) && isEmpty(.context) && isEmpty(.scope)
        case .registration:
            state.withLock { $0.table.slots.allSatisfy { $0.state.registered == nil } }
        case .context:
            state.withLock { $0.table.slots.allSatisfy(\.state.contexts.isEmpty) }
        case .scope:
            // A check may release an object, so it is not under the lock.
            state.withLock { $0.table.slots.flatMap(\.instances.all) }
                .allSatisfy(\.content.isReleased)
        case .none:
            true
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
    /// The scope of factories that specify no scope, or `nil` if such factories are unique.
    public var defaultScope: Scope? {
        get {
            let scope = state.withLock(\.defaults.scope)
            return scope == .unspecified ? nil : scope.scope
        }
        set {
            set(\.defaults.scope, to: newValue.map(ScopeReference.init) ?? .unspecified)
        }
    }

    /// The clock for ``FactoryModifying/timeToLive(_:)``, with an arbitrary origin. Tests can
    /// replace it.
    public var now: @Sendable () -> Duration {
        get { state.withLock(\.settings.now) }
        set { set(\.settings.now, to: newValue) }
    }

    /// Whether resolving a promised factory without a registration stops the program, instead of
    /// returning `nil`. The default is true only in debug builds.
    public var promiseTriggersError: Bool {
        get { state.withLock(\.defaults.promiseTriggersError) }
        set { set(\.defaults.promiseTriggersError, to: newValue) }
    }

    func set<Value>(_ setting: WritableKeyPath<State, Value>, to value: Value) {
        willChange(.max)
        change { exchange(&$0[keyPath: setting], with: value) }
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

    /// Records that factories of some groups may no longer be resolved without a lookup in the
    /// table. Call this before changing a factory.
    ///
    /// - Parameter groups: A bit for each of the 64 groups. The name of a factory determines its
    ///   group.
    func willChange(_ groups: UInt64) {
        changedGroups.bitwiseOr(groups, ordering: .relaxed)
    }

    /// Whether `autoRegister()` has run, or the container does not register automatically.
    @inlinable var isReady: Bool {
        readiness.load(ordering: .acquiring)
    }

    /// Calls `body` with the slot of a factory while the container is locked.
    func withSlot<R>(at location: FactoryLocation, _ body: (inout FactorySlot) -> R) -> R {
        state.withLock { state in
            let number = state.table.define(location)
            return body(&state.table.slots[number])
        }
    }
}

/// The result of the fast path of a resolution. The fast path succeeds only for a factory that has
/// no modifiers other than a scope.
@usableFromInline enum FactoryFinding {
    /// A ``Box`` with the instance.
    case instance(AnyObject)
    /// The instance, which is stored weakly.
    case object(AnyObject)
    /// The caller must call the closure in the box or, if there is none, the definition's closure,
    /// and then `leave()` of its thread.
    case closure(AnyObject?, Unowned<ThreadState>)
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
        if mark == ScopeReference.unspecified.mark,
            changedGroups.load(ordering: .relaxed) & location.group == 0
        {
            guard let thread = ThreadState.enter(location) else { return .none }
            return .closure(nil, thread)
        }
        return state.withLock { $0.find(location, inScope: mark) }
    }

    /// Returns the box of the instance that the container stores for a parameter. Returns `nil` if
    /// the factory must be resolved on the slow path.
    // Inlining this method would slow down the first resolution of other factories.
    @inline(never)
    func findInstance(
        at location: FactoryLocation,
        inScope mark: UInt,
        for parameter: AnyHashable
    ) -> AnyObject? {
        if Trace.isRunning {
            return nil
        }
        let hash = parameter.hashValue
        // The filter copies the instances, because the thread sanitizer would report accesses to
        // shared storage.
        let instances = state.withLock { state in
            state.number(at: location, inScope: mark).map { number, scope in
                state.table.slots[number].instances.byHash[hash, default: []].filter {
                    $0.instance.scope.mark == scope
                }
            }
        }
        // Parameters are compared while no lock is held.
        return instances?.first { $0.key.parameter == parameter }?.instance.content.box
    }
}

extension ContainerManager.State {
    /// Returns the number and the scope of a factory, or `nil` if it must be resolved on the slow
    /// path.
    @inline(__always)
    fileprivate func number(
        at location: FactoryLocation,
        inScope mark: UInt
    ) -> (number: Int, scope: UInt)? {
        guard defaults.decorator == nil, !settings.isTraced, settings.onLiveDefinition == nil,
            autoRegistration.isComplete,
            let number = table.number(at: location), table.slots[number].isPlain
        else { return nil }
        let scope = table.slots[number].state.scope.mark
        if mark != scope, mark != ScopeReference.unspecified.mark {
            // The slow path stores the scope in the container first.
            return nil
        }
        return (number, scope == ScopeReference.unspecified.mark ? defaults.scope.mark : scope)
    }

    // Inlining this method would slow down the resolution of unchanged unique factories.
    @inline(never)
    fileprivate func find(_ location: FactoryLocation, inScope mark: UInt) -> FactoryFinding {
        guard let (number, scope) = number(at: location, inScope: mark) else { return .none }
        switch scope {
        case ScopeReference.unspecified.mark, ScopeReference.unique.mark:
            guard let thread = ThreadState.enter(location) else { return .none }
            return .closure(table.slots[number].state.registered, thread)
        case ScopeReference.singleton.mark:
            return Scope.Singleton.find(location)
        default:
            return table.instance(number, inScope: scope)
        }
    }
}

extension Scope.Singleton {
    /// Finds a singleton in the scope that is bound to the current task.
    fileprivate static func find(_ location: FactoryLocation) -> FactoryFinding {
        // Until a scope is bound, this does not retain the scope.
        let store = Scope.$singleton.unbound?.store ?? Scope.singleton.store
        return store.withLock { table in
            guard let number = table.number(at: location.spanningContainers) else {
                return .none
            }
            return table.instance(number, inScope: ScopeReference.singleton.mark)
        }
    }
}

extension FactoryTable {
    @inline(__always)
    fileprivate func instance(_ number: Int, inScope mark: UInt) -> FactoryFinding {
        if slots[number].instances.common.scope.mark != mark {
            return .none
        }
        let content = slots[number].instances.common.content
        if let box = content.box {
            return .instance(box)
        }
        return content.weakObject.map(FactoryFinding.object) ?? .none
    }
}
