public import BoundaryRules

/// The modules and dependencies that were added or removed between two graphs.
public struct GraphDifference: Sendable, Hashable {
    public let addedModules: [String]
    public let removedModules: [String]
    public let addedEdges: [Dependency]
    public let removedEdges: [Dependency]

    public init(from old: ModuleGraph, to new: ModuleGraph) {
        let before = Set(old.modules.map(\.name))
        let after = Set(new.modules.map(\.name))
        addedModules = after.subtracting(before).sorted()
        removedModules = before.subtracting(after).sorted()
        let oldEdges = Self.edges(of: old)
        let newEdges = Self.edges(of: new)
        addedEdges = Self.sorted(newEdges.subtracting(oldEdges))
        removedEdges = Self.sorted(oldEdges.subtracting(newEdges))
    }

    private static func edges(of graph: ModuleGraph) -> Set<Dependency> {
        Set(
            graph.modules.flatMap { module in
                module.dependencies.map { Dependency(of: module.name, on: $0) }
            }
        )
    }

    private static func sorted(_ edges: Set<Dependency>) -> [Dependency] {
        edges.sorted { ($0.module, $0.dependsOn) < ($1.module, $1.dependsOn) }
    }

    /// Whether nothing was added or removed.
    public var isEmpty: Bool {
        addedModules.isEmpty && removedModules.isEmpty && addedEdges.isEmpty && removedEdges.isEmpty
    }

    /// The changes, each on its own line. The string is empty if there are no changes.
    public var text: String {
        let lines =
            addedModules.map { "+ \($0)" } + removedModules.map { "- \($0)" }
            + addedEdges.map { "+ \($0.module) → \($0.dependsOn)" }
            + removedEdges.map { "- \($0.module) → \($0.dependsOn)" }
        return lines.joined(separator: "\n")
    }

    /// The numbers of added and removed modules and edges.
    public var summary: String {
        "\(addedModules.count.counting("module")) and \(addedEdges.count.counting("edge")) added, "
            + "\(removedModules.count.counting("module")) and \(removedEdges.count.counting("edge")) removed"
    }
}
