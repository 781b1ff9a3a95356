import SwiftSource

extension BoundaryChecker {
    /// Returns the changes that weaken the rules compared with an older state of the package. The
    /// changes can be in the rules file, the baseline, or comments.
    ///
    /// The severity of the violations is the old or the new severity of the rule, whichever is
    /// stricter, so that a change cannot hide itself by lowering the severity.
    public func weakenings(since old: BoundaryChecker) -> [Violation] {
        let severity = rules.severity(of: .weakenedRule)
            .stricter(old.rules.severity(of: .weakenedRule))
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

    /// Returns the added comments that allow an import.
    ///
    /// Comments are counted for each pair of modules, so a comment in a file that moved does not
    /// count as new. Of several comments, those in new files are new.
    private func newComments(since old: BoundaryChecker) -> [(Weakening, Place)] {
        let before = old.comments()
        let paths = Set(before.map(\.1.path))
        let now = comments()
        let sorted =
            now.filter { paths.contains($0.1.path) } + now.filter { !paths.contains($0.1.path) }
        var known = Dictionary(grouping: before, by: \.0.part).mapValues(\.count)
        let added = sorted.filter { comment in
            known[comment.0.part, default: 0] -= 1
            return known[comment.0.part, default: 0] < 0
        }
        return added.sorted { $0.0.part < $1.0.part }
    }

    private func comments() -> [(Weakening, Place)] {
        var found: [(Weakening, Place)] = []
        for module in graph.modules where module.isSwift {
            for file in sources(module) {
                for declaration in file.imports {
                    guard let reason = declaration.allowance else { continue }
                    let other = declaration.module
                    let weakening = Weakening(
                        "comment \(module.name) \(other)",
                        "a new comment lets '\(module.name)' import '\(other)': \(reason)"
                    )
                    found.append(
                        (weakening, Place(path: file.path, location: declaration.location))
                    )
                }
            }
        }
        return found
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
