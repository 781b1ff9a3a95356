/// A condition on modules, written as a key and a pattern.
///
/// Examples are `layer:App`, `path:Sources/*UI`, `module:Network*`, `kind:test`,
/// `product:Firebase*` for a product of another package, and a tag such as `scope:orders`. An
/// asterisk alone selects every module, and `!` before a selector negates it.
struct ModuleSelector: Sendable, Hashable {
    static let keys = ["layer", "path", "module", "product", "kind"]
    let text: String
    let isNegated: Bool
    let key: String
    let pattern: PathPattern

    /// Creates a selector from a string such as `layer:App`. Returns `nil` if the string has no key
    /// and is not `*`.
    init?(_ text: String) {
        let isNegated = text.hasPrefix("!")
        let condition = isNegated ? String(text.dropFirst()) : text
        let parts =
            condition == "*" ? ["module", "*"] : condition.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        self.text = text
        self.isNegated = isNegated
        key = String(parts[0])
        pattern = PathPattern(String(parts[1]))
    }

    /// Returns a phrase for the selectors, such as "path:Sources/* except module:Core".
    static func list(_ selectors: [ModuleSelector]) -> String {
        let included = selectors.filter { !$0.isNegated }.map(\.text)
        let excluded = selectors.filter(\.isNegated).map { String($0.text.dropFirst()) }
        let all = included.isEmpty ? "every module" : included.joined(separator: ", ")
        return excluded.isEmpty ? all : "\(all) except \(excluded.joined(separator: ", "))"
    }
}

/// A limit on the dependencies of the selected modules, in addition to the limits of their layers.
///
/// A module must meet all restrictions that select it. For example, one restriction can limit the
/// modules with the tag `scope:orders`, and another the modules with the tag `type:ui`.
struct Restriction: Sendable, Hashable {
    let from: [ModuleSelector]
    /// The only modules that the selected modules can depend on, or `nil` for no limit.
    ///
    /// The limit applies to products of other packages only if the list contains a selector for
    /// products.
    let allow: [ModuleSelector]?
    let deny: [ModuleSelector]
    /// The modules that the selected modules must not depend on, directly or indirectly.
    let mustNotReach: [ModuleSelector]
    let reason: String
    /// Whether violations cannot be suppressed by a comment or the baseline.
    let isStrict: Bool

    var subject: String { ModuleSelector.list(from) }

    var statement: String {
        let limits = [
            allow.map {
                $0.isEmpty
                    ? "can depend on no other module"
                    : "can depend only on \(ModuleSelector.list($0))"
            },
            deny.isEmpty ? nil : "cannot depend on \(ModuleSelector.list(deny))",
            mustNotReach.isEmpty ? nil : "must not reach \(ModuleSelector.list(mustNotReach))",
        ]
        return "\(subject) \(limits.compactMap(\.self).joined(separator: ", and "))"
    }
}

/// A limit on the modules that can depend on the selected modules.
struct Reservation: Sendable, Hashable {
    let to: [ModuleSelector]
    /// The only modules that can depend on the selected modules.
    let onlyFrom: [ModuleSelector]
    let reason: String
    /// Whether violations cannot be suppressed by a comment or the baseline.
    let isStrict: Bool

    var dependents: String {
        onlyFrom.isEmpty ? "no module" : "only \(ModuleSelector.list(onlyFrom))"
    }

    var statement: String { "\(dependents) can depend on \(ModuleSelector.list(to))" }
}

extension LayerRules {
    /// Whether a list of selectors selects a module.
    ///
    /// No negated selector may match the module. In addition, one of the other selectors must match
    /// the module, unless all selectors are negated.
    ///
    /// - Parameter isKnown: Whether the graph contains the module. A module outside the graph can
    ///   be selected only by its name, its layer or a tag.
    func selects(
        _ selectors: [ModuleSelector],
        _ module: Module,
        isKnown: Bool = true
    ) -> Bool {
        let included = selectors.filter { !$0.isNegated }
        let excluded = selectors.filter(\.isNegated)
        if excluded.contains(where: { matches($0, module, isKnown: isKnown) }) {
            return false
        }
        if included.isEmpty {
            return isKnown && !excluded.isEmpty
        }
        return included.contains { matches($0, module, isKnown: isKnown) }
    }

    /// Whether a module meets the condition of a selector. Ignores negation.
    private func matches(_ selector: ModuleSelector, _ module: Module, isKnown: Bool) -> Bool {
        let pattern = selector.pattern
        switch selector.key {
        case "layer": return layer(of: module).map { pattern.matches($0.name) } == true
        case "path": return module.kind != .external && pattern.matches(module.folder)
        case "module":
            return (isKnown || pattern.text != "*")
                && (pattern.matches(module.name) || pattern.matches(module.importName))
        case "product":
            return isKnown && module.kind == .external && pattern.matches(module.name)
                || module.products.contains(where: pattern.matches)
        case "kind": return isKnown && pattern.matches(module.kind.rawValue)
        default:
            return tags[selector.key]?.contains { value, selectors in
                pattern.matches(value) && selects(selectors, module, isKnown: isKnown)
            } == true
        }
    }
}
