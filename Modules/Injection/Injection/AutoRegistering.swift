import Synchronization

/// A container that adds registrations before its first use.
public protocol AutoRegistering {
    /// Adds registrations. Called once before the first resolution or registration, and again after a reset of the registrations. Other threads that use the
    /// container wait until this method returns; the method itself may resolve and register. Its registrations do not release existing instances, such as
    /// singletons resolved through another container.
    func autoRegister()
}

extension ContainerManager {
    /// Runs `autoRegister()` if it has not run. Waits if another thread is running it.
    func autoRegister() {
        if isReady.load(ordering: .acquiring) { return }
        let (run, container, isNew) = states.withLock { states -> (Construction?, (any ManagedContainer)?, Bool) in
            guard states.run == nil, !states.current.hasRegistered, let key = states.autoRegistrationKey else {
                return (states.run, nil, false)
            }
            let run = Construction(of: key)
            states.current.hasRegistered = true
            states.run = run
            return (run, states.registrant, true)
        }
        guard let run, isNew || !run.isOwnedByThisThread else { return }
        if isNew {
            let thread = ThreadState.current
            thread.run(run.key, run) { (container as? any AutoRegistering)?.autoRegister() }
            states.withLock { states in
                states.run = nil
                updateReadiness(states)
            }
            run.finish(with: .success(Box(())))
            thread.endGraph()
        } else {
            _ = run.wait()
        }
        // Again, if a reset removed the registrations in the meantime.
        autoRegister()
    }

    var isAutoRegisteringOnThisThread: Bool {
        isReady.load(ordering: .acquiring) ? false : states.withLock { $0.run?.isOwnedByThisThread == true }
    }

    /// Schedules another `autoRegister()` before the next use, unless the reset is part of `autoRegister()`.
    func repeatAutoRegistration(_ states: inout States) {
        if states.run?.isOwnedByThisThread == true { return }
        states.current.hasRegistered = false
        updateReadiness(states)
    }

    func updateReadiness(_ states: States) {
        let isReady = states.autoRegistrationKey == nil || states.run == nil && states.current.hasRegistered
        self.isReady.store(isReady, ordering: .releasing)
    }
}
