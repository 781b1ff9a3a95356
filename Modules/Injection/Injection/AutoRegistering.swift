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
    /// The container, or nil if it does not register automatically or was released.
    weak var container: (any ManagedContainer & AutoRegistering)?
    /// Whether the container registers automatically, or nil if no factory was defined yet.
    var isNeeded: Bool?
    /// Whether `autoRegister()` has run, or is running.
    var hasRun = false
    var run: Construction?

    var isComplete: Bool {
        isNeeded == false || run == nil && hasRun
    }

    /// Returns the run of `autoRegister()` that is in progress, or begins one. For a new run, also
    /// returns the container, whose method the calling thread must call. Returns nil if no run is
    /// necessary.
    mutating func begin() -> (Construction, (any AutoRegistering)?)? {
        if let run {
            return (run, nil)
        }
        guard !hasRun, let container else { return nil }
        let key = FactoryKey(
            container: type(of: container),
            factory: (any AutoRegistering).self,
            name: "autoRegister()"
        )
        let run = Construction(of: key)
        hasRun = true
        self.run = run
        return (run, container)
    }

    /// Schedules another run, because the thread of the given run has ended.
    mutating func abandon(_ abandoned: Construction) {
        if run === abandoned {
            run = nil
            hasRun = false
        }
    }

    /// Schedules another run after a reset of the container, unless `autoRegister()` itself resets
    /// the container.
    mutating func `repeat`() {
        if run?.isOwnedByThisThread != true {
            hasRun = false
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
        change { state in
            if state.autoRegistration.isNeeded == nil {
                state.autoRegistration.isNeeded = registers
                state.autoRegistration.container = registering
            }
        }
        autoRegister()
    }

    /// Runs the container's `autoRegister()` if it has not run. Waits if another thread is running
    /// it.
    func autoRegister() {
        // The loop repeats if a reset has removed the registrations in the meantime.
        while !isReady, let (run, container) = state.withLock({ $0.autoRegistration.begin() }) {
            if let container {
                run.build {
                    ThreadState.current.run(run.key) {
                        container.autoRegister()
                    }
                    return self
                } store: { _ in
                    change { $0.autoRegistration.run = nil }
                }
            } else if run.isOwnedByThisThread {
                return
            } else if run.waitOrStop() == nil {
                change { $0.autoRegistration.abandon(run) }
            }
        }
    }

    var isAutoRegisteringOnThisThread: Bool {
        isReady ? false : state.withLock { $0.autoRegistration.run?.isOwnedByThisThread == true }
    }
}
