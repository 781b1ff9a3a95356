/// The instances of the graph scope live as long as the chain has links. Only the chain's own thread gets to them.
extension ResolutionChain: InstanceStore {
    func step(for key: FactoryKey, in scope: Scope, _ lifetime: Lifetime?) -> InstanceTable.Step {
        var table = thread.takeGraph() ?? InstanceTable()
        let (step, removed) = table.step(for: key, in: scope, lifetime)
        thread.graph = table
        withExtendedLifetime(removed) {}
        return step
    }

    func settle(_ construction: Construction, as content: InstanceTable.Content?) {
        // The construction was the last link, and if it was the only one, nobody is left to share the instance with.
        thread.graph?.settle(construction, as: content)
    }

    func remove(_ key: FactoryKey) {
        let removed = thread.graph?.remove(key)
        withExtendedLifetime(removed) {}
    }

    /// Lets go of the graph if the chain has no links. A `deinit` may resolve, so nothing of the chain is being changed, and no
    /// construction is open, when this is called.
    @usableFromInline package func endGraph() {
        guard thread.depth == 0, thread.hasGraph else { return }
        withExtendedLifetime(thread.takeGraph()) {}
    }
}
