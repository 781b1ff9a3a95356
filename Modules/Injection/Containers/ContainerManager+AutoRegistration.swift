import Synchronization

extension ContainerManager {
    enum AutoRegistration {
        case pending
        case running(Construction)
        case done

        var isDone: Bool {
            if case .done = self { true } else { false }
        }

        /// Whether it is the given run.
        func isRunning(_ run: Construction) -> Bool {
            if case .running(let current) = self { current === run } else { false }
        }
    }

    /// Lets an ``AutoRegistering`` container register, if it has not, and waits for the thread that is at it, unless it is this one.
    func autoRegister(_ container: any ManagedContainer) {
        if isAutoRegistered.load(ordering: .acquiring) { return }
        let key = FactoryKey(
            container: type(of: container), factory: (any AutoRegistering).self, name: "autoRegister()", fileID: nil)
        let (run, isNew) = states.withLock { states -> (Construction?, Bool) in
            switch states.current.autoRegistration {
            case .done: return (nil, false)
            case .running(let run): return (run, false)
            case .pending:
                let run = Construction(of: key)
                states.current.autoRegistration = .running(run)
                return (run, true)
            }
        }
        guard let run else { return }
        if isNew {
            if let container = container as? any AutoRegistering {
                ResolutionChain.current.run(key, run) { container.autoRegister() }
            }
            finishAutoRegistration(run)
        } else if !run.isOwnedByThisThread {
            _ = run.wait()
        }
    }

    /// Whether this thread is inside the container's `autoRegister()`.
    var isAutoRegisteringOnThisThread: Bool {
        if isAutoRegistered.load(ordering: .acquiring) { return false }
        return states.withLock { states in
            if case .running(let run) = states.current.autoRegistration { run.isOwnedByThisThread } else { false }
        }
    }

    /// Makes the container register again before its next use, unless it is at it and resets itself.
    func repeatAutoRegistration(_ state: inout State) {
        if case .running(let run) = state.autoRegistration, run.isOwnedByThisThread { return }
        state.autoRegistration = .pending
        isAutoRegistered.store(false, ordering: .releasing)
    }

    private func finishAutoRegistration(_ run: Construction) {
        states.withLock { states in
            for index in states.pushed.indices where states.pushed[index].autoRegistration.isRunning(run) {
                states.pushed[index].autoRegistration = .done
            }
            guard states.current.autoRegistration.isRunning(run) else { return }
            states.current.autoRegistration = .done
            isAutoRegistered.store(true, ordering: .releasing)
        }
        run.finish(with: .success(Box(())))
    }
}
