public import BoundaryRules

public struct Drawing: Sendable {
    public struct Row: Sendable, Hashable {
        /// The name of the layer whose modules are in the row. If the package has no layers, the
        /// name is that of the package, or `nil` if there is only one package.
        public let name: String?
        /// The modules, sorted by the length of their longest chain of dependencies, longest first.
        public let modules: [Module]
    }

    public struct Edge: Sendable, Hashable {
        public let from: String
        public let to: String
        /// The rule that the edge breaks, or `nil` if it breaks no rule.
        public let brokenRule: Rule?
        /// Whether other edges imply this edge, because a chain of them leads to the same module.
        public let isImplied: Bool
        /// Whether the manifest declares the dependency. If not, a file imports the module without
        /// a declared dependency.
        public let isDeclared: Bool
    }

    public let rows: [Row]
    /// All edges between the drawn modules, in the order of the manifest.
    public let edges: [Edge]
    /// The number of modules in the longest chain. Edges that break a rule do not count.
    public var height: Int { longestPath.count }
    /// The longest chain of dependencies. If several chains are equally long, the first one in the
    /// order of the manifest takes precedence.
    public let longestPath: [String]
    private let isComplete: Bool

    /// Creates a drawing of a graph. Edges with a violation are marked as broken.
    ///
    /// - Parameters:
    ///   - root: The module that is drawn with all its direct and indirect dependencies, or `nil`
    ///     to draw all modules.
    ///   - isComplete: Whether to draw tests, products of other packages that a module uses, and
    ///     implied edges that break no rule.
    public init(
        of graph: ModuleGraph,
        rules: LayerRules,
        violations: [Violation] = [],
        root: String? = nil,
        isComplete: Bool = false
    ) {
        let broken = Self.brokenEdges(violations, in: graph)
        let whole = graph.mapDependencies { module in
            let others = (broken[module.name] ?? [:]).keys.sorted()
            return module.dependencies + others.filter { !module.dependencies.contains($0) }
        }
        let shown = Self.choose(from: whole, root: root, isComplete: isComplete)
        // Edges that break a rule do not affect the position of a module.
        let intact = shown.mapDependencies { module in
            module.dependencies.filter { broken[module.name]?[$0] == nil }
        }
        let levels = Levels(of: intact)
        self.isComplete = isComplete
        rows = Self.rows(of: shown, rules: rules, levels: levels)
        longestPath = levels.longestPath
        edges = Self.edges(
            of: shown,
            broken: broken,
            intact: intact,
            reachability: Reachability(of: levels.order),
            declaredIn: graph
        )
    }

    /// The edges to draw. By default, these are the edges that break a rule and all edges that
    /// other edges do not imply.
    public var drawnEdges: [Edge] {
        edges.filter { edge in
            isComplete || !edge.isImplied || edge.brokenRule != nil
        }
    }
    public var modules: [Module] { rows.flatMap(\.modules) }

    /// Two lines of text. The first line contains the height and the numbers of modules and edges,
    /// and the second line contains the longest path.
    public var summary: String {
        let drawn = drawnEdges
        let hidden = edges.count - drawn.count
        let broken = edges.count { $0.brokenRule != nil }
        var text = "\(modules.count.counting("module")), \(edges.count.counting("edge"))"
        if hidden > 0 {
            text += " (\(hidden) implied by others are not drawn)"
        }
        text += broken > 0 ? ", \(broken) broken" : ", none broken"
        text += ", height \(height)"
        if broken > 0 {
            text += " without broken edges"
        }
        if !longestPath.isEmpty {
            text += "\nlongest path: \(longestPath.joined(separator: " → "))"
        }
        return text
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
            } else if violation.rule != .forbiddenReach, let other = violation.other,
                graph.module(named: other) != nil
            {
                broken[violation.module, default: [:]][other] = violation.rule
            }
        }
        return broken
    }

    /// Returns the edges of a graph. `intact` is the graph without the broken edges.
    private static func edges(
        of graph: ModuleGraph,
        broken: [String: [String: Rule]],
        intact: ModuleGraph,
        reachability: Reachability,
        declaredIn declared: ModuleGraph
    ) -> [Edge] {
        graph.modules.flatMap { module in
            graph.dependencies(of: module).map { other in
                // An edge in a cycle is never implied.
                let isInCycle = reachability.contains(other.name, module.name)
                let isImplied = intact.module(named: module.name)?.dependencies.contains {
                    $0 != other.name && reachability.contains($0, other.name)
                }
                let dependencies = declared.module(named: module.name)?.dependencies
                return Edge(
                    from: module.name,
                    to: other.name,
                    brokenRule: broken[module.name]?[other.name],
                    isImplied: !isInCycle && isImplied == true,
                    isDeclared: dependencies?.contains(other.name) == true
                )
            }
        }
    }

    private static func choose(
        from graph: ModuleGraph,
        root: String?,
        isComplete: Bool
    ) -> ModuleGraph {
        let checked = graph.modules.filter { $0.kind != .external }.map(\.name)
        let used = Set(reachableFrom: checked) { graph.module(named: $0)?.dependencies ?? [] }
        var modules = graph.modules.filter { module in
            switch module.kind {
            case .test: isComplete
            case .external: isComplete && used.contains(module.name)
            case .plugin: false
            case .library, .executable, .macro, .clang, .system: true
            }
        }
        if let root {
            let used = graph.reachable(from: root)
            modules = modules.filter { $0.name == root || used.contains($0.name) }
        }
        return ModuleGraph(modules, packages: graph.packages)
    }

    private static func rows(of graph: ModuleGraph, rules: LayerRules, levels: Levels) -> [Row] {
        let sorted = graph.modules.sorted { (-levels[$0], $0.name) < (-levels[$1], $1.name) }
        let frame = frame(rules, graph)
        guard let frame else {
            let byLevel = Dictionary(grouping: sorted) { levels[$0] }
            let topDown = byLevel.sorted { $0.key > $1.key }
            return topDown.map { Row(name: nil, modules: $0.value) }
        }
        let byLayer = Dictionary(grouping: sorted) { frame($0) ?? "" }
        let topDown = byLayer.sorted { a, b in
            let top = levels[a.value[0]]
            let other = levels[b.value[0]]
            return (-top, a.key) < (-other, b.key)
        }
        return topDown.map { name, modules in
            Row(name: name.isEmpty ? nil : name, modules: modules)
        }
    }

    /// Returns a function that returns the layer or, without layers, the package of a module, or
    /// `nil` if there is only one package.
    private static func frame(
        _ rules: LayerRules,
        _ graph: ModuleGraph
    ) -> ((Module) -> String?)? {
        if !rules.layers.isEmpty {
            return { rules.layer(of: $0)?.name }
        }
        return Set(graph.modules.map(\.package)).count > 1 && !graph.packages.isEmpty
            ? { $0.package } : nil
    }
}

/// The levels of modules. The level of a module is one more than the highest level of its
/// dependencies.
private struct Levels {
    /// The modules, each after its dependencies. A dependency that closes a cycle is ignored.
    let order: [Module]
    private var levels: [String: Int] = [:]
    private var next: [String: String] = [:]
    private let graph: ModuleGraph

    init(of graph: ModuleGraph) {
        self.graph = graph
        order = Self.order(of: graph)
        for module in order {
            var highest = 0
            for name in module.dependencies {
                if let level = levels[name], level > highest {
                    highest = level
                    next[module.name] = name
                }
            }
            levels[module.name] = highest + 1
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

    /// Returns the modules in the order in which a depth-first search completes them. The search is
    /// not recursive, because a chain of dependencies can be longer than the stack.
    private static func order(of graph: ModuleGraph) -> [Module] {
        var order: [Module] = []
        var seen: Set<String> = []
        for module in graph.modules where seen.insert(module.name).inserted {
            var path = [(module: module, rest: graph.dependencies(of: module)[...])]
            while let last = path.indices.last {
                guard let next = path[last].rest.popFirst() else {
                    order.append(path.removeLast().module)
                    continue
                }
                if seen.insert(next.name).inserted {
                    path.append((next, graph.dependencies(of: next)[...]))
                }
            }
        }
        return order
    }
}

/// The modules that each module depends on, directly or indirectly.
///
/// The modules are the rows and the columns of a matrix of bits, so that one operation adds up to
/// 64 modules. A search from each module would take minutes in a graph of 10,000 modules.
private struct Reachability {
    private let indices: [String: Int]
    private var rows: [[UInt64]]

    init(of order: [Module]) {
        let indices = Dictionary(firstOf: order.enumerated().map { ($1.name, $0) })
        let dependencies = order.map { $0.dependencies.compactMap { indices[$0] } }
        self.indices = indices
        rows = Array(
            repeating: Array(repeating: 0, count: order.count / 64 + 1),
            count: order.count
        )
        // Only a cycle requires more than one pass and another that changes nothing.
        var isComplete = false
        while !isComplete {
            isComplete = true
            for index in order.indices {
                var row = rows[index]
                for other in dependencies[index] {
                    for (word, bits) in rows[other].enumerated() {
                        row[word] |= bits
                    }
                    row[other / 64] |= 1 << (other % 64)
                }
                if row != rows[index] {
                    rows[index] = row
                    isComplete = false
                }
            }
        }
    }

    /// Whether a module depends on another, directly or indirectly.
    func contains(_ module: String, _ other: String) -> Bool {
        guard let row = indices[module], let column = indices[other] else { return false }
        return rows[row][column / 64] & (1 << (column % 64)) != 0
    }
}
