import SwiftSource

/// A change to the rules that allows more than before.
struct Weakening: Sendable, Hashable {
    /// The part of the rules that changed, such as "exception Home Network".
    let part: String
    let message: String

    init(_ part: String, _ message: String) {
        self.part = part
        self.message = message
    }
}

extension LayerRules {
    /// Returns the changes since `old` after which the rules may allow more. The comparison covers
    /// only the rules, not the modules that they select.
    ///
    /// Patterns and selectors are compared as text. A changed restriction is included even if it
    /// allows less.
    func weakenings(since old: LayerRules) -> [Weakening] {
        if !hasRestrictions, old.hasRestrictions {
            return [Weakening("rules", "all layers and restrictions were removed")]
        }
        return newExceptions(since: old) + loweredSeverities(since: old)
            + weakerLayers(since: old) + lostRestrictions(since: old) + changedTags(since: old)
            + weakerSettings(since: old)
    }

    private func newExceptions(since old: LayerRules) -> [Weakening] {
        let added = exceptions.filter { exception in
            !old.exceptions.contains {
                $0.module == exception.module && $0.dependsOn == exception.dependsOn
            }
        }
        return added.map { exception in
            let module = exception.module
            let other = exception.dependsOn
            return Weakening(
                "exception \(module) \(other)",
                "a new exception lets '\(module)' depend on '\(other)': \(exception.reason)"
            )
        }
    }

    private func loweredSeverities(since old: LayerRules) -> [Weakening] {
        Rule.allCases.compactMap { rule in
            let before = old.severity(of: rule)
            let now = severity(of: rule)
            guard now != before, now.stricter(before) == before else { return nil }
            return Weakening(
                "severity \(rule.rawValue)",
                "the severity of \(rule.rawValue) is '\(now.rawValue)' instead of "
                    + "'\(before.rawValue)'"
            )
        }
    }

    private func lostRestrictions(since old: LayerRules) -> [Weakening] {
        let lost = old.restrictions.filter { restriction in
            !restrictions.contains { restriction.isKept(by: $0) }
        }
        return lost.map { restriction in
            let text = restriction.statement
            return Weakening(
                "restriction \(text)",
                "a restriction was removed or changed: \(text)"
            )
        }
    }

    private func changedTags(since old: LayerRules) -> [Weakening] {
        // A tag in a list of allowed modules permits more if it selects more.
        let hasAllowed = restrictions.contains { $0.allow != nil }
        var found: [Weakening] = []
        for (axis, values) in old.tags.sorted(by: { $0.key < $1.key }) {
            for (value, selectors) in values.sorted(by: { $0.key < $1.key }) {
                let tag = "\(axis):\(value)"
                let current = tags[axis]?[value] ?? []
                let lost = selectors.filter { !current.contains($0) }
                let added = hasAllowed ? current.filter { !selectors.contains($0) } : []
                found += lost.map {
                    Weakening(
                        "tag \(tag) \($0.text)",
                        "the tag '\(tag)' no longer has '\($0.text)'"
                    )
                }
                found += added.map {
                    Weakening("tag \(tag) \($0.text)", "the tag '\(tag)' now has '\($0.text)'")
                }
            }
        }
        return found
    }

    private func weakerSettings(since old: LayerRules) -> [Weakening] {
        let settings = [
            ("container", old.container == nil || container == old.container),
            ("conditions", conditions == old.conditions),
            ("testSuffixes", Set(testSuffixes).isSubset(of: old.testSuffixes)),
        ]
        let changed = settings.filter { !$0.1 }.map { name, _ in
            Weakening(name, "the setting '\(name)' changed")
        }
        let lost = old.strictRules.subtracting(strictRules).map(\.rawValue).sorted()
        return changed + lost.map { Weakening("strict \($0)", "\($0) is no longer strict") }
    }
}

extension Severity {
    /// Returns the higher of two severities.
    func stricter(_ other: Severity) -> Severity {
        let order: [Severity] = [.error, .warning, .off]
        return order.first { $0 == self || $0 == other } ?? self
    }
}

extension Restriction {
    /// Whether another restriction forbids the same, and is strict if this one is.
    fileprivate func isKept(by new: Restriction) -> Bool {
        statement == new.statement && limitsDependents == new.limitsDependents
            && (!isStrict || new.isStrict)
    }
}

// MARK: - Layers

extension LayerRules {
    private func weakerLayers(since old: LayerRules) -> [Weakening] {
        old.layers.flatMap { before -> [Weakening] in
            guard let layer = layers.first(where: { $0.name == before.name }) else {
                return [Weakening("layer \(before.name)", "the layer '\(before.name)' was removed")]
            }
            return layer.weakerSettings(since: before).map { text in
                Weakening("layer \(layer.name): \(text)", "the layer '\(layer.name)' \(text)")
            }
        }
    }
}

extension Layer {
    /// Returns phrases for the settings that allow more than before.
    fileprivate func weakerSettings(since old: Layer) -> [String] {
        var texts: [String] = []
        if !old.canDependOn.contains(.everything) {
            let added = dependencies.filter { !old.dependencies.contains($0) }
            let unused = granted.filter { !old.granted.contains($0) && !added.contains($0) }
            texts += added.map { "can depend on '\($0.rawValue)'" }
            texts += unused.map { "can depend on '\($0.rawValue)' without an import" }
        }
        let patterns = [(old.paths, paths), (old.modules, modules), (old.sharedBy, sharedBy)]
        for (before, now) in patterns {
            texts += before.filter { !now.contains($0) }.map { "no longer has '\($0.text)'" }
        }
        if !kinds.isEmpty, old.kinds.isEmpty || !Set(old.kinds).isSubset(of: kinds) {
            texts.append("contains fewer kinds of modules")
        }
        if old.isForTests, !isForTests {
            texts.append("is no longer testOnly")
        }
        if let before = old.packageAccess, before != packageAccess {
            texts.append("no longer requires packageAccess: \(before)")
        }
        return texts
    }
}
