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
    enum AutoRegistration {
        case pending
        case running(Construction)
        case done

        /// The run that is not finished.
        var run: Construction? {
            if case .running(let run) = self { run } else { nil }
        }
    }

    /// Has an ``AutoRegistering`` container register, if it has not, and waits for the thread that does, unless it is this one.
    func autoRegister() {
        if isReady.load(ordering: .acquiring) { return }
        let (run, container, isNew) = states.withLock { states -> (Construction?, (any ManagedContainer)?, Bool) in
            guard states.run == nil, case .pending = states.current.autoRegistration,
                let key = states.autoRegistrationKey
            else { return (states.run, nil, false) }
            let run = Construction(of: key)
            states.current.autoRegistration = .running(run)
            states.run = run
            return (run, states.registrant, true)
        }
        guard let run, isNew || !run.isOwnedByThisThread else { return }
        if isNew {
            ThreadState.current.run(run.key, run) { (container as? any AutoRegistering)?.autoRegister() }
            finishAutoRegistration(run)
        } else {
            _ = run.wait()
        }
        // Once more, if it was undone in the meantime.
        autoRegister()
    }

    /// Whether this thread is inside the container's `autoRegister()`.
    var isAutoRegisteringOnThisThread: Bool {
        if isReady.load(ordering: .acquiring) { return false }
        return states.withLock { $0.run?.isOwnedByThisThread == true }
    }

    /// Has the container register again before its next use, unless it resets itself while it registers.
    func repeatAutoRegistration(_ states: inout States) {
        if states.current.autoRegistration.run?.isOwnedByThisThread == true { return }
        states.current.autoRegistration = .pending
        updateReadiness(states)
    }

    func updateReadiness(_ states: States) {
        let isDone = if case .done = states.current.autoRegistration { true } else { false }
        isReady.store(isDone || states.autoRegistrationKey == nil, ordering: .releasing)
    }

    private func finishAutoRegistration(_ run: Construction) {
        states.withLock { states in
            states.run = nil
            for index in states.pushed.indices where states.pushed[index].autoRegistration.run === run {
                states.pushed[index].autoRegistration = .done
            }
            if states.current.autoRegistration.run === run { states.current.autoRegistration = .done }
            updateReadiness(states)
        }
        run.finish(with: .success(Box(())))
        ThreadState.current.endGraph()
    }
}
