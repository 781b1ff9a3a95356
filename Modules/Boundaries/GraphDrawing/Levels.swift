import BoundaryRules

/// How high each module stands: one above the highest that it depends on.
struct Levels {
    private var levels: [String: Int] = [:]
    private var next: [String: String] = [:]
    private let graph: ModuleGraph

    init(of graph: ModuleGraph) {
        self.graph = graph
        for module in graph.modules { _ = measure(module, path: []) }
    }

    /// The level of a module, from 1.
    subscript(_ module: Module) -> Int { levels[module.name] ?? 1 }

    /// The longest chain of dependencies.
    var longestPath: [String] {
        guard let top = graph.modules.max(by: { self[$0] < self[$1] }) else { return [] }
        var path = [top.name]
        while let last = path.last, let name = next[last] { path.append(name) }
        return path
    }

    /// Measures a module, depth first; a dependency that leads back into the path is passed over.
    private mutating func measure(_ module: Module, path: Set<String>) -> Int {
        if let level = levels[module.name] { return level }
        let path = path.union([module.name])
        var highest = 0
        for other in graph.dependencies(of: module) where !path.contains(other.name) {
            let level = measure(other, path: path)
            if level > highest { (highest, next[module.name]) = (level, other.name) }
        }
        levels[module.name] = highest + 1
        return highest + 1
    }
}
