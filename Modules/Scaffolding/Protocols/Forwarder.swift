/// Writes what a type needs to conform to a protocol by handing everything on to another one that does.
package struct Forwarder: Sendable {
    private let declaration: ProtocolDeclaration
    /// The property that holds the other one.
    private static let base = "base"

    /// Forwards a protocol.
    package init(_ declaration: ProtocolDeclaration) { self.declaration = declaration }

    /// The members, one for each requirement, in the order of the protocol.
    ///
    /// - Throws: ``ScaffoldingError/sourceNotUnderstood(path:reason:remedy:)`` where a member would stand in its own way,
    ///   or would be unsafe.
    package func members(remedy: String) throws(ScaffoldingError) -> String {
        var members: [String] = []
        for requirement in declaration.requirements {
            guard requirement.name != Self.base else {
                throw .sourceNotUnderstood(
                    path: declaration.place,
                    reason: "'\(declaration.name).\(Self.base)' has the name of what the service would keep",
                    remedy: remedy)
            }
            if let reason = requirement.unsafeReason(in: declaration.name) {
                throw .sourceNotUnderstood(path: declaration.place, reason: reason, remedy: remedy)
            }
            let arguments = requirement.method?.parameters ?? []
            let base = arguments.contains { $0.name == Self.base } ? "self.\(Self.base)" : Self.base
            members.append(
                requirement.witness(
                    access: "package ", call: "\(base).\(requirement.call)",
                    assignment: "\(base).\(requirement.name) = newValue", isMutating: true))
        }
        return members.joined(separator: "\n")
    }

    /// Whether a member changes what the other one is, so that a structure must hold it in a variable.
    package var changesBase: Bool {
        !declaration.isClassBound && declaration.requirements.contains { $0.kind == .property(isSettable: true) }
    }
}

extension Requirement {
    /// A call of it with its own parameters.
    fileprivate var call: String {
        guard let method else { return name }
        let arguments = method.parameters.map { ($0.label.map { "\($0): " } ?? "") + $0.argument }
        return "\(name)(\(arguments.joined(separator: ", ")))"
    }
}
