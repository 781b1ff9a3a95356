import Synchronization

/// A container that registers something before it is first used.
public protocol AutoRegistering {
    /// Called once, before the first resolution from the container or registration in it; again after a reset of its registrations.
    ///
    /// Other threads that use the container wait until it is done; the calling thread may resolve and register. What it registers
    /// does not displace instances that exist already, such as singletons resolved through another container.
    func autoRegister()
}

extension ContainerManager {
    /// Has an ``AutoRegistering`` container register, if it has not, and waits for the thread that does, unless it is this one.
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
        // Once more, if it was undone in the meantime.
        autoRegister()
    }

    /// Whether this thread is inside the container's `autoRegister()`.
    var isAutoRegisteringOnThisThread: Bool {
        isReady.load(ordering: .acquiring) ? false : states.withLock { $0.run?.isOwnedByThisThread == true }
    }

    /// Has the container register again before its next use, unless it resets itself while it registers.
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
