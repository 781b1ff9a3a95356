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

    /// The changes as a Mermaid flowchart. Added edges are thick, and removed edges are dotted.
    public var mermaid: String {
        let ends = (addedEdges + removedEdges).flatMap { [$0.module, $0.dependsOn] }
        let nodes = Set(ends + addedModules + removedModules).sorted().map { name in
            let node = "    \(Self.id(name))[\"\(name)\"]"
            if addedModules.contains(name) {
                return node + ":::added"
            }
            return removedModules.contains(name) ? node + ":::removed" : node
        }
        let edges =
            addedEdges.map { "    \(Self.id($0.module)) ==>|added| \(Self.id($0.dependsOn))" }
            + removedEdges.map {
                "    \(Self.id($0.module)) -.->|removed| \(Self.id($0.dependsOn))"
            }
        if isEmpty {
            return "flowchart TD\n    none[\"no modules or edges were added or removed\"]"
        }
        let styles = [
            "    classDef added stroke:#2da44e,stroke-width:2px",
            "    classDef removed stroke:#cf222e,stroke-dasharray:4",
        ]
        return (["flowchart TD"] + nodes + edges + styles).joined(separator: "\n")
    }

    // The prefix is necessary because some words, such as `end`, are Mermaid keywords.
    private static func id(_ name: String) -> String {
        "m_" + name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
    }
}
