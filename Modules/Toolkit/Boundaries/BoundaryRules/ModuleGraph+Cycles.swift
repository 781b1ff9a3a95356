extension ModuleGraph {
    /// Returns dependency cycles, each as a chain that ends with its first module.
    ///
    /// Each cycle begins with a module that is in none of the preceding cycles.
    public func cycles() -> [[String]] {
        var cycles: [[String]] = []
        var seen: Set<String> = []
        for module in cycleCandidates where !seen.contains(module.name) {
            let chains = module.dependencies.map { name in
                name == module.name
                    ? [name] : shortestChains(from: name, to: module.name, limit: 1).first ?? []
            }
            guard let shortest = chains.filter({ !$0.isEmpty }).min(by: { $0.count < $1.count })
            else {
                continue
            }
            cycles.append([module.name] + shortest)
            seen.formUnion(shortest)
        }
        return cycles
    }

    /// The modules that are in a cycle or depend on a module in a cycle.
    ///
    /// These modules remain after repeatedly removing the modules without dependencies.
    private var cycleCandidates: [Module] {
        var counts = Dictionary(firstOf: modules.map { ($0.name, dependencies(of: $0).count) })
        var free = modules.map(\.name).filter { counts[$0] == 0 }
        while let name = free.popLast() {
            for dependent in dependents[name] ?? [] {
                counts[dependent]? -= 1
                if counts[dependent] == 0 {
                    free.append(dependent)
                }
            }
        }
        return modules.filter { counts[$0.name] != 0 }
    }
}
