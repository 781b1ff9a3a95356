import SwiftSource

// MARK: - Patterns that match nothing

extension BoundaryChecker {
    /// Returns violations for the paths and names in layers that match no module. Patterns with `*`
    /// are not checked.
    func emptyLayers() -> [Violation] {
        guard !rules.layers.isEmpty else { return [] }
        let names = knownNames
        var violations: [Violation] = []
        for layer in rules.layers {
            for path in layer.paths where path.isLiteral {
                if !folders.contains(where: path.matches) {
                    let nearest = path.text.nearest(among: folders)
                    violations.append(empty(path.text, in: layer, nearest: nearest))
                }
            }
            for name in layer.modules where name.isLiteral && !names.contains(name.text) {
                let nearest = name.text.nearest(among: names.sorted())
                violations.append(empty(name.text, in: layer, nearest: nearest))
            }
        }
        return violations
    }

    /// Returns violations for the selectors in restrictions and tags that match no module, for tags
    /// without modules, and for names of tests that do not exist.
    ///
    /// Selectors for every module or every product, selectors by layer or kind, and names of
    /// toolchain modules are not checked, because a restriction can forbid a dependency that no
    /// module has yet.
    func emptySelectors() -> [Violation] {
        var violations: [Violation] = []
        var seen: Set<String> = []
        for (axis, values) in rules.tags.sorted(by: { $0.key < $1.key }) {
            for (value, selectors) in values.sorted(by: { $0.key < $1.key }) {
                let tag = "\(axis):\(value)"
                let unmatched = selectors.filter { !matchesAny($0) }
                for selector in unmatched where seen.insert(selector.text).inserted {
                    violations.append(empty(selector, in: "the tag '\(tag)'"))
                }
                let hasModules = graph.modules.contains { rules.selects(selectors, $0) }
                if unmatched.isEmpty, !hasModules, selectors.allSatisfy(\.needsMatch) {
                    violations.append(empty(tag, in: "'tags'", nearest: nil))
                }
            }
        }
        let names = graph.modules.map(\.name).sorted()
        violations += rules.wholePackageTests.filter { !names.contains($0) }.map {
            empty($0, in: "'wholePackageTests'", nearest: $0.nearest(among: names))
        }
        for restriction in rules.restrictions {
            for selector in restriction.selectors.flatMap(\.value)
            where !matchesAny(selector) && seen.insert(selector.text).inserted {
                violations.append(
                    empty(selector, in: "the restriction \"\(restriction.statement)\"")
                )
            }
        }
        return violations
    }

    private var folders: [String] {
        graph.modules.filter { $0.kind != .external }.map(\.folder)
    }

    /// The names of all modules, including modules of other packages that a file imports.
    private var knownNames: Set<String> {
        var names = Set(graph.modules.flatMap { [$0.name, $0.importName] + $0.products })
        for file in graph.modules.filter({ $0.kind != .external }).flatMap(sources) {
            names.formUnion(file.imports.map(\.module))
        }
        return names
    }

    private var productNames: [String] {
        graph.modules.flatMap { module in
            module.kind == .external ? [module.name] + module.products : module.products
        }
    }

    /// Whether a selector matches a module, or is not required to match one.
    private func matchesAny(_ selector: ModuleSelector) -> Bool {
        guard selector.needsMatch else { return true }
        return candidates(for: selector).contains(where: selector.pattern.matches)
            || selector.property == .module && Toolchain.modules.contains(selector.pattern.text)
    }

    /// The values that a selector by path, module or product can match.
    private func candidates(for selector: ModuleSelector) -> [String] {
        switch selector.property {
        case .path: folders
        case .product: productNames
        case .module, .layer, .kind, nil: knownNames.sorted()
        }
    }

    private func empty(_ selector: ModuleSelector, in place: String) -> Violation {
        let nearest = selector.pattern.text.nearest(among: candidates(for: selector))
        let replacement = nearest.map { name in
            (selector.isNegated ? "!" : "") + "\(selector.key):\(name)"
        }
        return empty(selector.text, in: place, nearest: replacement)
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
    fileprivate func nearest(among candidates: [String]) -> String? {
        let distances = candidates.map { (name: $0, count: $0.difference(from: self).count) }
        let nearest = distances.min { $0.count < $1.count }
        return nearest.flatMap { $0.count <= Swift.max(2, count / 2) ? $0.name : nil }
    }
}
