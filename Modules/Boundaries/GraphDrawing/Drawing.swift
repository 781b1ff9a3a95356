public import BoundaryRules

/// The modules of a package and their dependencies, arranged to be drawn.
public struct Drawing: Sendable {
    /// What is drawn.
    public struct Options: Sendable, Hashable {
        /// Whether test targets are drawn.
        public var showsTests = false
        /// Whether products of other packages are drawn.
        public var showsForeign = false
        /// Whether dependencies are drawn that follow from others.
        public var showsEveryEdge = false
        /// The one module to draw, with those that it depends on and those that depend on it; nil for all.
        public var center: String?

        /// The production modules of the package, with no edge that follows from others.
        public init() {}
    }

    /// Modules side by side.
    public struct Row: Sendable, Hashable {
        /// The name of their layer; nil when the package has no layers.
        public let name: String?
        /// The modules, the ones that depend on most first.
        public let modules: [Module]
    }

    /// A dependency.
    public struct Edge: Sendable, Hashable {
        /// The name of the module that depends on another.
        public let from: String
        /// The name of the other.
        public let to: String
        /// The rule that it breaks, if any.
        public let brokenRule: Rule?
        /// Whether it follows from other edges.
        public let isImplied: Bool
    }

    /// The rows, from top to bottom.
    public let rows: [Row]
    /// All edges among the modules of the rows, in the order of the manifest.
    public let edges: [Edge]
    /// How many modules lie on the longest path; edges that break a rule do not count.
    public let height: Int
    /// The longest chain of dependencies; of several, the first in the order of the manifest.
    public let longestPath: [String]
    private let options: Options

    /// Arranges a graph; a violation makes its edge a broken one.
    public init(of graph: ModuleGraph, rules: LayerRules, violations: [Violation] = [], options: Options = Options()) {
        let broken = Self.brokenEdges(violations, in: graph)
        let whole = graph.mapDependencies { module in
            module.dependencies
                + (broken[module.name] ?? [:]).keys.sorted().filter { !module.dependencies.contains($0) }
        }
        let shown = Self.choose(from: whole, options)
        // What is broken says nothing of how modules should stand.
        let sound = shown.mapDependencies { module in module.dependencies.filter { broken[module.name]?[$0] == nil } }
        let (levels, reach) = (Levels(of: sound), Reach(sound))
        self.options = options
        rows = Self.rows(of: shown, rules: rules, levels: levels)
        edges = shown.modules.flatMap { module in
            shown.dependencies(of: module).map { other in
                Edge(
                    from: module.name, to: other.name, brokenRule: broken[module.name]?[other.name],
                    isImplied: reach.implies(from: module.name, to: other.name))
            }
        }
        (height, longestPath) = (levels.longestPath.count, levels.longestPath)
    }

    /// The edges to draw: the broken ones, and those that do not follow from others.
    public var drawnEdges: [Edge] {
        edges.filter { options.showsEveryEdge || !$0.isImplied || $0.brokenRule != nil }
    }

    /// All modules, row by row.
    public var modules: [Module] { rows.flatMap(\.modules) }

    /// Modules, edges and height in one line, and the longest path in another.
    public var summary: String {
        let hidden = edges.count - drawnEdges.count
        let broken = edges.count { $0.brokenRule != nil }
        let counts = [
            "\(modules.count) modules",
            "\(edges.count) edges" + (hidden > 0 ? " (\(hidden) that follow from others are not drawn)" : ""),
            broken > 0 ? "\(broken) broken, height \(height) without these" : "none broken, height \(height)",
        ]
        let path = longestPath.isEmpty ? "" : "\nlongest path: \(longestPath.joined(separator: " → "))"
        return counts.joined(separator: ", ") + path
    }

    /// The rules that edges break, by the names of their ends.
    private static func brokenEdges(_ violations: [Violation], in graph: ModuleGraph) -> [String: [String: Rule]] {
        var broken: [String: [String: Rule]] = [:]
        for violation in violations where violation.rule.severity == .error {
            if violation.rule == .circle {
                for (from, to) in zip(violation.chain, violation.chain.dropFirst()) {
                    broken[from, default: [:]][to] = .circle
                }
            } else if let other = violation.subject, graph.module(named: other) != nil {
                broken[violation.module, default: [:]][other] = violation.rule
            }
        }
        return broken
    }

    private static func choose(from graph: ModuleGraph, _ options: Options) -> ModuleGraph {
        let near = options.center.map { center in
            Set(graph.modules.filter { $0.dependencies.contains(center) }.map(\.name) + [center])
                .union(graph.module(named: center)?.dependencies ?? [])
        }
        return ModuleGraph(
            graph.modules.filter { module in
                guard near?.contains(module.name) != false else { return false }
                switch module.kind {
                case .test: return options.showsTests || module.name == options.center
                case .external: return options.showsForeign || module.name == options.center
                case .plugin: return false
                case .library, .executable, .macro, .clang, .system: return true
                }
            })
    }

    private static func rows(of graph: ModuleGraph, rules: LayerRules, levels: Levels) -> [Row] {
        let groups = Dictionary(grouping: graph.modules) { module in
            rules.layer(of: module)?.name ?? (rules.layers.isEmpty ? "\(levels[module])" : "")
        }
        let sorted = groups.sorted { a, b in
            let (top, other) = (a.value.map { levels[$0] }.max() ?? 0, b.value.map { levels[$0] }.max() ?? 0)
            return (-top, a.key) < (-other, b.key)
        }
        return sorted.map { name, modules in
            Row(
                name: rules.layers.isEmpty || name.isEmpty ? nil : name,
                modules: modules.sorted { (-levels[$0], $0.name) < (-levels[$1], $1.name) })
        }
    }
}
