import BoundaryRules

extension Drawing {
    /// Modules that are drawn in one frame.
    struct Group {
        /// The title of the frame, or `nil` if there is no frame.
        let title: String?
        let modules: [Module]
    }

    /// The groups of a picture, from top to bottom.
    ///
    /// If there are layers, each layer is a group. Otherwise, each package is a group or, in a
    /// single package, each connected component of the graph. A single package without layers has
    /// no groups if it has only one component.
    var groups: [Group] {
        if rows.contains(where: { $0.name != nil }) {
            return rows.map { Group(title: $0.name, modules: $0.modules) }
        }
        let components = connectedComponents
        guard components.count > 1 else { return [] }
        let single = components.filter { $0.count == 1 }.joined()
        var groups = components.filter { $0.count > 1 }.map { modules in
            let others = (modules.count - 1).counting("other module")
            return Group(title: "\(modules[0].name) and \(others)", modules: modules)
        }
        if !single.isEmpty {
            groups.append(Group(title: "without dependencies", modules: Array(single)))
        }
        return groups
    }

    /// The connected components of the graph, largest first. The modules of a component are in the
    /// order of the rows.
    private var connectedComponents: [[Module]] {
        var neighbors: [String: [String]] = [:]
        for edge in edges {
            neighbors[edge.from, default: []].append(edge.to)
            neighbors[edge.to, default: []].append(edge.from)
        }
        var seen: Set<String> = []
        var components: [[Module]] = []
        for module in modules where !seen.contains(module.name) {
            let names = Set(reachableFrom: [module.name]) { neighbors[$0] ?? [] }
                .union([module.name])
            seen.formUnion(names)
            components.append(modules.filter { names.contains($0.name) })
        }
        let sizes = Set(components.map(\.count)).sorted(by: >)
        return sizes.flatMap { size in components.filter { $0.count == size } }
    }
}

// MARK: - The legend

extension Drawing {
    /// A broken rule and its number. Pictures show the number at an edge, because the name of the
    /// rule would be too long.
    struct LegendEntry {
        let number: Int
        let rule: Rule
        let edgeCount: Int

        var text: String { "\(number): \(rule.rawValue) (\(edgeCount.counting("edge")))" }
    }

    /// The rules that drawn edges break, numbered in the order in which ``Rule`` declares them.
    var legend: [LegendEntry] {
        let rules = drawnEdges.compactMap(\.brokenRule)
        let broken = Rule.allCases.filter(rules.contains)
        return broken.enumerated().map { index, rule in
            LegendEntry(number: index + 1, rule: rule, edgeCount: rules.count { $0 == rule })
        }
    }

    var ruleNumbers: [Rule: Int] {
        Dictionary(uniqueKeysWithValues: legend.map { ($0.rule, $0.number) })
    }
}
