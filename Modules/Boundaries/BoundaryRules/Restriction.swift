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

/// The reason why a module cannot depend on another module.
enum Denial {
    case layers
    /// The other module is in a layer for tests, and the module is not a test target.
    case testsOnly
    case restriction(Restriction)
    case reservation(Reservation)
    /// The product is in no layer, and the rules deny such products.
    case unlistedProduct

    /// Whether the violation cannot be suppressed by a comment or the baseline.
    var isStrict: Bool {
        switch self {
        case .restriction(let restriction): restriction.isStrict
        case .reservation(let reservation): reservation.isStrict
        case .layers, .testsOnly, .unlistedProduct: false
        }
    }
}

extension LayerRules {
    /// Returns why a module cannot depend on another module, or `nil` if it can.
    ///
    /// The other module need not be in the graph. It can be a module of the toolchain, for example.
    func denial(of other: Module, for module: Module, in graph: ModuleGraph) -> Denial? {
        if module.name == other.name || hasException(module, for: other.name) {
            return nil
        }
        let isKnown = graph.module(named: other.name) != nil
        if let restriction = restrictions.first(where: {
            denies($0, other, for: module, isKnown: isKnown)
        }) {
            return .restriction(restriction)
        }
        if let reservation = reservations.first(where: {
            excludes(module, $0, other, isKnown: isKnown)
        }) {
            return .reservation(reservation)
        }
        if !layersAllow(module, toDependOn: other, in: graph) {
            let isForTests = layer(of: other)?.isForTests == true
            return isForTests && module.kind != .test ? .testsOnly : .layers
        }
        let isUnlisted =
            deniesUnlistedProducts && isKnown && other.kind == .external && layer(of: other) == nil
        return isUnlisted && layer(of: module)?.canDependOn.contains(Layer.everything) != true
            ? .unlistedProduct : nil
    }

    private func denies(
        _ restriction: Restriction,
        _ other: Module,
        for module: Module,
        isKnown: Bool
    ) -> Bool {
        guard selects(restriction.from, module) else { return false }
        if selects(restriction.deny, other, isKnown: isKnown) {
            return true
        }
        if selects(restriction.mustNotReach, other, isKnown: isKnown) {
            return true
        }
        guard isKnown, let allow = restriction.allow, !selects(allow, other) else {
            return false
        }
        return other.kind != .external || allow.contains { $0.key == "product" }
    }

    private func excludes(
        _ module: Module,
        _ reservation: Reservation,
        _ other: Module,
        isKnown: Bool
    ) -> Bool {
        selects(reservation.to, other, isKnown: isKnown) && !selects(reservation.onlyFrom, module)
    }

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
        case "product": return isKnown && module.kind == .external && pattern.matches(module.name)
        case "kind": return isKnown && pattern.matches(module.kind.rawValue)
        default:
            return tags[selector.key]?.contains { value, selectors in
                pattern.matches(value) && selects(selectors, module, isKnown: isKnown)
            } == true
        }
    }
}
