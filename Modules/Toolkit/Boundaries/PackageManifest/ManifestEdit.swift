public import BoundaryRules
import SwiftSource

/// A manifest in which the dependencies of targets can be edited.
///
/// A target can be edited if it is declared by a call with a literal name, such as
/// `.target(name: "Home", dependencies: ["Core"])`, or by a ``ManifestPart``, such as
/// `feature("Home", uses: ["Core"])`. All other text is preserved, byte for byte.
///
/// The declarations are found once. An edit reads only the lines of its declaration again, so that
/// many edits of a large manifest are fast.
public struct ManifestEdit: Sendable {
    public private(set) var text: [UInt8]
    /// The declarations of targets, parts and packages.
    private var calls: [Call] = []
    private var callsByKey: [Call.Key: [Int]] = [:]
    /// The expressions in the original text that declare dependencies on products, by name.
    private var products: [String: [String]] = [:]
    private let indentationStep: String

    public init(_ text: String) {
        self.text = Array(text.utf8)
        indentationStep = Self.indentationStep(of: self.text)
        readCalls()
    }

    /// The reason why a target cannot be edited.
    public enum Refusal: Error, Hashable, Sendable {
        /// No call with a literal name declares the target.
        case noDeclaration
        /// Several calls declare the package, or a target with this name.
        case ambiguous
        /// No array literal in the declaration contains the element.
        case noElement
        /// The expression of the dependencies already contains the name, for example for another
        /// platform.
        case alreadyListed

        /// A phrase for the reason.
        package var words: String {
            switch self {
            case .noDeclaration: "the manifest does not declare this target with a literal name"
            case .ambiguous: "the manifest declares it several times"
            case .noElement: "the declaration of the target does not list this name"
            case .alreadyListed: "its list already contains this name for other builds"
            }
        }
    }

    /// What a list of dependencies belongs to.
    enum Owner {
        case target(String)
        case part(ManifestPart, ManifestPart.List)
        case package
    }

    /// Adds an element, such as `"Core"` or `.product(name: "Logging", package: "swift-log")`, to
    /// the dependencies of a target.
    ///
    /// If the existing elements are sorted, the new element is inserted in their order. If each
    /// existing element is on its own line, the new element gets its own line too. If a line
    /// becomes too long, each element gets its own line. If the value is not an array literal, as
    /// in `dependencies: shared`, an array literal is appended to the value.
    public mutating func add(_ element: String, to target: String) throws(Refusal) {
        try edit(.target(target)) { list throws(Refusal) in try list.add(element) }
    }

    /// Removes a dependency from a target. If the line of the dependency contains nothing else
    /// except a comment, the whole line is removed.
    public mutating func remove(_ name: String, from target: String) throws(Refusal) {
        try edit(.target(target)) { list throws(Refusal) in try list.remove(name) }
    }

    /// Adds a dependency on another package, such as `.package(path: "../Kit")`.
    public mutating func addPackage(_ element: String) throws(Refusal) {
        try edit(.package) { list throws(Refusal) in try list.addPackage(element) }
        // The declaration of the package contains those of the targets.
        readCalls()
    }

    /// Names a module in a list of a part, and in no other list of the part.
    ///
    /// - Parameter list: The list, or `nil` to remove the module from all lists.
    public mutating func list(
        _ name: String,
        under list: ManifestPart.List?,
        of part: ManifestPart
    ) throws(Refusal) {
        var edit = self
        for other in ManifestPart.List.allCases where other != list {
            if try self.edit(of: .part(part, other)).lists(name) {
                try edit.edit(.part(part, other)) { list throws(Refusal) in try list.remove(name) }
            }
        }
        if let list {
            if edit.list(naming: name, of: part) != list {
                try edit.edit(.part(part, list)) { list throws(Refusal) in
                    try list.add("\"\(name)\"")
                }
            }
        } else if edit.text == text {
            throw .noElement
        }
        self = edit
    }

    /// Returns the list of a part that names a module literally, or `nil`.
    public func list(naming name: String, of part: ManifestPart) -> ManifestPart.List? {
        ManifestPart.List.allCases.last { list in
            (try? edit(of: .part(part, list)).lists(name)) == true
        }
    }
}

// MARK: - Declarations

extension ManifestEdit {
    /// The place of a call that has a list of dependencies.
    private struct Call {
        enum Key: Hashable {
            case target(String)
            case part(String)
            case package
        }

        let key: Key
        /// Whether the call declares a target for certain. A dependency that is stored in a
        /// variable, such as `.target(name: "Core", condition: …)`, has the same form.
        let isCertain: Bool
        let declaration: Declaration
        /// The indices of the beginning, of the name and of the closing bracket.
        var start: Int
        var name: Int
        var end: Int

        /// Creates a call from the tokens of its function and its name.
        init(_ key: Key, in text: [UInt8], _ tokens: [Token], function: Int, name: Int) {
            self.key = key
            declaration = Declaration(in: text, tokens, name: name)
            if case .target = key {
                isCertain = declaration.labels.keys.contains { $0 != "condition" }
            } else {
                isCertain = true
            }
            start = tokens[function].range.lowerBound
            self.name = tokens[name].range.lowerBound
            end = declaration.end
        }
    }

    private static let functions: Set = [
        "target", "testTarget", "executableTarget", "macro", "plugin",
    ]

    private mutating func readCalls() {
        let tokens = Token.list(of: text)
        var targets: [Call] = []
        var others = ManifestPart.list(in: text, tokens).map { part in
            let name = part.nameIndex
            let function = tokens[name - 1].isPunctuation(":") ? name - 4 : name - 2
            return Call(.part(part.text), in: text, tokens, function: function, name: name)
        }
        for index in tokens.indices.dropLast() where tokens[index + 1].isPunctuation("(") {
            guard let function = tokens[index].word,
                let label = tokens.label("name", from: index + 2),
                let name = tokens[label + 2].literal(in: text)
            else { continue }
            let isMember = index > 0 && tokens[index - 1].isPunctuation(".")
            if function == "Package" {
                let call = Call(.package, in: text, tokens, function: index, name: label + 2)
                others.append(call)
            } else if isMember, Self.functions.contains(function) {
                targets.append(
                    Call(.target(name), in: text, tokens, function: index, name: label + 2)
                )
            } else if isMember, function == "product", label == index + 2 {
                let range = tokens.range(ofExpressionAt: index - 1)
                products[name, default: []].append(string(range))
            }
        }
        targets = Self.outermost(targets)
        calls = targets + others
        callsByKey = Dictionary(grouping: calls.indices) { calls[$0].key }
    }

    /// Returns the calls that are in no list of another call, and that declare neither a product
    /// nor the use of a plugin.
    private static func outermost(_ calls: [Call]) -> [Call] {
        let arrays = calls.flatMap(\.declaration.arrays).sorted { $0.start < $1.start }
        var rest = arrays[...]
        var end = 0
        return calls.filter { call in
            while let array = rest.first, array.start <= call.name {
                end = max(end, array.end)
                rest.removeFirst()
            }
            let labels = call.declaration.labels
            return labels["targets"] == nil && labels["package"] == nil && call.name >= end
        }
    }

    /// Returns the index of the call that has a list.
    private func call(of owner: Owner) throws(Refusal) -> Int {
        let key: Call.Key =
            switch owner {
            case .target(let name): .target(name)
            case .part(let part, _): .part(part.text)
            case .package: .package
            }
        let all = callsByKey[key] ?? []
        let certain = all.filter { calls[$0].isCertain }
        let found = certain.isEmpty ? all : certain
        guard let first = found.first else { throw .noDeclaration }
        guard found.count == 1 else { throw .ambiguous }
        return first
    }

    /// Returns the lines of the call that has a list.
    private func edit(of owner: Owner) throws(Refusal) -> DeclarationEdit {
        let call = calls[try call(of: owner)]
        return DeclarationEdit(
            of: owner,
            named: call.name,
            in: text[lines(of: call)],
            indentationStep: indentationStep
        )
    }

    private func lines(of call: Call) -> Range<Int> {
        text.lineStart(before: call.start)..<text.lineEnd(after: call.end)
    }

    private mutating func edit(
        _ owner: Owner,
        _ body: (inout DeclarationEdit) throws(Refusal) -> Void
    ) throws(Refusal) {
        let index = try call(of: owner)
        var edit = try edit(of: owner)
        try body(&edit)
        let lines = lines(of: calls[index])
        let end = calls[index].end
        let change = edit.text.count - lines.count
        text.replaceSubrange(lines, with: edit.text)
        calls[index].name = lines.lowerBound + edit.name
        for other in calls.indices where calls[other].end >= end {
            calls[other].end += change
            if calls[other].start > end {
                calls[other].start += change
                calls[other].name += change
            }
        }
    }
}

// MARK: - Elements

extension ManifestEdit {
    /// Returns the name of the dependency that an expression declares.
    static func name(ofElement element: String) -> String {
        let text = Array("[\(element)]".utf8)
        let array = Declaration.ArrayLiteral.read(in: text, Token.list(of: text), opening: 0).array
        return array.names.first ?? ""
    }

    /// Returns an expression of the original text that declares a dependency on a product without a
    /// condition, such as `.product(name: "Logging", package: "swift-log")`, or `nil`.
    ///
    /// The expression does not refer to variables.
    public func element(ofProduct name: String) -> String? {
        products[name]?.first { !$0.contains("condition:") && !Self.hasVariables($0) }
    }

    /// Returns the expression that declares a dependency on a package by URL, such as
    /// `.package(url: "https://example.com/swift-log.git", from: "1.0.0")`, or `nil`.
    public func element(ofPackage identity: String) -> String? {
        let tokens = Token.list(of: text)
        for index in tokens.indices.dropFirst() where tokens[index].isWord("package") {
            guard tokens[index - 1].isPunctuation("."), index + 1 < tokens.count,
                tokens[index + 1].isPunctuation("("),
                let label = tokens.label("url", from: index + 2),
                let url = tokens[label + 2].literal(in: text), let name = url.lastPart,
                name.lowercased() == identity || name.lowercased() == "\(identity).git"
            else { continue }
            let element = string(tokens.range(ofExpressionAt: index - 1))
            return Self.hasVariables(element) ? nil : element
        }
        return nil
    }

    /// Whether an expression contains a name that is neither a member nor an argument label.
    private static func hasVariables(_ element: String) -> Bool {
        let text = Array(element.utf8)
        let tokens = Token.list(of: text)
        return tokens.indices.contains { index in
            let token = tokens[index]
            if token.kind == .literal {
                return token.literal(in: text) == nil
            }
            guard token.word != nil else { return false }
            let isMember = index > 0 && tokens[index - 1].isPunctuation(".")
            let isLabel = index + 1 < tokens.count && tokens[index + 1].isPunctuation(":")
            return !isMember && !isLabel
        }
    }

    private func string(_ range: Range<Int>) -> String {
        String(decoding: text[range], as: UTF8.self)
    }

    /// Returns the whitespace by which a manifest indents its lines: the shortest indentation of a
    /// line, or four spaces.
    private static func indentationStep(of text: [UInt8]) -> String {
        let indentations = text.split(whereSeparator: \.endsLine).map { line in
            line.prefix { $0 == " " || $0 == "\t" }
        }
        let step = indentations.filter { !$0.isEmpty }.min { $0.count < $1.count }
        return step.map { String(decoding: $0, as: UTF8.self) } ?? "    "
    }
}
