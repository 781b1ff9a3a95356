/// A container that adds registrations before its first use.
///
/// Declare the conformance in the module that declares the container. Only ``Container`` can
/// conform in any module; see ``ManagedContainer/registersAutomatically``.
public protocol AutoRegistering {
    /// Adds registrations. The container calls this method once before the first resolution or
    /// registration, and again after a reset of the registrations.
    ///
    /// Other threads that use the container wait until this method returns. The method itself may
    /// resolve and register. Its registrations do not release existing instances, such as
    /// singletons that were resolved through another container.
    func autoRegister()
}

extension ManagedContainer {
    public static var registersAutomatically: Bool {
        false
    }
}

extension ManagedContainer where Self: AutoRegistering {
    public static var registersAutomatically: Bool {
        true
    }
}

/// The state of a container's calls to `autoRegister()`.
struct AutoRegistration {
    private enum Phase {
        /// The container has not defined a factory yet.
        case undecided
        /// The container does not register automatically.
        case none
        /// The next use of the container calls `autoRegister()`.
        case due
        case running
        case done
    }

    private var phase = Phase.undecided
    /// The run of `autoRegister()` that is in progress. During the run, the phase is `due` if the
    /// registrations were removed, and `done` if they were restored.
    private var run: Construction?
    /// The container, or `nil` if it does not register automatically or was released.
    private(set) weak var container: (any ManagedContainer & AutoRegistering)?

    var isComplete: Bool {
        run == nil && (phase == .none || phase == .done)
    }

    var isRunningOnThisThread: Bool {
        run?.isOwnedByThisThread == true
    }

    /// Whether the registrations of `autoRegister()` exist or are currently being added.
    var hasRun: Bool {
        get { phase == .running || phase == .done }
        set {
            if phase != .undecided, phase != .none {
                phase = newValue ? .done : .due
            }
        }
    }

    /// Stores the container of the first factory, or `nil` if it does not register automatically.
    mutating func decide(_ container: (any ManagedContainer & AutoRegistering)?) {
        if phase == .undecided {
            phase = container == nil ? .none : .due
            self.container = container
        }
    }

    /// Returns the run of `autoRegister()` that is in progress, or begins one. Returns `nil` if no
    /// run is necessary.
    mutating func begin() -> ConstructionStep<Construction>? {
        if let run {
            return run.isOwnedByThisThread ? nil : .wait(run)
        }
        guard phase == .due, let container else { return nil }
        let key = FactoryKey(
            container: type(of: container),
            factory: (any AutoRegistering).self,
            name: "autoRegister()"
        )
        let new = Construction(of: key)
        run = new
        phase = .running
        return .build(new)
    }

    /// Ends a run, or schedules another one if the thread of the run has ended.
    mutating func end(_ ended: Construction, isComplete: Bool) {
        if run === ended {
            run = nil
            hasRun = hasRun && isComplete
        }
    }
}

extension ContainerManager {
    /// Determines whether the container registers automatically, and runs `autoRegister()` if that
    /// is still necessary.
    @usableFromInline
    func prepare(for container: any ManagedContainer) {
        let type = type(of: container)
        let registers = type.registersAutomatically
        assert(
            registers || !(container is any AutoRegistering),
            """
            \(type) conforms to AutoRegistering outside the module of its class, under a condition, \
            or as a subclass; declare 'static var registersAutomatically: Bool { self is any \
            AutoRegistering.Type }' in the class that conforms to ManagedContainer
            """
        )
        let registering = registers ? container as? any ManagedContainer & AutoRegistering : nil
        change { $0.autoRegistration.decide(registering) }
        autoRegister()
    }

    /// Runs the container's `autoRegister()` if it has not run, or waits for another thread that is
    /// running it.
    func autoRegister() {
        // The loop repeats if a reset has removed the registrations in the meantime.
        while !isReady {
            let registered = Construction.objectOrStop {
                state.withLock { $0.autoRegistration.begin() }
            } make: { key in
                ThreadState.current.run(key) {
                    state.withLock { $0.autoRegistration.container }?.autoRegister()
                }
                return self
            } settle: { run, manager in
                change { $0.autoRegistration.end(run, isComplete: manager != nil) }
            }
            if registered == nil {
                return
            }
        }
    }

    var isAutoRegisteringOnThisThread: Bool {
        !isReady && state.withLock(\.autoRegistration.isRunningOnThisThread)
    }
}
