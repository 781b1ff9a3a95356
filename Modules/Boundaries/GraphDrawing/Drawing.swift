public import BoundaryRules

public struct Drawing: Sendable {
    /// The parts of a graph that are drawn: by default the production modules of the package,
    /// without implied edges.
    public struct Options: Sendable, Hashable {
        public var showsTests = false
        public var showsExternal = false
        public var showsEveryEdge = false
        /// Whether the picture is the transitive reduction of the graph: broken edges that other
        /// edges imply are left out too.
        public var isReduced = false
        /// The module to draw with its dependencies and dependents, or `nil` to draw all modules.
        public var center: String?
        /// The module to draw with all modules that it uses, or `nil` to draw all modules.
        public var root: String?
        public init() {}
    }

    public struct Row: Sendable, Hashable {
        /// The name of their layer, or `nil` if the package has no layers.
        public let name: String?
        /// The modules, ordered by the length of their longest chain of dependencies, descending.
        public let modules: [Module]
    }

    public struct Edge: Sendable, Hashable {
        public let from: String
        public let to: String
        /// The rule that the edge breaks, if any.
        public let brokenRule: Rule?
        /// Whether other edges imply this edge.
        public let isImplied: Bool
        /// Whether the manifest declares the dependency. Otherwise, only an import exists.
        public let isDeclared: Bool
    }

    public let rows: [Row]
    /// All edges among the modules of the rows, in the order of the manifest.
    public let edges: [Edge]
    /// The number of modules in the longest chain. Edges that break a rule do not count.
    public var height: Int { longestPath.count }
    /// The longest chain of dependencies, or the first of several in the order of the manifest.
    public let longestPath: [String]
    private let options: Options

    /// Arranges a graph. A violation marks its edge as broken.
    public init(
        of graph: ModuleGraph,
        rules: LayerRules,
        violations: [Violation] = [],
        options: Options = Options()
    ) {
        let broken = Self.brokenEdges(violations, in: graph)
        let whole = graph.mapDependencies { module in
            module.dependencies
                + (broken[module.name] ?? [:]).keys.sorted().filter {
                    !module.dependencies.contains($0)
                }
        }
        let shown = Self.choose(from: whole, options)
        // Broken edges do not determine the position of a module.
        let intact = shown.mapDependencies { module in
            module.dependencies.filter { broken[module.name]?[$0] == nil }
        }
        let levels = Levels(of: intact)
        let reachable = Self.reachable(in: intact)
        self.options = options
        rows = Self.rows(of: shown, rules: rules, levels: levels)
        longestPath = levels.longestPath
        edges = shown.modules.flatMap { module in
            shown.dependencies(of: module).map { other in
                let declared = graph.module(named: module.name)?.dependencies
                // An edge of a cycle is never implied.
                let isInCycle = reachable[other.name]?.contains(module.name) == true
                let isImplied = intact.module(named: module.name)?.dependencies.contains {
                    $0 != other.name && reachable[$0]?.contains(other.name) == true
                }
                return Edge(
                    from: module.name,
                    to: other.name,
                    brokenRule: broken[module.name]?[other.name],
                    isImplied: !isInCycle && isImplied == true,
                    isDeclared: declared?.contains(other.name) == true
                )
            }
        }
    }

    /// The edges to draw: edges that others do not imply, and broken edges unless the picture is a
    /// transitive reduction.
    public var drawnEdges: [Edge] {
        edges.filter { edge in
            if options.showsEveryEdge || !edge.isImplied {
                return true
            }
            return edge.brokenRule != nil && !options.isReduced
        }
    }
    public var modules: [Module] { rows.flatMap(\.modules) }

    /// The number of modules and edges and the height in one line, and the longest path in another.
    public var summary: String {
        let drawn = drawnEdges
        let hidden = edges.count - drawn.count
        let broken = edges.count { $0.brokenRule != nil }
        let hiddenBroken = broken - drawn.count { $0.brokenRule != nil }
        let hiddenCount = hiddenBroken > 0 ? " (\(hiddenBroken) not drawn)" : ""
        let counts = [
            modules.count.counting("module"),
            edges.count.counting("edge")
                + (hidden > 0 ? " (\(hidden) that follow from others are not drawn)" : ""),
            (broken > 0 ? "\(broken)" : "none") + " broken" + hiddenCount,
            "height \(height)" + (broken > 0 ? " without these" : ""),
        ]
        let path =
            longestPath.isEmpty ? "" : "\nlongest path: \(longestPath.joined(separator: " → "))"
        return counts.joined(separator: ", ") + path
    }
}

// MARK: - Arrangement

extension Drawing {
    private static func brokenEdges(
        _ violations: [Violation],
        in graph: ModuleGraph
    ) -> [String: [String: Rule]] {
        var broken: [String: [String: Rule]] = [:]
        for violation in violations where violation.severity == .error {
            if violation.rule == .dependencyCycle {
                for (from, to) in zip(violation.chain, violation.chain.dropFirst()) {
                    broken[from, default: [:]][to] = .dependencyCycle
                }
            } else if violation.rule != .forbiddenReach, let other = violation.subject,
                graph.module(named: other) != nil
            {
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
        let below = options.root.map { (reachable(in: graph)[$0] ?? []).union([$0]) }
        return ModuleGraph(
            graph.modules.filter { module in
                guard near?.contains(module.name) != false, below?.contains(module.name) != false
                else {
                    return false
                }
                switch module.kind {
                case .test: return options.showsTests || module.name == options.center
                case .external: return options.showsExternal || module.name == options.center
                case .plugin: return false
                case .library, .executable, .macro, .clang, .system: return true
                }
            }
        )
    }

    private static func rows(of graph: ModuleGraph, rules: LayerRules, levels: Levels) -> [Row] {
        let groups = Dictionary(grouping: graph.modules) { module in
            rules.layer(of: module)?.name ?? (rules.layers.isEmpty ? "\(levels[module])" : "")
        }
        let sorted = groups.sorted { a, b in
            let top = a.value.map { levels[$0] }.max() ?? 0
            let other = b.value.map { levels[$0] }.max() ?? 0
            return (-top, a.key) < (-other, b.key)
        }
        return sorted.map { name, modules in
            Row(
                name: rules.layers.isEmpty || name.isEmpty ? nil : name,
                modules: modules.sorted { (-levels[$0], $0.name) < (-levels[$1], $1.name) }
            )
        }
    }

    private static func reachable(in graph: ModuleGraph) -> [String: Set<String>] {
        var reachable: [String: Set<String>] = [:]
        for module in graph.modules {
            var found: Set<String> = []
            var unseen = graph.dependencies(of: module)
            while let next = unseen.popLast() {
                if found.insert(next.name).inserted {
                    unseen += graph.dependencies(of: next)
                }
            }
            reachable[module.name] = found
        }
        return reachable
    }
}

/// The level of each module: one above the highest of its dependencies.
private struct Levels {
    private var levels: [String: Int] = [:]
    private var next: [String: String] = [:]
    private let graph: ModuleGraph

    init(of graph: ModuleGraph) {
        self.graph = graph
        for module in graph.modules {
            _ = measure(module, path: [])
        }
    }

    subscript(_ module: Module) -> Int {
        levels[module.name] ?? 1
    }

    var longestPath: [String] {
        guard let top = graph.modules.max(by: { self[$0] < self[$1] }) else {
            return []
        }
        var path = [top.name]
        while let last = path.last, let name = next[last] {
            path.append(name)
        }
        return path
    }

    /// Measures a module depth first, ignoring dependencies that lead back into the path.
    private mutating func measure(_ module: Module, path: Set<String>) -> Int {
        if let level = levels[module.name] {
            return level
        }
        let path = path.union([module.name])
        var highest = 0
        for other in graph.dependencies(of: module) where !path.contains(other.name) {
            let level = measure(other, path: path)
            if level > highest {
                highest = level
                next[module.name] = other.name
            }
        }
        levels[module.name] = highest + 1
        return highest + 1
    }
}
