/// The instances of the graph scope live as long as the chain has links. Only the chain's own thread gets to them.
extension ResolutionChain: InstanceStore {
    func step(for key: FactoryKey, in scope: Scope, _ lifetime: Lifetime?) -> InstanceTable.Step {
        let (step, removed) = changeGraph { $0.step(for: key, in: scope, lifetime) }
        return withExtendedLifetime(removed) { step }
    }

    func settle(_ construction: Construction, as content: InstanceTable.Content?) {
        changeGraph { $0.settle(construction, as: content) }
    }

    func remove(_ key: FactoryKey) {
        guard thread.hasGraph else { return }
        withExtendedLifetime(changeGraph { $0.remove(key) }) {}
    }

    private func changeGraph<R>(_ change: (inout InstanceTable) -> R) -> R {
        // Taken out, so that it is changed in place and not copied.
        var graph = thread.takeGraph() ?? InstanceTable()
        defer { thread.putGraph(graph) }
        return change(&graph)
    }

    /// Lets go of the graph if the chain has no links. A `deinit` may resolve, so nothing of the chain is being changed, and no
    /// construction is open, when this is called.
    @usableFromInline package func endGraph() {
        guard thread.depth == 0, thread.hasGraph else { return }
        withExtendedLifetime(thread.takeGraph()) {}
    }
}
