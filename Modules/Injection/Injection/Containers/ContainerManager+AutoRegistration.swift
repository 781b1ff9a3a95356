import Synchronization

extension ContainerManager {
    enum AutoRegistration {
        case pending
        case running(Construction)
        case done

        var isDone: Bool {
            if case .done = self { true } else { false }
        }

        /// The run that is under way.
        var run: Construction? {
            if case .running(let run) = self { run } else { nil }
        }
    }

    /// Lets an ``AutoRegistering`` container register, if it has not, and waits for the thread that is at it, unless it is this one.
    func autoRegister(_ container: any ManagedContainer) {
        if isAutoRegistered.load(ordering: .acquiring) { return }
        let key = FactoryKey(
            container: type(of: container), factory: (any AutoRegistering).self, name: "autoRegister()", fileID: nil)
        let own = Construction(of: key)
        let run = states.withLock { states in
            if states.run == nil, case .pending = states.current.autoRegistration {
                states.current.autoRegistration = .running(own)
                states.run = own
            }
            return states.run
        }
        guard let run, run === own || !run.isOwnedByThisThread else { return }
        if run === own {
            if let container = container as? any AutoRegistering {
                ResolutionChain.current.run(key, own) { container.autoRegister() }
            }
            finishAutoRegistration(own)
        } else {
            _ = run.wait()
        }
        // Once more, if it was undone in the meantime.
        autoRegister(container)
    }

    /// Whether this thread is inside the container's `autoRegister()`.
    var isAutoRegisteringOnThisThread: Bool {
        if isAutoRegistered.load(ordering: .acquiring) { return false }
        return states.withLock { $0.run?.isOwnedByThisThread == true }
    }

    /// Makes the container register again before its next use, unless it is at it and resets itself.
    func repeatAutoRegistration(_ state: inout State) {
        if state.autoRegistration.run?.isOwnedByThisThread == true { return }
        state.autoRegistration = .pending
        isAutoRegistered.store(false, ordering: .releasing)
    }

    private func finishAutoRegistration(_ run: Construction) {
        states.withLock { states in
            states.run = nil
            for index in states.pushed.indices where states.pushed[index].autoRegistration.run === run {
                states.pushed[index].autoRegistration = .done
            }
            guard states.current.autoRegistration.run === run else { return }
            states.current.autoRegistration = .done
            isAutoRegistered.store(true, ordering: .releasing)
        }
        run.finish(with: .success(Box(())))
        ResolutionChain.current.endGraph()
    }
}
