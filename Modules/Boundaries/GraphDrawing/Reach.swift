import BoundaryRules

/// What each module reaches, whatever the way, through edges that break no rule.
struct Reach {
    private var reached: [String: Set<String>] = [:]
    private let sound: [String: [String]]

    /// Follows the edges of a graph but for broken ones, which are given by the names of their ends.
    init(_ graph: ModuleGraph, without broken: [String: [String: Rule]]) {
        let sound = Dictionary(
            graph.modules.map { module in
                (module.name, graph.dependencies(of: module).map(\.name).filter { broken[module.name]?[$0] == nil })
            }, uniquingKeysWith: { first, _ in first })
        self.sound = sound
        for module in graph.modules { reached[module.name] = Self.reached(from: module.name, through: sound) }
    }

    /// Whether a dependency follows from another one of the same module; one in a circle follows from none.
    func implies(from module: Module, to other: Module) -> Bool {
        guard reached[other.name]?.contains(module.name) != true else { return false }
        return (sound[module.name] ?? []).contains { middle in
            middle != other.name && reached[middle]?.contains(other.name) == true
        }
    }

    private static func reached(from start: String, through edges: [String: [String]]) -> Set<String> {
        var reached: Set<String> = []
        var unseen = edges[start] ?? []
        while let next = unseen.popLast() {
            if reached.insert(next).inserted { unseen += edges[next] ?? [] }
        }
        return reached
    }
}
