/// A condition on modules, written as a key and a pattern.
///
/// Examples are `layer:App`, `path:Sources/*UI`, `module:Network*`, `kind:test`,
/// `product:Firebase*` for a product of another package, and a tag such as `scope:orders`. An
/// asterisk alone selects every module, and `!` before a selector negates it.
struct ModuleSelector: Sendable, Hashable {
    /// A property of a module that a pattern can match.
    enum Property: String, CaseIterable {
        case layer, path, module, product, kind
    }

    let text: String
    let isNegated: Bool
    /// The name of a property, or the axis of a tag.
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

    /// The property that the pattern must match, or `nil` if the selector is a tag.
    var property: Property? { Property(rawValue: key) }

    /// The number of captured parts in the pattern.
    var captureCount: Int { pattern.text.count { $0 == "(" } }

    /// The largest number after a dollar sign in the pattern, or 0.
    var lastReference: Int {
        pattern.text.matches(of: #/\$([1-9])/#).compactMap { Int($0.1) }.max() ?? 0
    }

    /// Returns the selector with the captured parts in place of `$1`, `$2` and so on.
    func replacingReferences(with captures: [String]) -> ModuleSelector {
        var text = text
        for (index, part) in captures.enumerated() {
            text = text.replacing("$\(index + 1)", with: part)
        }
        return ModuleSelector(text) ?? self
    }

    /// Returns a phrase for the selectors, such as "path:Sources/* except module:Core".
    static func list(_ selectors: [ModuleSelector]) -> String {
        let included = selectors.filter { !$0.isNegated }.map(\.text)
        let excluded = selectors.filter(\.isNegated).map { String($0.text.dropFirst()) }
        let all = included.isEmpty ? "every module" : included.joined(separator: ", ")
        return excluded.isEmpty ? all : "\(all) except \(excluded.joined(separator: ", "))"
    }
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
        captures(selectors, module, isKnown: isKnown) != nil
    }

    /// Returns the parts that the first matching selector of a list captures, or `nil` if the list
    /// does not select the module.
    func captures(
        _ selectors: [ModuleSelector],
        _ module: Module,
        isKnown: Bool = true
    ) -> [String]? {
        let included = selectors.filter { !$0.isNegated }
        let excluded = selectors.filter(\.isNegated)
        if excluded.contains(where: { captures($0, module, isKnown: isKnown) != nil }) {
            return nil
        }
        if included.isEmpty {
            return isKnown && !excluded.isEmpty ? [] : nil
        }
        return included.lazy.compactMap { captures($0, module, isKnown: isKnown) }.first
    }

    /// Returns the captured parts if a module meets the condition of a selector. A negation in the
    /// selector has no effect.
    private func captures(
        _ selector: ModuleSelector,
        _ module: Module,
        isKnown: Bool
    ) -> [String]? {
        let pattern = selector.pattern
        let values: [String]
        switch selector.property {
        case .layer: values = [layer(of: module)?.name].compactMap(\.self)
        case .path: values = module.kind == .external ? [] : [module.folder]
        case .module:
            values = isKnown || pattern.text != "*" ? [module.name, module.importName] : []
        case .product:
            let own = isKnown && module.kind == .external ? [module.name] : []
            values = own + module.products
        case .kind: values = isKnown ? [module.kind.rawValue] : []
        case nil:
            values = (tags[selector.key] ?? [:]).filter {
                selects($0.value, module, isKnown: isKnown)
            }.keys.sorted()
        }
        return values.lazy.compactMap(pattern.captures).first
    }
}
