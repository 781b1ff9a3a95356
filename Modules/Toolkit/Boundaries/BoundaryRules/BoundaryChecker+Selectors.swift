import SwiftSource

// MARK: - Settings that match nothing

extension BoundaryChecker {
    /// The values that a selector can match, by the property that it selects.
    private typealias Candidates = [ModuleSelector.Property: [String]]

    /// Returns violations for the settings that match no module: paths and names in layers,
    /// selectors in restrictions and tags, tags, and names of targets.
    ///
    /// Patterns with `*` in layers are not checked, nor selectors for every module or every
    /// product, by layer or kind, or for a module of the toolchain. A restriction can forbid a
    /// dependency that no module has yet.
    func unmatchedSettings() -> [Violation] {
        let names = graph.modules.map(\.name).sorted()
        let candidates = candidates()
        var found = unmatched(rules.wholePackageTests, of: "wholePackageTests", among: names)
        for (index, layer) in rules.layers.enumerated() {
            let lists: [(String, ModuleSelector.Property, [PathPattern])] = [
                ("paths", .path, layer.paths), ("modules", .module, layer.modules),
            ]
            for (key, property, patterns) in lists {
                found += unmatched(
                    patterns.filter(\.isLiteral).map(\.text),
                    of: "layers[\(index)].\(key)",
                    among: candidates[property] ?? []
                )
            }
        }
        for (axis, values) in rules.tags.sorted(by: { $0.key < $1.key }) {
            for (value, selectors) in values.sorted(by: { $0.key < $1.key }) {
                let key = "tags.\(axis).\(value)"
                let unmatched = unmatched(selectors, of: key, among: candidates)
                found += unmatched
                let hasModules = graph.modules.contains { rules.selects(selectors, $0) }
                if unmatched.isEmpty, !hasModules, selectors.allSatisfy(\.needsMatch) {
                    found.append(self.unmatched("\(axis):\(value)", of: key, nearest: nil))
                }
            }
        }
        for (index, restriction) in rules.restrictions.enumerated() {
            for (name, selectors) in restriction.selectors {
                found += unmatched(selectors, of: "rules[\(index)].\(name)", among: candidates)
            }
        }
        return found
    }

    /// Returns violations for the names that no candidate has.
    private func unmatched(
        _ names: [String],
        of key: String,
        among candidates: [String]
    ) -> [Violation] {
        names.filter { !candidates.contains($0) }.map { name in
            unmatched(name, of: key, nearest: name.nearest(among: candidates))
        }
    }

    /// Returns violations for the selectors that match no candidate although they must match one.
    private func unmatched(
        _ selectors: [ModuleSelector],
        of key: String,
        among candidates: Candidates
    ) -> [Violation] {
        selectors.filter(\.needsMatch).compactMap { selector in
            let pattern = selector.pattern
            let names = selector.property.flatMap { candidates[$0] } ?? []
            let isOfToolchain =
                selector.property == .module && Toolchain.modules.contains(pattern.text)
            guard !isOfToolchain, !names.contains(where: pattern.matches) else { return nil }
            let nearest = pattern.text.nearest(among: names).map { name in
                (selector.isNegated ? "!" : "") + "\(selector.key):\(name)"
            }
            return unmatched(selector.text, of: key, nearest: nearest)
        }
    }

    private func candidates() -> Candidates {
        let targets = graph.modules.filter { $0.kind != .external }
        // Modules of other packages need not be in the graph.
        let imported = targets.flatMap(sources).flatMap(\.imports).map(\.module)
        let names = graph.modules.flatMap { [$0.name, $0.importName] + $0.products }
        let products = graph.modules.flatMap { module in
            module.kind == .external ? [module.name] + module.products : module.products
        }
        return [
            .path: targets.map(\.folder),
            .module: Set(names + imported).sorted(),
            .product: products,
        ]
    }
}

extension ModuleSelector {
    /// Whether the selector names some of the paths, modules or products rather than all of them.
    fileprivate var needsMatch: Bool {
        [.path, .module, .product].contains(property) && !["*", "**"].contains(pattern.text)
            && lastReference == 0
    }
}

extension String {
    /// Returns the candidate with the smallest number of inserted and removed letters, or `nil` if
    /// this string resembles none of the candidates.
    func nearest(among candidates: [String]) -> String? {
        let distances = candidates.map { (name: $0, count: $0.difference(from: self).count) }
        let nearest = distances.min { $0.count < $1.count }
        return nearest.flatMap { $0.count <= Swift.max(2, count / 2) ? $0.name : nil }
    }
}
