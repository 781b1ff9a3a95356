/// A limit on dependencies, in addition to the limits of layers: an element of `rules` in
/// `boundaries.json`.
///
/// A module must meet all restrictions that select it. For example, one restriction can limit the
/// modules with the tag `scope:orders`, and another the modules with the tag `type:ui`.
struct Restriction: Sendable, Hashable {
    /// Whether the restriction limits which modules can depend on the selected modules. Otherwise,
    /// it limits which modules the selected modules can depend on.
    let limitsDependents: Bool
    let selected: [ModuleSelector]
    /// The only modules that the selected modules can depend on, or that can depend on them. `nil`
    /// is no limit.
    ///
    /// A limit on what the selected modules can depend on applies to products of other packages
    /// only if the list contains a selector for products.
    private(set) var allow: [ModuleSelector]?
    private(set) var deny: [ModuleSelector]
    /// The modules that the selected modules must not depend on, directly or indirectly.
    private(set) var mustNotReach: [ModuleSelector]
    let reason: String
    /// Whether violations cannot be suppressed by a comment or the baseline.
    let isStrict: Bool

    /// Returns the restriction with captured parts in place of the references to them.
    func replacingReferences(with captures: [String]) -> Restriction {
        guard !captures.isEmpty else { return self }
        func replaced(_ selectors: [ModuleSelector]) -> [ModuleSelector] {
            selectors.map { $0.replacingReferences(with: captures) }
        }
        var restriction = self
        restriction.allow = allow.map(replaced)
        restriction.deny = replaced(deny)
        restriction.mustNotReach = replaced(mustNotReach)
        return restriction
    }

    /// The lists of selectors by their keys in the file. The first list selects the modules.
    var selectors: KeyValuePairs<String, [ModuleSelector]> {
        limitsDependents
            ? ["to": selected, "onlyFrom": allow ?? []]
            : [
                "from": selected, "allow": allow ?? [], "deny": deny, "mustNotReach": mustNotReach,
            ]
    }

    /// The selectors of the modules that the restriction limits, as a phrase.
    var selectedModules: String { ModuleSelector.list(selected) }

    /// A phrase for the limit on direct dependencies that follows the name of a module, such as
    /// "path:Sources/* cannot depend on".
    var prohibition: String {
        guard limitsDependents else { return "\(selectedModules) cannot depend on" }
        let dependents = allow ?? []
        let names = dependents.isEmpty ? "no module" : "only \(ModuleSelector.list(dependents))"
        return "\(names) can depend on"
    }

    var statement: String {
        if limitsDependents {
            return "\(prohibition) \(selectedModules)"
        }
        let limits = [
            allow.map {
                $0.isEmpty
                    ? "can depend on no other module"
                    : "can depend only on \(ModuleSelector.list($0))"
            },
            deny.isEmpty ? nil : "cannot depend on \(ModuleSelector.list(deny))",
            mustNotReach.isEmpty ? nil : "must not reach \(ModuleSelector.list(mustNotReach))",
        ]
        return "\(selectedModules) \(limits.compactMap(\.self).joined(separator: ", and "))"
    }
}

// MARK: - The format of the file

extension Restriction: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case from, allow, deny, mustNotReach, to, onlyFrom, reason, strict
    }

    init(from decoder: any Decoder) throws {
        limitsDependents = try decoder.container(keyedBy: CodingKeys.self).contains(.to)
        let limits: [CodingKeys] = limitsDependents ? [.onlyFrom] : [.allow, .deny, .mustNotReach]
        let selection = limitsDependents ? CodingKeys.to : .from
        let values = try decoder.container(accepting: [selection] + limits + [.reason, .strict])
        guard let selected = try values.selectors(selection),
            limits.contains(where: values.contains)
        else {
            throw decoder.error(
                limitsDependents
                    ? "a restriction with 'to' requires 'onlyFrom'"
                    : "a restriction requires 'from' with 'allow', 'deny' or 'mustNotReach', or 'to' "
                        + "with 'onlyFrom'"
            )
        }
        self.selected = selected
        allow = try values.selectors(limits[0])
        deny = try values.selectors(.deny) ?? []
        mustNotReach = try values.selectors(.mustNotReach) ?? []
        reason = try values.decode(.reason, default: "")
        isStrict = try values.decode(.strict, default: false)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a list of selectors. A single selector may be written without an array.
    fileprivate func selectors(_ key: Key) throws -> [ModuleSelector]? {
        if (try? decode(String.self, forKey: key)) != nil {
            return [try decode(ModuleSelector.self, forKey: key)]
        }
        return try decodeIfPresent([ModuleSelector].self, forKey: key)
    }
}
