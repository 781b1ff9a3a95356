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
    /// The path and the line of the member, such as `Ledger.swift:15`.
    let place: String
    /// The words in the signature that can be the names of types.
    let words: Set<String>
    /// The name of the mock's closure, such as `onExample`.
    var mockName: String
    private let signature: Signature

    private struct Signature {
        let name: String
        /// The parameters of a method, or `nil` for a property.
        var parameters: [Parameter]?
        /// The effects of the method or the getter, such as `async throws`, after a space. It is
        /// empty if there are none.
        let effects: String
        /// The type of the property or the result.
        let type: String
        /// The declaration from `func` or `var` to the type.
        let text: String

        /// The name, with the argument labels of a method, such as `example(_:)`.
        var fullName: String {
            guard let parameters else { return name }
            return "\(name)(\(parameters.map { "\($0.label):" }.joined()))"
        }
    }

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
        let place = source.place(of: member.tokens[member.keywordIndex])
        func refuse(_ reason: String, _ ownRemedy: String) -> ScaffoldingError {
            .unsupportedSource(path: place, reason: reason, remedy: remedy ?? ownRemedy)
        }
        let name = member.name
        for modifier in ["static", "class", "mutating"] where member.modifiers.contains(modifier) {
            throw refuse(
                "'\(name)' is \(modifier), but the protocol is used through a shared instance",
                "declare it as a nonmutating instance member, or remove 'public'"
            )
        }
        let isIsolated = isActor && !member.modifiers.contains("nonisolated")
        let signature: Signature
        switch member.keyword {
        case "func":
            signature = try Self.method(member, in: source, isIsolated, implementer, refuse)
        case "var", "let":
            signature = try Self.property(member, in: source, isIsolated, refuse)
        default:
            throw refuse(
                "a public '\(member.keyword)' cannot become a requirement of the protocol",
                "move it out of the type, or remove 'public'"
            )
        }
        let head = member.tokens[..<(member.bodyIndex ?? member.tokens.endIndex)]
        let members = zip(head, head.dropFirst()).filter { $0.0.isPunctuation(".") }
        let generics = member.genericParameters(before: head.endIndex)
        words = Set(head.compactMap(\.word)).subtracting(members.compactMap(\.1.word) + generics)
        mockName = "on\(name.prefix(1).uppercased())\(name.dropFirst())"
        let attributes = Self.attributes(of: member, in: source)
        let getter = signature.parameters == nil ? " { get\(signature.effects) }" : ""
        declaration = "\(source.comments(of: member))\(attributes)\(signature.text)\(getter)\n"
        self.place = place
        self.signature = signature
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
                path: source.place(of: member.tokens[member.keywordIndex]),
                reason: isSettable
                    ? "'\(member.name)' can be set" : "'\(member.fullName)' is '\(member.keyword)'",
                remedy: remedy
            )
        }
        try self.init(member, in: source, for: implementer, remedy: remedy)
    }

    private typealias Refusal = (_ reason: String, _ remedy: String) -> ScaffoldingError

    /// Returns the attributes that matter to callers, such as `@discardableResult`.
    private static func attributes(of member: Declaration, in source: SourceText) -> String {
        let head = member.tokens[..<member.keywordIndex]
        let names = zip(head, head.dropFirst()).filter { $0.0.isPunctuation("@") }.compactMap(
            \.1.word
        )
        let kept = names.filter { ["MainActor", "discardableResult", "concurrent"].contains($0) }
        return kept.map { "@\($0) " }.joined()
    }

    private static func property(
        _ member: Declaration,
        in source: SourceText,
        _ isIsolated: Bool,
        _ refuse: Refusal
    ) throws(ScaffoldingError) -> Signature {
        let rest = member.tokens[(member.keywordIndex + 2)...]
        guard let colon = rest.first, colon.isPunctuation(":") else {
            throw refuse(
                "'\(member.name)' has no type annotation",
                "add one, as in 'public let \(member.name): Int'"
            )
        }
        let isComputed = member.bodyIndex != nil
        let isSettable =
            member.keyword == "var" && !isComputed && !member.modifiers.contains("private")
        if isSettable {
            throw refuse(
                "other modules can set '\(member.name)'",
                "declare it 'public private(set) var'"
            )
        }
        let type = source.text(
            rest.dropFirst().prefix { !$0.isPunctuation("{") && !$0.isPunctuation("=") }
        )
        let getter = member.body.prefix { !$0.isPunctuation("{") }
        var effects = ["async", "throws"].filter { word in getter.contains { $0.isWord(word) } }
        if isIsolated, !effects.contains("async") {
            effects.insert("async", at: 0)
        }
        return Signature(
            name: member.name,
            effects: effects.map { " \($0)" }.joined(),
            type: type,
            text: "var \(member.name): \(type)"
        )
    }

    private static func method(
        _ member: Declaration,
        in source: SourceText,
        _ isIsolated: Bool,
        _ implementer: Implementer,
        _ refuse: Refusal
    ) throws(ScaffoldingError) -> Signature {
        let end = member.bodyIndex ?? member.tokens.endIndex
        let head = member.tokens[..<end]
        let isGeneric = head[(member.keywordIndex + 2)...].first?.isPunctuation("<") == true
        let open = head[member.keywordIndex...].firstIndex { $0.isPunctuation("(") }
        guard let open, let close = head.endOfGroup(at: open) else {
            throw refuse("'\(member.name)' has no parameter list", "correct the declaration")
        }
        let rest = head[(close + 1)...]
        if implementer == .mock,
            isGeneric || rest.contains(where: { $0.isWord("where") || $0.isWord("some") })
        {
            throw refuse(
                "bulkhead cannot generate a mock for the generic method '\(member.name)'",
                "write the interface by hand"
            )
        }
        let parameters = try Self.arguments(in: head[(open + 1)..<close]).map {
            tokens throws(ScaffoldingError) in
            try Self.parameter(tokens, in: source, implementer, refuse)
        }
        let arrow = rest.indices.first { index in
            rest[index].isPunctuation("-") && index + 1 < end && rest[index + 1].isPunctuation(">")
        }
        let own = rest[..<(arrow ?? end)]
        var effects = own.isEmpty ? "" : " \(source.text(own))"
        if isIsolated, !own.contains(where: { $0.isWord("async") }) {
            effects = " async\(effects)"
        }
        let type = arrow.map { source.text(rest[($0 + 2)...]) }
        let result = type.map { " -> \($0)" } ?? ""
        return Signature(
            name: member.name,
            parameters: parameters,
            effects: effects,
            type: type ?? "Void",
            text: source.text(member.tokens[member.keywordIndex...close]) + effects + result
        )
    }

    /// Returns the elements of a comma-separated list.
    fileprivate static func arguments(in tokens: ArraySlice<Token>) -> [ArraySlice<Token>] {
        var parts: [ArraySlice<Token>] = []
        var start = tokens.startIndex
        var depth = 0
        var angles = 0
        for index in tokens.indices {
            let token = tokens[index]
            depth += token.nestingChange
            if token.isPunctuation("<") {
                angles += 1
            }
            let isArrow = index > tokens.startIndex && tokens[index - 1].isPunctuation("-")
            if token.isPunctuation(">"), !isArrow {
                angles -= 1
            }
            guard depth == 0, angles == 0, token.isPunctuation(",") else {
                continue
            }
            parts.append(tokens[start..<index])
            start = index + 1
        }
        let last = tokens[start...]
        return last.isEmpty ? parts : parts + [last]
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

extension Declaration {
    /// The name, with the argument labels of a function, such as `example(_:)`.
    var fullName: String {
        guard let parameters else { return name }
        let labels = parameters.map { "\($0.compactMap(\.word).first ?? "_"):" }
        return "\(name.isEmpty ? keyword : name)(\(labels.joined()))"
    }

    /// The name and the parameters with their types, without spaces, which differs for each
    /// overload.
    var typedName: String {
        let texts = (parameters ?? []).map { $0.compactMap(\.text).joined() }
        return "\(fullName)\(texts)"
    }

    /// Returns the names of the generic parameters of a function whose body begins at an index.
    fileprivate func genericParameters(before end: Int) -> [String] {
        let rest = tokens[keywordIndex..<end].dropFirst(2)
        guard keyword == "func", rest.first?.isPunctuation("<") == true else { return [] }
        let clause = rest.dropFirst().prefix { !$0.isPunctuation("(") }.dropLast()
        return Requirement.arguments(in: clause).compactMap(\.first?.word)
    }

    /// The tokens of each parameter, or `nil` if the declaration is not a function.
    private var parameters: [ArraySlice<Token>]? {
        let rest = tokens[keywordIndex...]
        guard ["func", "init", "subscript"].contains(keyword),
            let open = rest.firstIndex(where: { $0.isPunctuation("(") }),
            let close = rest.endOfGroup(at: open)
        else { return nil }
        return Requirement.arguments(in: tokens[(open + 1)..<close])
    }
}

// MARK: - Mocks

extension Requirement {
    /// Chooses a name for the mock's closure that no other member has. The closure of an overload
    /// is named after the parameters too, as in `onExampleText`.
    mutating func chooseMockName(except taken: inout Set<String>) {
        let words = (signature.parameters ?? []).map { parameter in
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
        let parameters = signature.parameters ?? []
        let types = parameters.map(\.type).joined(separator: ", ")
        let ignored = parameters.map { _ in "_" }.joined(separator: ", ")
        let head = parameters.isEmpty ? "" : " \(ignored) in"
        return """
                /// The closure for ``\(signature.fullName)``.
                \(access) var \(mockName): @Sendable (\(types))\(signature.effects) -> \(signature.type) = {\(head)
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
        let call = "UnexpectedCall(of: \"\(signature.fullName)\", setting: \"\(mockName)\")"
        let value = Self.value(of: signature.type) ?? ""
        switch mockFailure {
        case .error: return "throw \(call)"
        case .value: return "_ = \(call)" + (value.isEmpty ? "" : "\n        return \(value)")
        case .exit:
            return """
                // This call can neither throw an error nor return a value of its type.
                        fatalError("set '\(mockName)' before calling '\(signature.fullName)'")
                """
        }
    }

    /// Returns the source of a value of a type, which is empty for `Void`. Returns `nil` if the
    /// name of the type does not show which values it has.
    private static func value(of type: String) -> String? {
        let isFunction = type.contains("->")
        if type.hasSuffix("?"), !isFunction {
            return "nil"
        }
        if type.hasPrefix("["), type.hasSuffix("]"), !isFunction {
            return type.contains(":") && !type.hasPrefix("[(") ? "[:]" : "[]"
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
        let effects = signature.effects
        if effects.contains("throws"), !effects.contains("throws(") {
            return .error
        }
        return Self.value(of: signature.type) == nil ? .exit : .value
    }

    /// Returns the implementation of this requirement in a mock, which calls the closure.
    func mockMember(_ access: String) -> String {
        let arguments = (signature.parameters ?? []).map(\.name).joined(separator: ", ")
        return member(access, calling: "\(mockName)(\(arguments))")
    }

    /// Returns the implementation of this requirement in a type that forwards it to `base`.
    func forwardingMember() -> String {
        let arguments = signature.parameters?.map { parameter in
            parameter.label == "_" ? parameter.name : "\(parameter.label): \(parameter.name)"
        }
        let list = arguments.map { "(\($0.joined(separator: ", ")))" } ?? ""
        return member("package", calling: "base.\(signature.name)\(list)")
    }

    private func member(_ access: String, calling call: String) -> String {
        let effects = signature.effects
        let marks =
            (effects.contains("throws") ? "try " : "") + (effects.contains("async") ? "await " : "")
        let isGetter = signature.parameters == nil && !effects.isEmpty
        let body = isGetter ? "get\(effects) { \(marks)\(call) }" : marks + call
        return "    \(access) \(signature.text) {\n        \(body)\n    }\n"
    }
}
