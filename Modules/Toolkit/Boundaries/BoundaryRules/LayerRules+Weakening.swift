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
    /// Returns the changes since `old` after which the rules allow more. The comparison covers only
    /// the rules, not the modules that they select.
    ///
    /// A change is included even if it allows less in another place.
    func weakenings(since old: LayerRules) -> [Weakening] {
        if isEmpty, !old.isEmpty {
            return [Weakening("rules", "all layers and restrictions were removed")]
        }
        return newExceptions(since: old) + loweredSeverities(since: old)
            + weakerLayers(since: old) + weakerRestrictions(since: old) + weakerTags(since: old)
            + weakerSettings(since: old) + lostStrictness(since: old) + lostModules(since: old)
    }

    private var isEmpty: Bool { layers.isEmpty && restrictions.isEmpty }

    private func lostModules(since old: LayerRules) -> [Weakening] {
        old.modules.filter { module in !modules.contains { $0.name == module.name } }.map {
            Weakening("module \($0.name)", "the module '\($0.name)' is no longer checked")
        }
    }

    private func newExceptions(since old: LayerRules) -> [Weakening] {
        let added = exceptions.filter { !old.hasException($0) }
        return added.map { exception in
            let module = exception.module
            let other = exception.dependsOn
            return Weakening(
                "exception \(module) \(other)",
                "a new exception lets '\(module)' depend on '\(other)': \(exception.reason)"
            )
        }
    }

    private func hasException(_ exception: Exception) -> Bool {
        exceptions.contains {
            $0.module == exception.module && $0.dependsOn == exception.dependsOn
        }
    }

    private func weakerTags(since old: LayerRules) -> [Weakening] {
        var found: [Weakening] = []
        for (axis, values) in old.tags.sorted(by: { $0.key < $1.key }) {
            for (value, selectors) in values.sorted(by: { $0.key < $1.key }) {
                let tag = "\(axis):\(value)"
                guard let current = tags[axis]?[value] else {
                    continue
                }
                if old.limits(tag) {
                    found += selectors.lost(in: current).map {
                        Weakening("tag \(tag) \($0)", "the tag '\(tag)' no longer selects '\($0)'")
                    }
                }
                if old.permits(tag) {
                    found += current.lost(in: selectors).map {
                        Weakening("tag \(tag) \($0)", "the tag '\(tag)' now selects '\($0)'")
                    }
                }
            }
        }
        return found
    }

    /// Whether a restriction limits the modules with a tag, or the dependencies on such modules.
    private func limits(_ tag: String) -> Bool {
        restrictions.contains { restriction in
            [restriction.selected, restriction.deny, restriction.mustNotReach].contains {
                $0.mention(tag)
            }
        }
    }

    /// Whether a restriction allows dependencies of modules with a tag, or dependencies on such
    /// modules.
    private func permits(_ tag: String) -> Bool {
        restrictions.compactMap(\.allow).contains { $0.mention(tag) }
    }
}

extension [ModuleSelector] {
    fileprivate func mention(_ tag: String) -> Bool {
        let parts = tag.split(separator: ":", maxSplits: 1)
        return contains { $0.key == parts[0] && $0.pattern.matches(String(parts[1])) }
    }

    /// Whether the list may select modules that a negated selector excludes.
    private func mayInclude(_ exclusion: ModuleSelector) -> Bool {
        included.isEmpty
            || included.contains { selector in
                selector.key != exclusion.key || selector.covers(exclusion)
                    || exclusion.covers(selector)
            }
    }

    private var included: [ModuleSelector] { filter { !$0.isNegated } }

    /// Returns selectors for the modules that this list selects but a new list does not.
    ///
    /// The comparison uses only the patterns and not the names of actual modules, so the result can
    /// be incomplete.
    func lost(in new: [ModuleSelector]) -> [String] {
        if isEmpty {
            return []
        }
        if new.isEmpty {
            return included.isEmpty ? ["*"] : included.map(\.text)
        }
        let newlyExcluded = new.filter { exclusion in
            exclusion.isNegated && !contains { $0.isNegated && $0.covers(exclusion) }
                && mayInclude(exclusion)
        }
        let exclusions = newlyExcluded.map { String($0.text.dropFirst()) }
        // A list with only negated selectors selects every other module.
        let stillIncluded = new.included
        if stillIncluded.isEmpty {
            return exclusions
        }
        if included.isEmpty {
            let isStillAll = stillIncluded.contains { $0.text == "*" }
            return (isStillAll ? [] : ["*"]) + exclusions
        }
        let lost = included.filter { old in !stillIncluded.contains { $0.covers(old) } }
        return lost.map(\.text) + exclusions
    }
}

extension ModuleSelector {
    /// Whether the selector includes every module that another selector selects, regardless of
    /// negation.
    fileprivate func covers(_ other: ModuleSelector) -> Bool {
        if property == .module, pattern.text == "*" {
            return !Toolchain.modules.contains(other.pattern.text)
        }
        return key == other.key && pattern.covers(other.pattern)
    }
}

extension PathPattern {
    /// Whether the pattern matches every path that another pattern matches, as far as the texts of
    /// the patterns show.
    fileprivate func covers(_ other: PathPattern) -> Bool {
        matches(other.text) && (!other.text.contains("**") || text.contains("**"))
    }
}

// MARK: - Severities, settings and strictness

extension Severity {
    fileprivate var rank: Int {
        switch self {
        case .off: 0
        case .warning: 1
        case .error: 2
        }
    }

    /// Returns the higher of two severities.
    func stricter(_ other: Severity) -> Severity {
        rank >= other.rank ? self : other
    }
}

extension LayerRules {
    private func loweredSeverities(since old: LayerRules) -> [Weakening] {
        Rule.allCases.flatMap { rule in
            let before = old.severities[rule] ?? rule.severity
            let now = severities[rule] ?? rule.severity
            let ofLayers = layers.map { layer -> Weakening? in
                guard let oldLayer = old.layers.first(where: { $0.name == layer.name }),
                    layer.severities[rule] != oldLayer.severities[rule]
                else { return nil }
                return Self.change(
                    of: rule,
                    from: oldLayer.severities[rule] ?? before,
                    to: layer.severities[rule] ?? now,
                    in: layer
                )
            }
            let ofAll = Self.change(of: rule, from: before, to: now, in: nil)
            return ([ofAll] + ofLayers).compactMap(\.self)
        }
    }

    private static func change(
        of rule: Rule,
        from old: Severity,
        to new: Severity,
        in layer: Layer?
    ) -> Weakening? {
        guard new.rank < old.rank else { return nil }
        let place = layer.map { " in the layer '\($0.name)'" } ?? ""
        return Weakening(
            "severity \(rule.rawValue)\(layer.map { " \($0.name)" } ?? "")",
            "the severity of \(rule.rawValue)\(place) is '\(new.rawValue)' instead of "
                + "'\(old.rawValue)'"
        )
    }

    private func weakerSettings(since old: LayerRules) -> [Weakening] {
        var found: [Weakening] = []
        if allowsReexports, !old.allowsReexports {
            found.append(Weakening("reexports", "re-exports are allowed"))
        }
        for suffix in testSuffixes where !old.testSuffixes.contains(suffix) {
            let message = "names of test targets can end with '\(suffix)'"
            found.append(Weakening("testSuffixes \(suffix)", message))
        }
        for (name, value) in conditions.values.sorted(by: { $0.key < $1.key })
        where old.conditions.values[name] != value {
            let message = "code for '\(value ? "!" : "")\(name)' is no longer checked"
            found.append(Weakening("conditions \(name)", message))
        }
        if let before = old.container, before != container, isWeaker(than: before) {
            found.append(Weakening("container", "the container must list fewer protocols"))
        }
        return found
    }

    private func isWeaker(than old: Container) -> Bool {
        guard let container else { return true }
        let isElsewhere =
            container.name != old.name || container.module != old.module
            || container.protocolSuffix != old.protocolSuffix
        return isElsewhere || !Set(old.declaredIn).isSubset(of: container.declaredIn)
            || container.allowsExtensions && !old.allowsExtensions
    }

    private func lostStrictness(since old: LayerRules) -> [Weakening] {
        var found = old.strictRules.subtracting(strictRules).map(\.rawValue).sorted().map { rule in
            Weakening("strict \(rule)", "\(rule) is no longer strict")
        }
        for layer in layers {
            guard let before = old.layers.first(where: { $0.name == layer.name }) else {
                continue
            }
            let lost = before.strictRules.subtracting(layer.strictRules).subtracting(strictRules)
            guard !lost.isEmpty else { continue }
            let names = lost.map(\.rawValue).sorted().joined(separator: ", ")
            let rules = lost.count > 3 ? lost.count.counting("rule") : names
            let message = "the layer '\(layer.name)' is no longer strict for \(rules)"
            found.append(Weakening("strict \(layer.name)", message))
        }
        return found
    }
}

// MARK: - Layers

extension LayerRules {
    private func weakerLayers(since old: LayerRules) -> [Weakening] {
        old.layers.flatMap { before -> [Weakening] in
            guard let layer = layers.first(where: { $0.name == before.name }) else {
                return [Weakening("layer \(before.name)", "the layer '\(before.name)' was removed")]
            }
            let texts =
                layer.newDependencies(since: before)
                + layer.changedModules(since: before, among: old.layers)
                + layer.weakerSettings(since: before)
            return texts.map { text in
                Weakening("layer \(layer.name): \(text)", "the layer '\(layer.name)' \(text)")
            }
        }
    }
}

extension Layer {
    fileprivate func newDependencies(since old: Layer) -> [String] {
        if old.canDependOn.contains(.everything) {
            return []
        }
        let added = dependencies.filter { !old.dependencies.contains($0) }
        let granted = granted.filter { !old.granted.contains($0) && !added.contains($0) }
        return added.map { permission in
            switch permission {
            case .everything: "can depend on every module"
            case .subject: "can depend on what its subject can depend on"
            case .layer, .inherited: "can depend on '\(permission.rawValue)'"
            }
        }
            + granted.map { permission in
                permission == .inherited
                    ? "can declare inherited dependencies without an import"
                    : "can depend on '\(permission.rawValue)' without an import"
            }
    }

    /// Returns phrases for the changes to the patterns and kinds that can weaken the rules. Modules
    /// that match a removed pattern leave the layer. A widened pattern can move modules from other
    /// layers to this layer.
    fileprivate func changedModules(since old: Layer, among layers: [Layer]) -> [String] {
        let lostPaths = old.paths.filter { before in !paths.contains { $0.covers(before) } }
        let lostNames = old.modules.filter { before in !modules.contains { $0.covers(before) } }
        let widerPaths = paths.filter { path in
            !old.paths.contains(path) && layers.flatMap(\.paths).contains(where: path.covers)
        }
        let widerNames = modules.filter { name in
            !old.modules.contains(name) && layers.flatMap(\.modules).contains(where: name.covers)
        }
        let lostKinds = (old.kinds.isEmpty ? Module.Kind.allCases : old.kinds).filter { kind in
            !kinds.isEmpty && !kinds.contains(kind)
        }
        return (lostPaths + lostNames).map { "no longer contains '\($0.text)'" }
            + (widerPaths + widerNames).map { "contains '\($0.text)', a wider pattern than before" }
            + (lostKinds.isEmpty ? [] : ["contains fewer kinds of modules"])
    }

    fileprivate func weakerSettings(since old: Layer) -> [String] {
        var texts: [String] = []
        if old.isForTests, !isForTests {
            texts.append("is no longer testOnly")
        }
        if let before = old.packageAccess, before != packageAccess {
            texts.append("no longer requires packageAccess: \(before)")
        }
        let lost = old.sharedBy.filter { before in !sharedBy.contains { $0.covers(before) } }
        return texts + lost.map { "is no longer sharedBy '\($0.text)'" }
    }
}

// MARK: - Restrictions

extension LayerRules {
    private func weakerRestrictions(since old: LayerRules) -> [Weakening] {
        old.restrictions.flatMap { restriction -> [Weakening] in
            if restrictions.contains(where: restriction.isKept) {
                return []
            }
            // An unchanged restriction cannot be the changed version of another restriction.
            let candidates = restrictions.filter { candidate in
                candidate.limitsDependents == restriction.limitsDependents
                    && !old.restrictions.contains { $0.isKept(by: candidate) }
            }
            guard let current = candidates.first(where: restriction.resembles) else {
                let message = "a restriction was removed: \(restriction.statement)"
                return [Weakening("restriction \(restriction.statement)", message)]
            }
            return restriction.concessions(of: current).map { text in
                Weakening(
                    "restriction \(restriction.statement): \(text)",
                    "a restriction \(text); before: \(restriction.statement)"
                )
            }
        }
    }
}

extension Restriction {
    /// Whether another restriction is probably a changed version of this restriction.
    fileprivate func resembles(_ other: Restriction) -> Bool {
        selected == other.selected || !reason.isEmpty && reason == other.reason
            || allow == other.allow && deny == other.deny && mustNotReach == other.mustNotReach
    }

    /// Whether another restriction forbids everything that this restriction forbids.
    fileprivate func isKept(by new: Restriction) -> Bool {
        limitsDependents == new.limitsDependents && concessions(of: new).isEmpty
    }

    /// Returns phrases for the dependencies that a changed version of this restriction allows and
    /// this version forbids.
    fileprivate func concessions(of new: Restriction) -> [String] {
        var texts = selected.lost(in: new.selected).map { "no longer applies to '\($0)'" }
        // `mustNotReach` denies direct dependencies too, so it can replace `deny`.
        if !deny.lost(in: new.mustNotReach).isEmpty {
            texts += deny.lost(in: new.deny).map { "no longer denies '\($0)'" }
        }
        texts += mustNotReach.lost(in: new.mustNotReach).map { "lets modules reach '\($0)'" }
        if let allow {
            if let allowed = new.allow {
                texts += allowed.lost(in: allow).map { "allows '\($0)'" }
            } else {
                texts.append("no longer lists what it allows")
            }
        }
        if isStrict, !new.isStrict {
            texts.append("is no longer strict")
        }
        return texts
    }
}
