import BoundaryRules

/// What each module reaches, whatever the way.
struct Reach {
    private var reached: [String: Set<String>] = [:]
    private let graph: ModuleGraph

    init(_ graph: ModuleGraph) {
        self.graph = graph
        for module in graph.modules { reached[module.name] = Self.reached(from: module, in: graph) }
    }

    /// Whether a dependency follows from another one of the same module; one in a circle follows from none.
    func implies(from module: String, to other: String) -> Bool {
        guard let module = graph.module(named: module), reached[other]?.contains(module.name) != true else {
            return false
        }
        return module.dependencies.contains { $0 != other && reached[$0]?.contains(other) == true }
    }

    private static func reached(from module: Module, in graph: ModuleGraph) -> Set<String> {
        var reached: Set<String> = []
        var unseen = graph.dependencies(of: module)
        while let next = unseen.popLast() {
            if reached.insert(next.name).inserted { unseen += graph.dependencies(of: next) }
        }
        return reached
    }
}
