/// A container that adds registrations before its first use.
///
/// Any module can declare the conformance. A class inherits the conformance of its superclass.
public protocol AutoRegistering: ManagedContainer {
    /// Adds registrations. The container calls this method once before the first resolution or
    /// registration, and again after a reset of the registrations.
    ///
    /// Other threads that use the container wait until this method returns. The method itself may
    /// resolve and register. Its registrations do not release existing instances, such as
    /// singletons that were resolved through another container.
    func autoRegister()
}

/// The state of a container's calls to `autoRegister()`.
struct AutoRegistration {
    /// Whether the container registers automatically, or `nil` if it has not defined a factory yet.
    private var isAutomatic: Bool?
    /// The run of `autoRegister()` that is in progress.
    private var run: Construction?
    /// The container, or `nil` if it does not register automatically or was released.
    private(set) weak var container: (any AutoRegistering)?
    /// Whether the registrations of `autoRegister()` exist or are currently being added.
    var hasRun = false

    var isComplete: Bool {
        run == nil && (hasRun || isAutomatic == false)
    }

    var isRunningOnThisThread: Bool {
        run?.isOwnedByThisThread == true
    }

    /// Stores the container of the first factory, or `nil` if it does not register automatically.
    mutating func decide(_ container: (any AutoRegistering)?) {
        if isAutomatic == nil {
            isAutomatic = container != nil
            self.container = container
        }
    }

    /// Returns the run of `autoRegister()` that is in progress, or begins one. Returns `nil` if no
    /// run is necessary.
    mutating func begin() -> ConstructionStep<Construction>? {
        if let run {
            return run.isOwnedByThisThread ? nil : .wait(run)
        }
        guard !hasRun, let container else { return nil }
        let key = FactoryKey(
            container: type(of: container),
            factory: (any AutoRegistering).self,
            name: "autoRegister()"
        )
        let new = Construction(of: key)
        run = new
        hasRun = true
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
        let registering = container as? any AutoRegistering
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
