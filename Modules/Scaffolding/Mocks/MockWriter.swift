/// Writes a mock of a role: a closure for each requirement, which a test sets, and which stops the test where it did not.
package struct MockWriter: Sendable {
    private let declaration: ProtocolDeclaration
    private let remedy: String

    /// A writer for a protocol.
    ///
    /// - Parameter remedy: What to do where it cannot be mocked.
    package init(_ declaration: ProtocolDeclaration, remedy: String) {
        self.declaration = declaration
        self.remedy = remedy
    }

    /// The name of the mock.
    package var name: String { "Mock\(declaration.name)" }

    /// The source text of the mock.
    ///
    /// - Parameters:
    ///   - template: The text of the mock's template.
    ///   - modules: What it imports, all publicly.
    /// - Throws: ``ScaffoldingError/sourceNotUnderstood(path:reason:remedy:)`` for generic methods, for unsafe types, and for
    ///   classes that others share between threads.
    func text(template: String, importing modules: [String]) throws(ScaffoldingError) -> String {
        try check()
        let names = closureNames()
        let imports = modules.map { "public import \($0)\n" }.joined()
        var closures: [String] = []
        var members: [String] = []
        for (requirement, closure) in zip(declaration.requirements, names) {
            closures.append(text(of: closure, for: requirement))
            if requirement.kind == .property(isSettable: true) { closures.append(setter(closure, for: requirement)) }
            let arguments = (requirement.method?.parameters ?? []).map(\.argument).joined(separator: ", ")
            members.append(
                requirement.witness(
                    access: "public ", call: "\(closure)(\(arguments))", assignment: "\(closure.setter)(newValue)",
                    isMutating: declaration.isClassBound))
        }
        let kind = declaration.isClassBound ? "final class" : "struct"
        return imports + "\n"
            + template.replacing("public struct", with: "public \(kind)")
            .replacing("RoleName", with: declaration.name)
            .replacing("    // The closures.\n", with: closures.joined(separator: "\n"))
            .replacing("    // The requirements.\n", with: members.joined(separator: "\n"))
    }

    private func check() throws(ScaffoldingError) {
        if declaration.isClassBound, declaration.inherited.contains("Sendable") {
            throw refusal(
                "'\(declaration.name)' is for classes that threads share, and no closure of such one can be set")
        }
        for requirement in declaration.requirements {
            if requirement.method?.isGeneric == true {
                throw refusal("'\(declaration.name).\(requirement.signature)' is generic, and no closure is")
            }
            if let reason = requirement.unsafeReason(in: declaration.name) { throw refusal(reason) }
        }
    }

    private func refusal(_ reason: String) -> ScaffoldingError {
        .sourceNotUnderstood(path: declaration.place, reason: reason, remedy: remedy)
    }

    private func text(of closure: String, for requirement: Requirement) -> String {
        let parameters = (requirement.method?.parameters ?? []).map { "_ \($0.name): \($0.type.asPlainOptional)" }
        let type =
            "(\(parameters.joined(separator: ", ")))\(requirement.effects) -> \(requirement.type?.asPlainOptional ?? "Void")"
        return """
                /// What `\(requirement.signature)` does.
                public var \(closure): @Sendable \(type) = {\(String.ignoring(parameters.count))
                    fatalError("\(name).\(requirement.signature) is not configured")
                }

            """
    }

    private func setter(_ closure: String, for requirement: Requirement) -> String {
        """
            /// What setting `\(requirement.signature)` does.
            public var \(closure.setter): @Sendable (_ newValue: \(requirement.type?.asPlainOptional ?? "Void")) -> Void = { _ in
                fatalError("\(name).\(requirement.signature) is not configured to be set")
            }

        """
    }

    /// A name for the closure of each requirement: `onLinks`, or with the labels where methods share their name.
    private func closureNames() -> [String] {
        var taken: Set<String> = Set(declaration.requirements.map(\.name))
        return declaration.requirements.map { requirement in
            let isAlone = declaration.requirements.count { $0.name == requirement.name } == 1
            let labels = isAlone ? [] : (requirement.method?.parameters ?? []).compactMap(\.label)
            let name = "on" + ([requirement.name] + labels).map(\.capitalizedWord).joined()
            let candidates = sequence(first: 1) { $0 + 1 }.lazy.map { $0 == 1 ? name : "\(name)\($0)" }
            let free = candidates.first { !taken.contains($0) && !taken.contains($0.setter) } ?? name
            taken.formUnion([free, free.setter])
            return free
        }
    }
}

extension String {
    /// The name of the closure for setting, beside that for getting.
    fileprivate var setter: String { "onSet\(dropFirst("on".count))" }

    /// The word without backticks, with a capital.
    fileprivate var capitalizedWord: String {
        let word = filter { $0 != "`" }
        return word.prefix(1).uppercased() + word.dropFirst()
    }

    /// The type as closures may have it, which know no optionals that unwrap themselves.
    fileprivate var asPlainOptional: String { replacing("!", with: "?") }

    /// What a closure begins with that looks at none of its arguments.
    fileprivate static func ignoring(_ count: Int) -> String {
        count == 0 ? "" : " \(Array(repeating: "_", count: count).joined(separator: ", ")) in"
    }
}
