/// A condition on modules, written as a key and a pattern: `layer:App`, `path:Sources/*UI`, `module:Network*`, `product:Firebase*` (a product of another
/// package), `kind:test`, or a tag such as `scope:orders`. `*` is every module.
struct ModuleSelector: Sendable, Hashable {
    static let keys = ["layer", "path", "module", "product", "kind"]
    let text: String
    let key: String
    let pattern: PathPattern

    /// Parses a selector. Returns `nil` if the text has no key and is not `*`.
    init?(_ text: String) {
        let parts = text == "*" ? ["module", "*"] : text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        (self.text, key, pattern) = (text, String(parts[0]), PathPattern(String(parts[1])))
    }
}

/// A limit on the dependencies of the modules that it selects, in addition to the layers.
///
/// A module that several restrictions select must obey all of them. For example, one can limit the modules of a scope, and another one the modules of a type.
struct Restriction: Sendable, Hashable {
    let from: [ModuleSelector]
    /// The only modules that they can depend on, or `nil` for no limit. Limits products of other packages only if it selects a product.
    let allow: [ModuleSelector]?
    let deny: [ModuleSelector]
    let reason: String

    var subject: String { Self.list(from) }

    var statement: String {
        let limits = [
            allow.map { "can depend only on \($0.isEmpty ? "no other module" : Self.list($0))" },
            deny.isEmpty ? nil : "cannot depend on \(Self.list(deny))",
        ]
        return "\(subject) \(limits.compactMap(\.self).joined(separator: ", and "))"
    }

    private static func list(_ selectors: [ModuleSelector]) -> String {
        selectors.map(\.text).joined(separator: ", ")
    }
}

/// The reason why a module cannot depend on another.
enum Denial {
    case layers
    case restriction(Restriction)
    /// No layer lists the product, and the rules deny such products.
    case unlistedProduct
}

extension LayerRules {
    /// Returns why a module cannot depend on another, or `nil` if it can. The other module may be unknown to the graph, such as a module of the toolchain.
    func denial(of other: Module, for module: Module, in graph: ModuleGraph) -> Denial? {
        if module.name == other.name || hasException(module, for: other.name) { return nil }
        let isKnown = graph.module(named: other.name) != nil
        if let restriction = restrictions.first(where: { denies($0, other, for: module, isKnown: isKnown) }) {
            return .restriction(restriction)
        }
        if !layersAllow(module, toDependOn: other, in: graph) { return .layers }
        let isUnlisted = deniesUnlistedProducts && isKnown && other.kind == .external && layer(of: other) == nil
        return isUnlisted && layer(of: module)?.canDependOn.contains(Layer.everything) != true ? .unlistedProduct : nil
    }

    private func denies(_ restriction: Restriction, _ other: Module, for module: Module, isKnown: Bool) -> Bool {
        guard selects(restriction.from, module) else { return false }
        if selects(restriction.deny, other, isKnown: isKnown) { return true }
        guard isKnown, let allow = restriction.allow, !selects(allow, other) else { return false }
        return other.kind != .external || allow.contains { $0.key == "product" }
    }

    private func selects(_ selectors: [ModuleSelector], _ module: Module, isKnown: Bool = true) -> Bool {
        selectors.contains { selector in
            let pattern = selector.pattern
            return switch selector.key {
            case "layer": layer(of: module).map { pattern.matches($0.name) } == true
            case "path": module.kind != .external && pattern.matches(module.folder)
            case "module":
                (isKnown || pattern.text != "*") && (pattern.matches(module.name) || pattern.matches(module.importName))
            case "product": isKnown && module.kind == .external && pattern.matches(module.name)
            case "kind": isKnown && pattern.matches(module.kind.rawValue)
            default:
                tags[selector.key]?.contains { value, selectors in
                    pattern.matches(value) && selects(selectors, module, isKnown: isKnown)
                } == true
            }
        }
    }
}
