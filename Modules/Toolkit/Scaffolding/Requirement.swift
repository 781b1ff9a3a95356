import SwiftSource

/// A requirement of a protocol, created from a member of the protocol or from a public member of a
/// type.
struct Requirement {
    /// The type that implements the requirement, as a phrase.
    enum Implementer: String {
        /// A mock, which calls a closure.
        case mock = "a mock"
        /// A type that calls the same member of another implementation.
        case forwarder = "a forwarding type"
    }

    /// The declaration in the protocol, with the comments and the attributes.
    let declaration: String
    /// The words in the signature that can be the names of types.
    let words: Set<String>
    /// The name of the mock's closure, such as `onExample`.
    private(set) var mockName: String
    private let name: String
    /// The name, with the argument labels of a method, such as `example(_:)`.
    private let fullName: String
    /// The parameters of a method, or `nil` for a property.
    private let parameters: [Parameter]?
    /// The effects of the method or the getter, such as `async throws`, after a space. It is empty
    /// if there are none.
    private let effects: String
    /// The type of the property or the result.
    private let type: String
    /// The declaration from `func` or `var` to the type.
    private let text: String

    private struct Parameter {
        let label: String
        let name: String
        let type: String
    }
}

// MARK: - Parsing

extension Requirement {
    /// Creates the requirement for a member.
    ///
    /// - Parameter remedy: The remedy of errors, or `nil` if it depends on the reason.
    /// - Throws: An error if a protocol or the implementer cannot have such a requirement.
    init(
        _ member: Declaration,
        in source: SourceText,
        isActor: Bool = false,
        for implementer: Implementer = .mock,
        remedy: String? = nil
    ) throws(ScaffoldingError) {
        let place = source.place(of: member)
        func refuse(_ reason: String, _ ownRemedy: String) -> ScaffoldingError {
            .unsupportedSource(path: place, reason: reason, remedy: remedy ?? ownRemedy)
        }
        name = member.name
        for modifier in ["static", "class", "mutating"] where member.modifiers.contains(modifier) {
            throw refuse(
                "'\(name)' is \(modifier), but the protocol is used through a shared instance",
                "declare it as a nonmutating instance member, or remove 'public'"
            )
        }
        guard ["func", "var", "let"].contains(member.keyword) else {
            throw refuse(
                "a public '\(member.keyword)' cannot become a requirement of the protocol",
                "move it out of the type, or remove 'public'"
            )
        }
        let head = member.tokens[..<(member.bodyIndex ?? member.tokens.endIndex)]
        // The tokens after the name of a property or the parameters of a method.
        let rest = head[(member.endOfParameters ?? member.keywordIndex + 1)...].dropFirst()
        let startOfType: Int?
        let ownEffects: String
        if member.keyword == "func" {
            parameters = try Self.parameters(of: member, rest, in: source, implementer, refuse)
            let arrow = rest.indices.first { rest.has("-", ">", at: $0) }
            startOfType = arrow.map { $0 + 2 }
            let words = rest[..<(arrow ?? rest.endIndex)]
            ownEffects = words.isEmpty ? "" : " \(source.text(words))"
        } else {
            try Self.checkProperty(member, rest, refuse)
            parameters = nil
            startOfType = rest.startIndex + 1
            let getter = member.body.prefix { !$0.isPunctuation("{") }.compactMap(\.word)
            ownEffects = ["async", "throws"].filter(getter.contains).map { " \($0)" }.joined()
        }
        let isIsolated = isActor && !member.modifiers.contains("nonisolated")
        effects = isIsolated && !ownEffects.contains("async") ? " async\(ownEffects)" : ownEffects
        let isProperty = parameters == nil
        type =
            startOfType.map { start in
                source.text(rest[start...].prefix { !isProperty || !$0.isPunctuation("=") })
            } ?? "Void"
        let signature = source.text(head[member.keywordIndex..<rest.startIndex])
        let result = startOfType == nil ? "" : " -> \(type)"
        text = isProperty ? "var \(name): \(type)" : "\(signature)\(effects)\(result)"
        words = Set(head.compactMap(\.word))
            .subtracting(head.words(after: ".") + member.genericParameters)
        fullName = member.fullName
        mockName = "on\(name.prefix(1).uppercased())\(name.dropFirst())"
        let names = member.tokens[..<member.keywordIndex].words(after: "@")
        // These attributes matter to callers.
        let attributes = names.filter {
            ["MainActor", "discardableResult", "concurrent"].contains($0)
        }
        declaration =
            source.comments(of: member) + attributes.map { "@\($0) " }.joined() + text
            + (isProperty ? " { get\(effects) }\n" : "\n")
    }

    /// Creates the requirement for a member of a protocol.
    ///
    /// - Throws: An error if the implementer cannot implement the member with a single call.
    init(
        ofProtocol member: Declaration,
        in source: SourceText,
        for implementer: Implementer,
        remedy: String
    ) throws(ScaffoldingError) {
        let isSettable = member.keyword == "var" && member.body.contains { $0.isWord("set") }
        guard ["func", "var"].contains(member.keyword), !isSettable else {
            throw .unsupportedSource(
                path: source.place(of: member),
                reason: isSettable
                    ? "'\(member.name)' can be set" : "'\(member.fullName)' is '\(member.keyword)'",
                remedy: remedy
            )
        }
        try self.init(member, in: source, for: implementer, remedy: remedy)
    }

    private typealias Refusal = (_ reason: String, _ remedy: String) -> ScaffoldingError

    private static func checkProperty(
        _ member: Declaration,
        _ rest: ArraySlice<Token>,
        _ refuse: Refusal
    ) throws(ScaffoldingError) {
        guard rest.first?.isPunctuation(":") == true else {
            throw refuse(
                "'\(member.name)' has no type annotation",
                "add one, as in 'public let \(member.name): Int'"
            )
        }
        let isStored = member.keyword == "var" && member.bodyIndex == nil
        guard !isStored || member.modifiers.contains("private") else {
            throw refuse(
                "other modules can set '\(member.name)'",
                "declare it 'public private(set) var'"
            )
        }
    }

    private static func parameters(
        of member: Declaration,
        _ rest: ArraySlice<Token>,
        in source: SourceText,
        _ implementer: Implementer,
        _ refuse: Refusal
    ) throws(ScaffoldingError) -> [Parameter] {
        let isGeneric =
            !member.genericParameters.isEmpty
            || rest.contains { $0.isWord("where") || $0.isWord("some") }
        guard let list = member.parameters, !isGeneric || implementer == .forwarder else {
            throw refuse(
                "bulkhead cannot generate a mock for the generic method '\(member.name)'",
                "write the interface by hand"
            )
        }
        return try list.map { tokens throws(ScaffoldingError) in
            try parameter(tokens, in: source, implementer, refuse)
        }
    }

    private static func parameter(
        _ tokens: ArraySlice<Token>,
        in source: SourceText,
        _ implementer: Implementer,
        _ refuse: Refusal
    ) throws(ScaffoldingError) -> Parameter {
        guard let colon = tokens.firstIndex(where: { $0.isPunctuation(":") }) else {
            throw refuse("a parameter has no type", "correct the declaration")
        }
        let names = tokens[..<colon].compactMap(\.word)
        let label = names.first ?? "_"
        let name = names.last ?? "_"
        let type = tokens[(colon + 1)...]
        if type.contains(where: { $0.isPunctuation("=") }) {
            throw refuse(
                "'\(name)' has a default value, which protocol methods do not support",
                "add an overload without the parameter instead"
            )
        }
        var unsupported = ["inout", "autoclosure", "each"]
        if implementer == .mock {
            unsupported += ["some", "borrowing", "consuming"]
        }
        if let word = type.compactMap(\.word).first(where: unsupported.contains) {
            throw refuse(
                "'\(name)' is '\(word)', so \(implementer.rawValue) cannot implement the method",
                "write the interface by hand"
            )
        }
        if type.last?.isPunctuation(".") == true {
            throw refuse(
                "'\(name)' is variadic, so \(implementer.rawValue) cannot implement the method",
                "accept an array instead"
            )
        }
        return Parameter(label: label, name: name, type: source.text(type))
    }
}

// MARK: - Mocks

extension Requirement {
    /// Chooses a name for the mock's closure that no other member has. The closure of an overload
    /// is named after the parameters too, as in `onExampleText`.
    mutating func chooseMockName(except taken: inout Set<String>) {
        let words = (parameters ?? []).map { parameter in
            let word = parameter.label == "_" ? parameter.name : parameter.label
            return word.prefix(1).uppercased() + word.dropFirst()
        }
        let names = [mockName, mockName + words.joined()]
        let numbered = (2...).lazy.map { "\(names[1])\($0)" }
        let free = names.first { !taken.contains($0) } ?? numbered.first { !taken.contains($0) }
        mockName = free ?? mockName
        taken.insert(mockName)
    }

    /// Returns the declaration of the closure for this requirement in a mock.
    func mockClosure(_ access: String) -> String {
        let parameters = parameters ?? []
        let types = parameters.map(\.type).joined(separator: ", ")
        let ignored = parameters.map { _ in "_" }.joined(separator: ", ")
        let head = parameters.isEmpty ? "" : " \(ignored) in"
        return """
                /// The closure for ``\(fullName)``.
                \(access) var \(mockName): @Sendable (\(types))\(effects) -> \(type) = {\(head)
                    \(failure)
                }

            """
    }

    /// The statements that a closure consists of until a test sets it.
    ///
    /// They record an issue in the test. Then they throw an error if the requirement can throw any
    /// error, and otherwise return a value. If the type shows no value to return, the only way to
    /// end the call is to stop the process.
    private var failure: String {
        let call = "UnexpectedCall(of: \"\(fullName)\", setting: \"\(mockName)\")"
        let value = Self.value(of: type) ?? ""
        switch mockFailure {
        case .error: return "throw \(call)"
        case .value: return "_ = \(call)" + (value.isEmpty ? "" : "\n        return \(value)")
        case .exit:
            return """
                // This call can neither throw an error nor return a value of its type.
                        fatalError("set '\(mockName)' before calling '\(fullName)'")
                """
        }
    }

    /// Returns the source of a value of a type, which is empty for `Void`. Returns `nil` if the
    /// name of the type does not show which values it has.
    private static func value(of type: String) -> String? {
        if type.hasSuffix("?"), !type.contains("->") {
            return "nil"
        }
        if type.hasPrefix("["), type.hasSuffix("]") {
            return type.starts(with: /\[[^\[(]*:/) ? "[:]" : "[]"
        }
        return ["Void": "", "Bool": "false", "Int": "0", "Double": "0", "String": "\"\""][type]
    }

    /// What a mock does if a test does not set the closure, as a phrase.
    enum MockFailure: String, CaseIterable {
        case error = "records an issue and throws an error"
        case value = "records an issue"
        case exit = "stops the test process"
    }

    var mockFailure: MockFailure {
        if effects.contains("throws"), !effects.contains("throws(") {
            return .error
        }
        return Self.value(of: type) == nil ? .exit : .value
    }

    /// Returns the implementation of this requirement in a mock, which calls the closure.
    func mockMember(_ access: String) -> String {
        let arguments = (parameters ?? []).map(\.name).joined(separator: ", ")
        return member(access, calling: "\(mockName)(\(arguments))")
    }

    /// Returns the implementation of this requirement in a type that forwards it to `base`.
    func forwardingMember() -> String {
        let arguments = parameters?.map { parameter in
            parameter.label == "_" ? parameter.name : "\(parameter.label): \(parameter.name)"
        }
        let list = arguments.map { "(\($0.joined(separator: ", ")))" } ?? ""
        return member("package", calling: "base.\(name)\(list)")
    }

    private func member(_ access: String, calling call: String) -> String {
        let marks =
            (effects.contains("throws") ? "try " : "") + (effects.contains("async") ? "await " : "")
        let isGetter = parameters == nil && !effects.isEmpty
        let body = isGetter ? "get\(effects) { \(marks)\(call) }" : marks + call
        return "    \(access) \(text) {\n        \(body)\n    }\n"
    }
}
