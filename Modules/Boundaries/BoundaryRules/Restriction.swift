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

    /// Returns the restriction with captured parts in place of the references to them.
    func replacingReferences(with captures: [String]) -> Restriction {
        guard !captures.isEmpty else { return self }
        func replaced(_ selectors: [ModuleSelector]) -> [ModuleSelector] {
            selectors.map { $0.replacingReferences(with: captures) }
        }
        return Restriction(
            from: from,
            allow: allow.map(replaced),
            deny: replaced(deny),
            mustNotReach: replaced(mustNotReach),
            reason: reason,
            isStrict: isStrict
        )
    }

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

    /// Returns the reservation with captured parts in place of the references to them.
    func replacingReferences(with captures: [String]) -> Reservation {
        guard !captures.isEmpty else { return self }
        return Reservation(
            to: to,
            onlyFrom: onlyFrom.map { $0.replacingReferences(with: captures) },
            reason: reason,
            isStrict: isStrict
        )
    }

    var dependents: String {
        onlyFrom.isEmpty ? "no module" : "only \(ModuleSelector.list(onlyFrom))"
    }

    var statement: String { "\(dependents) can depend on \(ModuleSelector.list(to))" }
}
