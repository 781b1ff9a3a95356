import SwiftSource

extension ProtocolBodyReader {
    /// Reads what stands in the body.
    mutating func readRequirements() throws(ScaffoldingError) -> [Requirement] {
        var requirements: [Requirement] = []
        while !cursor.take(mark: "}") {
            if cursor.take(mark: ";") { continue }
            line = cursor.line
            let isDiscardable = try readAttributes()
            if cursor.take(word: "func") {
                requirements.append(try readMethod(isDiscardable: isDiscardable))
            } else if cursor.take(word: "var") {
                requirements.append(try readProperty())
            } else {
                throw refusal(
                    "'\(name)' demands '\(describeCurrent())', which is neither a plain method nor a property")
            }
        }
        return requirements
    }

    /// Reads attributes; whether one says that a result may be ignored.
    private mutating func readAttributes() throws(ScaffoldingError) -> Bool {
        var isDiscardable = false
        while cursor.current?.isMark("@") == true {
            guard let attribute = cursor.skipAttribute(), attribute == "discardableResult" else {
                throw refusal("a requirement of '\(name)' has an attribute other than '@discardableResult'")
            }
            isDiscardable = true
        }
        return isDiscardable
    }

    private mutating func describeCurrent() -> String {
        guard let token = cursor.current else { return "end of file" }
        if case .directive(let word) = token.kind { return "#\(word)" }
        let start = cursor.index
        cursor.advance()
        if let token = cursor.current, token.word != nil { cursor.advance() }
        return cursor.text(from: start)
    }

    // MARK: - Methods

    private mutating func readMethod(isDiscardable: Bool) throws(ScaffoldingError) -> Requirement {
        guard let name = cursor.takeName() else { throw refusal("'\(self.name)' demands an operator") }
        var method = Requirement.Method(isDiscardable: isDiscardable)
        if cursor.current?.isMark("<") == true {
            let start = cursor.index
            guard cursor.skipAngles() else { throw unreadable(name) }
            method.genericClause = cursor.text(from: start)
        }
        guard cursor.take(mark: "(") else { throw unreadable(name) }
        while !cursor.take(mark: ")") {
            let number = method.parameters.count + 1
            method.parameters.append(try readParameter(number, of: name))
            guard cursor.take(mark: ",") || cursor.current?.isMark(")") == true else { throw unreadable(name) }
        }
        let (isAsync, throwing) = try readEffects(of: name)
        var type: String?
        if cursor.takeArrow() {
            guard let result = cursor.takeType() else { throw unreadable(name) }
            type = result
        }
        if cursor.current?.isWord("where") == true { method.whereClause = try readWhereClause(of: name) }
        method.isGeneric =
            method.genericClause != nil || method.parameters.contains { $0.type.words.contains("some") }
        return try checked(
            Requirement(kind: .method(method), name: name, isAsync: isAsync, throwing: throwing, type: type))
    }

    private mutating func readParameter(
        _ number: Int, of method: String
    ) throws(ScaffoldingError) -> Requirement.Parameter {
        guard let label = cursor.takeName() else { throw unreadable(method) }
        var name = cursor.takeName() ?? label
        guard cursor.take(mark: ":"), let type = cursor.takeType() else { throw unreadable(method) }
        if cursor.current?.isMark(".") == true {
            throw refusal("'\(self.name).\(method)' takes any number of arguments, which cannot be passed on")
        }
        if name == "_" { name = "argument\(number)" }
        if SwiftKeyword.all.contains(name) { name = "`\(name)`" }
        return Requirement.Parameter(label: label == "_" ? nil : label, name: name, type: type)
    }

    private mutating func readEffects(of name: String) throws(ScaffoldingError) -> (Bool, String?) {
        let isAsync = cursor.take(word: "async")
        guard cursor.take(word: "throws") else {
            if cursor.current?.isWord("rethrows") == true { throw refusal("'\(self.name).\(name)' rethrows") }
            return (isAsync, nil)
        }
        guard cursor.current?.isMark("(") == true else { return (isAsync, "throws") }
        let start = cursor.index
        guard cursor.skipGroup() else { throw unreadable(name) }
        return (isAsync, "throws" + cursor.text(from: start))
    }

    /// Reads the constraints of a method, each two types with a colon or two equals signs between them.
    private mutating func readWhereClause(of name: String) throws(ScaffoldingError) -> String {
        let start = cursor.index
        cursor.advance()
        repeat {
            guard cursor.takeType() != nil else { throw unreadable(name) }
            guard cursor.take(mark: ":") || cursor.take(mark: "=") && cursor.take(mark: "="), cursor.takeType() != nil
            else { throw unreadable(name) }
        } while cursor.take(mark: ",")
        return cursor.text(from: start)
    }

    // MARK: - Properties

    private mutating func readProperty() throws(ScaffoldingError) -> Requirement {
        guard let name = cursor.takeName(), cursor.take(mark: ":"), let type = cursor.takeType(),
            cursor.take(mark: "{"), cursor.take(word: "get")
        else { throw unreadable("property") }
        let (isAsync, throwing) = try readEffects(of: name)
        let isSettable = cursor.take(word: "set")
        guard cursor.take(mark: "}") else { throw unreadable(name) }
        return try checked(
            Requirement(
                kind: .property(isSettable: isSettable), name: name, isAsync: isAsync, throwing: throwing, type: type))
    }

    // MARK: - What is read and still refused

    private func checked(_ requirement: Requirement) throws(ScaffoldingError) -> Requirement {
        let words = Set(requirement.types.flatMap(\.words))
        for word in ["Self", "autoclosure", "isolated", "borrowing", "consuming", "each"] where words.contains(word) {
            throw refusal("'\(name).\(requirement.signature)' speaks of '\(word)'")
        }
        return requirement
    }

    private func unreadable(_ requirement: String) -> ScaffoldingError {
        refusal("'\(name).\(requirement)' is written in a way that is not understood")
    }
}

extension StringProtocol {
    /// The identifiers and keywords in a type.
    var words: [String] {
        split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).map { String($0) }
    }
}
