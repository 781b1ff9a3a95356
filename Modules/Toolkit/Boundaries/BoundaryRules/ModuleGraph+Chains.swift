extension ModuleGraph {
    /// Returns the shortest chains of declared dependencies from one module to another.
    ///
    /// Each chain includes both ends. The chains are in the order in which the manifest declares
    /// the dependencies.
    ///
    /// - Parameter limit: The maximum number of chains to return, because a graph can have
    ///   exponentially many chains.
    /// - Complexity: O(modules + dependencies), plus the length of the result.
    public func shortestChains(
        from start: String,
        to end: String,
        limit: Int = .max
    ) -> [[String]] {
        let distances = distances(to: end)
        guard start != end, distances[start] != nil else {
            return []
        }
        var chains: [[String]] = []
        var unfinished = [[start]]
        while let chain = unfinished.popLast(), chains.count < limit {
            guard let last = chain.last, let module = module(named: last), last != end,
                let distance = distances[last]
            else {
                chains.append(chain)
                continue
            }
            let next = module.dependencies.filter { distances[$0] == distance - 1 }
            unfinished += next.reversed().map { chain + [$0] }
        }
        return chains
    }

    private func distances(to end: String) -> [String: Int] {
        var distances = [end: 0]
        var front = [end]
        var distance = 0
        while !front.isEmpty {
            distance += 1
            let next = Set(front.flatMap { dependents[$0] ?? [] }).filter { distances[$0] == nil }
            for name in next {
                distances[name] = distance
            }
            front = Array(next)
        }
        return distances
    }
}
