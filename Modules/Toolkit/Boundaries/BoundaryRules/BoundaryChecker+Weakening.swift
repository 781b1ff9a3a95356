import SwiftSource

extension BoundaryChecker {
    /// Returns the changes that weaken the rules compared with an older state of the package. The
    /// changes can be in the rules file, the baseline, or comments.
    ///
    /// The severity of the violations is the old or the new severity of the rule, whichever is
    /// stricter, so that a change cannot hide itself by lowering the severity.
    public func weakenings(since old: BoundaryChecker) -> [Violation] {
        let severity = rules.severity(of: .weakenedRule, for: nil)
            .stricter(old.rules.severity(of: .weakenedRule, for: nil))
        guard severity != .off else { return [] }
        let file = Place(path: rules.file)
        let ofRules = rules.weakenings(since: old.rules) + movedModules(since: old.rules)
        let baseline = Place(path: rules.baselineFile)
        return ofRules.map { weakening($0, at: file, severity) }
            + newEntries(since: old).map { weakening($0, at: baseline, severity) }
            + newComments(since: old).map { weakening($0.0, at: $0.1, severity) }
    }

    private func weakening(
        _ change: Weakening,
        at place: Place,
        _ severity: Severity
    ) -> Violation {
        let rule = Rule.weakenedRule
        return Violation(
            rule: rule,
            severity: severity,
            module: place.path,
            other: change.part,
            path: place.path,
            location: place.location,
            message: change.message,
            statement: rule.statement,
            reason: rule.reason,
            chain: [],
            remedy: "undo the change, or explain it to the reviewer"
        )
    }

    // MARK: Modules

    /// Returns the modules that can depend on more modules than before because their layer or their
    /// tags changed.
    private func movedModules(since old: LayerRules) -> [Weakening] {
        let old = old.withoutExceptions
        let current = rules.withoutExceptions
        return graph.modules.filter { $0.kind != .external }.compactMap { module in
            guard let change = current.change(of: module, since: old) else {
                return nil
            }
            let allowed = graph.modules.filter { other in
                !old.allows(module, toDependOn: other, in: graph)
                    && current.allows(module, toDependOn: other, in: graph)
            }
            guard let first = allowed.first else { return nil }
            let others = allowed.count - 1
            let more = others == 0 ? "" : " and on \(others.counting("other module"))"
            return Weakening(
                "module \(module.name)",
                "'\(module.name)' \(change), so it can depend on '\(first.name)'\(more)"
            )
        }
    }

    // MARK: The baseline

    private func newEntries(since old: BoundaryChecker) -> [Weakening] {
        let known = Set(old.rules.baseline?.entries ?? [])
        let added = rules.baseline?.entries.filter { !known.contains($0) } ?? []
        return added.map { entry in
            let name = "\(entry.rule.rawValue) \(entry.module) \(entry.other ?? "")"
            return Weakening("baseline \(name)", "the baseline allows \(entry.description)")
        }
    }

    // MARK: Comments

    private func newComments(since old: BoundaryChecker) -> [(Weakening, Place)] {
        newAllowances(since: old) + newKeptDependencies(since: old)
    }

    private struct Allowance: Hashable {
        let module: String
        let imported: String
    }

    private func allowances() -> [Allowance: [(path: String, declaration: ImportDeclaration)]] {
        var found: [Allowance: [(path: String, declaration: ImportDeclaration)]] = [:]
        for module in graph.modules where module.isSwift {
            for file in sources(module) {
                for declaration in file.imports where declaration.allowance != nil {
                    let key = Allowance(module: module.name, imported: declaration.module)
                    found[key, default: []].append((file.path, declaration))
                }
            }
        }
        return found
    }

    /// Returns the added comments that allow an import.
    ///
    /// Comments are counted for each pair of modules, so a comment in a file that moved does not
    /// count as new.
    private func newAllowances(since old: BoundaryChecker) -> [(Weakening, Place)] {
        let before = old.allowances()
        var found: [(Weakening, Place)] = []
        let sorted = allowances().sorted {
            ($0.key.module, $0.key.imported) < ($1.key.module, $1.key.imported)
        }
        for (key, places) in sorted {
            let known = before[key] ?? []
            let paths = Set(known.map(\.path))
            let inNewFiles = places.filter { !paths.contains($0.path) }
            let inOldFiles = places.filter { paths.contains($0.path) }
            let addedCount = max(0, places.count - known.count)
            for place in (inNewFiles + inOldFiles).prefix(addedCount) {
                let reason = place.declaration.allowance ?? ""
                let weakening = Weakening(
                    "comment \(key.module) \(key.imported)",
                    "a new comment lets '\(key.module)' import '\(key.imported)': \(reason)"
                )
                found.append(
                    (weakening, Place(path: place.path, location: place.declaration.location))
                )
            }
        }
        return found
    }

    /// Returns the dependencies for which the manifest has more comments with "keep" than before.
    private func newKeptDependencies(since old: BoundaryChecker) -> [(Weakening, Place)] {
        let packages = manifests.isEmpty ? ["": manifest] : manifests
        return packages.sorted { $0.key < $1.key }.flatMap { package, manifest in
            let older = old.manifests.isEmpty ? old.manifest : old.manifests[package]
            let kept = older?.mentions.filter(\.isKept) ?? []
            let before = Dictionary(grouping: kept, by: \.name)
            let now = Dictionary(grouping: manifest.mentions.filter(\.isKept), by: \.name)
            let added = now.filter { name, mentions in mentions.count > before[name]?.count ?? 0 }
            return added.keys.sorted().map { name in
                (
                    Weakening("keep \(name)", "a new comment keeps the dependency on '\(name)'"),
                    Place(path: manifest.path)
                )
            }
        }
    }
}

extension LayerRules {
    fileprivate var withoutExceptions: LayerRules {
        var rules = self
        rules.exceptions = []
        return rules
    }

    /// Returns a description of how a module's layer or tags changed, or `nil` if there is nothing
    /// to report.
    fileprivate func change(of module: Module, since old: LayerRules) -> String? {
        let before = old.layer(of: module)?.name
        let now = layer(of: module)?.name
        if before != now {
            // The removal of a layer is reported separately.
            if let before, !layers.contains(where: { $0.name == before }) {
                return nil
            }
            let origin = before.map { " instead of '\($0)'" } ?? ""
            return now.map { "is in the layer '\($0)'\(origin)" } ?? "is in no layer\(origin)"
        }
        return tags(of: module) == old.tags(of: module) ? nil : "has different tags"
    }

    private func tags(of module: Module) -> Set<String> {
        let found = tags.flatMap { axis, values in
            values.filter { selects($0.value, module) }.map { "\(axis):\($0.key)" }
        }
        return Set(found)
    }
}
