import SwiftSource

/// A requirement of a protocol, created from a public member of a type.
struct Requirement {
    /// The declaration in the protocol, with the comments and the attributes.
    let declaration: String
    /// The path and the line of the member, such as `Ledger.swift:15`.
    let place: String
    /// The words in the signature that can be the names of types.
    let words: Set<String>
    private let signature: Signature

    private enum Signature {
        case property(name: String, type: String, effects: String)
        case method(Method)
    }

    private struct Method {
        let name: String
        var parameters: [Parameter] = []
        var effects = ""
        var result = ""
        /// The signature from `func` to the result type.
        var text = ""

        /// The name with the argument labels, such as `example(_:)`.
        var fullName: String { "\(name)(\(parameters.map { "\($0.label):" }.joined()))" }
        /// The name of the mock's closure, such as `onExample`.
        var closure: String { "on\(name.prefix(1).uppercased())\(name.dropFirst())" }
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
    /// - Throws: An error if a protocol or a mock cannot have such a requirement.
    init(_ member: Declaration, in source: SourceText, isActor: Bool) throws(ScaffoldingError) {
        let place = "\(source.path):\(member.tokens[member.keywordIndex].location.line)"
        func refuse(_ reason: String, _ remedy: String) -> ScaffoldingError {
            .unsupportedSource(path: place, reason: reason, remedy: remedy)
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
            let method = try Self.method(member, in: source, isIsolated: isIsolated, refuse)
            signature = .method(method)
        case "var", "let":
            signature = try Self.property(member, in: source, isIsolated: isIsolated, refuse)
        default:
            throw refuse(
                "a public '\(member.keyword)' cannot become a requirement of the protocol",
                "move it out of the type, or remove 'public'"
            )
        }
        let head = member.tokens[..<(member.bodyIndex ?? member.tokens.endIndex)]
        words = Set(head.compactMap(\.word))
        let attributes = Self.attributes(of: member, in: source)
        let text =
            switch signature {
            case .property(let name, let type, let effects):
                "var \(name): \(type) { get\(effects) }\n"
            case .method(let method): "\(method.text)\n"
            }
        declaration = source.comments(of: member) + attributes + text
        self.place = place
        self.signature = signature
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
        isIsolated: Bool,
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
        let type = rest.dropFirst().prefix { !$0.isPunctuation("{") && !$0.isPunctuation("=") }
        let getter = member.body.prefix { !$0.isPunctuation("{") }
        var effects = ["async", "throws"].filter { word in getter.contains { $0.isWord(word) } }
        if isIsolated, !effects.contains("async") {
            effects.insert("async", at: 0)
        }
        return .property(
            name: member.name,
            type: source.text(type),
            effects: effects.map { " \($0)" }.joined()
        )
    }

    private static func method(
        _ member: Declaration,
        in source: SourceText,
        isIsolated: Bool,
        _ refuse: Refusal
    ) throws(ScaffoldingError) -> Method {
        var method = Method(name: member.name)
        let end = member.bodyIndex ?? member.tokens.endIndex
        let open = member.keywordIndex + 2
        func refuseGeneric() -> ScaffoldingError {
            refuse(
                "bulkhead cannot generate a mock for the generic method '\(member.name)'",
                "write the interface by hand"
            )
        }
        guard open < end, member.tokens[open].isPunctuation("(") else {
            throw refuseGeneric()
        }
        let close = member.tokens[..<end].endOfGroup(at: open) ?? open
        for tokens in Self.arguments(in: member.tokens[(open + 1)..<close]) {
            method.parameters.append(try Self.parameter(tokens, in: source, refuse))
        }
        let rest = member.tokens[(close + 1)..<end]
        let arrow = rest.indices.first { index in
            rest[index].isPunctuation("-") && index + 1 < end && rest[index + 1].isPunctuation(">")
        }
        method.effects = source.text(rest[..<(arrow ?? end)])
        if isIsolated, !rest[..<(arrow ?? end)].contains(where: { $0.isWord("async") }) {
            method.effects = method.effects.isEmpty ? "async" : "async \(method.effects)"
        }
        method.result = arrow.map { source.text(rest[($0 + 2)...]) } ?? "Void"
        if rest.contains(where: { $0.isWord("where") || $0.isWord("some") }) {
            throw refuseGeneric()
        }
        let effects = method.effects.isEmpty ? "" : " \(method.effects)"
        let result = arrow == nil ? "" : " -> \(method.result)"
        method.text = source.text(member.tokens[member.keywordIndex...close]) + effects + result
        return method
    }

    /// Returns the elements of a comma-separated list.
    private static func arguments(in tokens: ArraySlice<Token>) -> [ArraySlice<Token>] {
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
        let unsupported = ["inout", "some", "borrowing", "consuming", "autoclosure", "each"]
        if let word = type.compactMap(\.word).first(where: unsupported.contains) {
            throw refuse(
                "'\(name)' is '\(word)', so a mock cannot implement the method",
                "write the interface by hand"
            )
        }
        if type.last?.isPunctuation(".") == true {
            throw refuse(
                "'\(name)' is variadic, so a mock cannot implement the method",
                "accept an array instead"
            )
        }
        return Parameter(label: label, name: name, type: source.text(type))
    }
}

// MARK: - Mocks

extension Requirement {
    /// The declaration of the closure for this requirement in a mock.
    var mockClosure: String {
        switch signature {
        case .property(let name, let type, let effects):
            return """
                    /// The closure for ``\(name)``.
                    public var on\(name.prefix(1).uppercased())\(name.dropFirst()): @Sendable ()\(effects) -> \(type) = {
                        \(Self.failure(of: name, setting: mockName, effects))
                    }

                """
        case .method(let method):
            let types = method.parameters.map(\.type).joined(separator: ", ")
            let effects = method.effects.isEmpty ? "" : " \(method.effects)"
            let ignored = method.parameters.map { _ in "_" }.joined(separator: ", ")
            let head = method.parameters.isEmpty ? "" : " \(ignored) in"
            return """
                    /// The closure for ``\(method.fullName)``.
                    public var \(method.closure): @Sendable (\(types))\(effects) -> \(method.result) = {\(head)
                        \(Self.failure(of: method.fullName, setting: method.closure, effects))
                    }

                """
        }
    }

    /// Returns the statement that a closure consists of until a test sets it.
    ///
    /// If the requirement can throw any error, the statement throws an `UnexpectedCall`, which
    /// records an issue in the test. Otherwise, the mock has neither a result to return nor an
    /// error to throw, so the statement stops the process.
    private static func failure(
        of name: String,
        setting closure: String,
        _ effects: String
    ) -> String {
        throwsEveryError(effects)
            ? "throw UnexpectedCall(of: \"\(name)\", setting: \"\(closure)\")"
            : "fatalError(\"set '\(closure)' before calling '\(name)'\")"
    }

    private static func throwsEveryError(_ effects: String) -> Bool {
        effects.contains("throws") && !effects.contains("throws(")
    }

    /// Whether the mock throws an `UnexpectedCall` until a test sets the closure.
    var mockThrows: Bool {
        switch signature {
        case .property(_, _, let effects): Self.throwsEveryError(effects)
        case .method(let method): Self.throwsEveryError(method.effects)
        }
    }

    /// The implementation of this requirement in a mock, which calls the closure.
    var mockMember: String {
        switch signature {
        case .property(let name, let type, let effects):
            let closure = "on\(name.prefix(1).uppercased())\(name.dropFirst())()"
            let call = "\(Self.marks(effects))\(closure)"
            let body = effects.isEmpty ? call : "get\(effects) { \(call) }"
            return "    public var \(name): \(type) {\n        \(body)\n    }\n"
        case .method(let method):
            let arguments = method.parameters.map(\.name).joined(separator: ", ")
            let call = "\(Self.marks(method.effects))\(method.closure)(\(arguments))"
            return "    public \(method.text) {\n        \(call)\n    }\n"
        }
    }

    /// The name of the mock's closure.
    var mockName: String {
        switch signature {
        case .property(let name, _, _): "on\(name.prefix(1).uppercased())\(name.dropFirst())"
        case .method(let method): method.closure
        }
    }

    private static func marks(_ effects: String) -> String {
        (effects.contains("throws") ? "try " : "") + (effects.contains("async") ? "await " : "")
    }
}
