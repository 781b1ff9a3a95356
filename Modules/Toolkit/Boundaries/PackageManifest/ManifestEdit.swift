public import BoundaryRules
import SwiftSource

/// A manifest in which the dependencies of targets can be edited.
///
/// A target can be edited if it is declared by a call with a literal name, such as
/// `.target(name: "Home", dependencies: ["Core"])`, or by a ``ManifestPart``, such as
/// `feature("Home", uses: ["Core"])`. All other text is preserved, byte for byte.
public struct ManifestEdit: Sendable {
    public private(set) var text: [UInt8]

    public init(_ text: String) {
        self.text = Array(text.utf8)
    }

    /// The reason why a target cannot be edited.
    public enum Refusal: Error, Hashable, Sendable {
        /// No call with a literal name declares the target.
        case noDeclaration
        /// Several calls declare a target with this name.
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
            case .ambiguous: "the manifest declares several targets with this name"
            case .noElement: "the declaration of the target does not list this name"
            case .alreadyListed: "its list already contains this name for other builds"
            }
        }
    }

    private func string(_ range: Range<Int>) -> String {
        String(decoding: text[range], as: UTF8.self)
    }

    /// The maximum length of a line, unless it was longer before the edit.
    private static let widestLine = 100
    private static let widestLongLine = 160

    /// Adds an element, such as `"Core"` or `.product(name: "Logging", package: "swift-log")`, to
    /// the dependencies of a target.
    ///
    /// If the existing elements are sorted, the new element is inserted in their order. If each
    /// existing element is on its own line, the new element gets its own line too. If a line
    /// becomes too long, each element gets its own line. If the value is not an array literal, as
    /// in `dependencies: shared`, an array literal is appended to the value.
    public mutating func add(_ element: String, to target: String) throws(Refusal) {
        try add(element, to: .target(target))
    }

    /// Names a module in a list of a part, and in no other list of the part.
    ///
    /// - Parameter list: The list, or `nil` to remove the module from all lists.
    public mutating func list(
        _ name: String,
        under list: ManifestPart.List?,
        of part: ManifestPart
    ) throws(Refusal) {
        let element = "\"\(name)\""
        var edit = self
        for other in ManifestPart.List.allCases where other != list {
            let value = try declaration(of: .part(part, other)).dependencies
            if let value, lists(element, in: value) {
                try edit.remove(name, from: .part(part, other))
            }
        }
        if let list {
            if edit.list(naming: name, of: part) != list {
                try edit.add(element, to: .part(part, list))
            }
        } else if edit.text == text {
            throw .noElement
        }
        self = edit
    }

    /// Returns the list of a part that names a module literally, or `nil`.
    public func list(naming name: String, of part: ManifestPart) -> ManifestPart.List? {
        let parts = ManifestPart.list(in: text, Token.list(of: text))
        return parts.first { $0.text == part.text }?.list(naming: name)
    }

    private mutating func add(_ element: String, to owner: Owner) throws(Refusal) {
        let oldLength = try longestLine(of: owner)
        try insert(element, to: declaration(of: owner))
        let limit = oldLength > Self.widestLine ? Self.widestLongLine : Self.widestLine
        if case .part = owner, try longestLine(of: owner) > limit {
            try placeArgumentsOnOwnLines(of: owner)
        }
        if try longestLine(of: owner) > limit {
            try placeElementsOnOwnLines(in: owner)
        }
    }

    /// Adds a dependency on another package, such as `.package(path: "../Kit")`.
    public mutating func addPackage(_ element: String) throws(Refusal) {
        guard let declaration = packageDeclaration() else { throw .noDeclaration }
        if declaration.dependencies != nil {
            return try insert(element, to: declaration)
        }
        guard let targets = declaration.labels["targets"] else { throw .noDeclaration }
        let line = line(before: targets)
        let list = line.map { "[\($0)\(indentationStep)\(element),\($0)]" } ?? "[\(element)]"
        insert("dependencies: \(list),\(line ?? " ")", at: targets)
    }

    private mutating func insert(
        _ element: String,
        to declaration: Declaration
    ) throws(Refusal) {
        if let value = declaration.dependencies, lists(element, in: value) {
            throw .alreadyListed
        }
        guard let expression = declaration.dependencies else {
            return insert(
                ",\(space(beforeArgumentsOf: declaration))\(declaration.label): [\(element)]",
                at: declaration.argumentEnd
            )
        }
        guard let array = declaration.arrays.first else {
            if declaration.isSimple {
                return insert(" + [\(element)]", at: expression.upperBound)
            }
            insert(") + [\(element)]", at: expression.upperBound)
            return insert("(", at: expression.lowerBound)
        }
        guard let last = array.elements.indices.last else {
            if isBlank(array.start..<array.end) {
                text.removeSubrange(array.start..<array.end)
            }
            return insert(element, at: array.start)
        }
        let elements = zip(array.elements, array.names).map { range, name in
            ElementOrder.Element(text: string(range), name: name)
        }
        let added = ElementOrder.Element(text: element, name: Self.name(ofElement: element))
        let order = ElementOrder.allCases.first { $0.isOrder(of: elements) }
        let next = order.flatMap { order in
            elements.firstIndex { order.precedes(added, $0) }
        }
        if let next {
            insert(element, before: next, in: array)
        } else {
            insert(element, after: last, in: array)
        }
    }

    /// Returns the name of the dependency that an expression declares.
    private static func name(ofElement element: String) -> String {
        let list = ManifestEdit("[\(element)]")
        return list.array(Token.list(of: list.text), opening: 0).array.names.first ?? ""
    }

    /// Whether an expression contains the name of an element as a string literal.
    private func lists(_ element: String, in value: Range<Int>) -> Bool {
        let name = Self.name(ofElement: element)
        return !name.isEmpty
            && Token.list(of: Array(text[value])).contains {
                $0.literal(in: Array(text[value])) == name
            }
    }

    /// Removes a dependency from a target. If the line of the dependency contains nothing else
    /// except a comment, the whole line is removed.
    public mutating func remove(_ name: String, from target: String) throws(Refusal) {
        try remove(name, from: .target(target))
    }

    private mutating func remove(_ name: String, from owner: Owner) throws(Refusal) {
        let declaration = try declaration(of: owner)
        guard let array = declaration.arrays.first(where: { $0.names.contains(name) }),
            let index = array.names.firstIndex(of: name)
        else { throw .noElement }
        if case .part(let part, let list) = owner, part.canOmit(list), array.elements.count == 1,
            let argument = declaration.argument, declaration.dependencies == array.range
        {
            return text.removeSubrange(argument)
        }
        let oldCount = text.count
        if let lines = lines(of: index, in: array) {
            text.removeSubrange(lines)
            let isLast = index == array.elements.count - 1
            if isLast, index > 0, array.lastComma == nil {
                removeComma(after: array.elements[index - 1].upperBound)
            }
        } else {
            text.removeSubrange(range(of: index, in: array))
        }
        let contents = array.start..<(array.end - oldCount + text.count)
        if isBlank(contents) {
            text.removeSubrange(contents)
        }
    }

    /// Returns the expressions that declare a dependency with the given name, such as
    /// `.product(name: "Logging", package: "swift-log")`.
    ///
    /// The result omits expressions that refer to variables.
    ///
    /// - Parameter targets: The targets whose declarations are searched, or `nil` for the whole
    ///   manifest.
    public func elements(named name: String, of targets: Set<String>? = nil) -> [String] {
        let tokens = Token.list(of: text)
        var elements: [Range<Int>] = []
        for declaration in declarations() where targets?.contains(declaration.name) != false {
            for array in declaration.arrays {
                elements += zip(array.elements, array.names).filter { $1 == name }.map(\.0)
            }
        }
        for index in tokens.indices where tokens[index].isWord("product") && targets == nil {
            guard index > 0, tokens[index - 1].isPunctuation("."), index + 4 < tokens.count,
                tokens[index + 1].isPunctuation("("), tokens[index + 4].literal(in: text) == name
            else { continue }
            let end = end(of: tokens, from: index)
            elements.append(tokens[index - 1].range.lowerBound..<tokens[end - 1].range.upperBound)
        }
        return elements.filter { !hasVariables(tokens, in: $0) }.map(string)
    }

    /// Returns the expression that declares a dependency on a package by URL, such as
    /// `.package(url: "https://example.com/swift-log.git", from: "1.0.0")`, or `nil`.
    public func element(ofPackage identity: String) -> String? {
        let tokens = Token.list(of: text)
        for index in tokens.indices.dropFirst() where tokens[index].isWord("package") {
            guard tokens[index - 1].isPunctuation("."), index + 1 < tokens.count,
                tokens[index + 1].isPunctuation("("),
                let label = label("url", in: tokens, from: index + 2),
                let url = tokens[label + 2].literal(in: text), let name = url.lastPart,
                name.lowercased() == identity || name.lowercased() == "\(identity).git"
            else { continue }
            let end = end(of: tokens, from: index)
            let range = tokens[index - 1].range.lowerBound..<tokens[end - 1].range.upperBound
            return hasVariables(tokens, in: range) ? nil : string(range)
        }
        return nil
    }

    /// Whether an expression contains a name that is neither a member nor an argument label.
    private func hasVariables(_ tokens: [Token], in range: Range<Int>) -> Bool {
        tokens.indices.contains { index in
            let token = tokens[index]
            guard range.contains(token.range.lowerBound) else {
                return false
            }
            if token.kind == .literal {
                return token.literal(in: text) == nil
            }
            guard token.word != nil else { return false }
            let isMember = tokens[index - 1].isPunctuation(".")
            let isLabel = index + 1 < tokens.count && tokens[index + 1].isPunctuation(":")
            return !isMember && !isLabel
        }
    }
}

// MARK: - Order

/// An order in which a list of dependencies can be sorted.
private enum ElementOrder: CaseIterable {
    struct Element {
        let text: String
        let name: String

        var isCall: Bool { text.hasPrefix(".") }
    }

    case text
    case name
    /// Names in quotes, then calls such as `.product(…)`, each in the order of the names.
    case literalsFirst
    case callsFirst

    func isOrder(of elements: [Element]) -> Bool {
        zip(elements, elements.dropFirst()).allSatisfy { !precedes($1, $0) }
    }

    func precedes(_ first: Element, _ second: Element) -> Bool {
        let isBefore = first.name.lowercased() < second.name.lowercased()
        switch self {
        case .text: return first.text < second.text
        case .name: return isBefore
        case .literalsFirst:
            return first.isCall == second.isCall ? isBefore : second.isCall
        case .callsFirst:
            return first.isCall == second.isCall ? isBefore : first.isCall
        }
    }
}

// MARK: - Long lines

extension ManifestEdit {
    /// Returns the length of the longest line of the dependencies of a target.
    private func longestLine(of owner: Owner) throws(Refusal) -> Int {
        guard let array = try declaration(of: owner).arrays.first else { return 0 }
        let start = lineStart(before: array.start)
        let end = text[array.end...].firstIndex { $0 == "\n" } ?? text.count
        let lines = text[start..<end].split { $0 == "\n" }
        return lines.map { String(decoding: $0, as: UTF8.self).count }.max() ?? 0
    }

    /// Places each element of the first array on its own line. An array that contains comments does
    /// not change.
    private mutating func placeElementsOnOwnLines(in owner: Owner) throws(Refusal) {
        guard let array = try declaration(of: owner).arrays.first, array.elements.count > 1,
            !hasComments(in: array)
        else { return }
        let indentation = indentation(at: array.start)
        let step = indentationStep
        let lines = array.elements.map { range in
            "\(indentation)\(step)\(string(range)),\n"
        }
        let contents = "\n\(lines.joined())\(indentation)"
        text.replaceSubrange(array.start..<array.end, with: Array(contents.utf8))
    }

    /// Places each argument of a call on its own line if the call is on one line.
    private mutating func placeArgumentsOnOwnLines(of owner: Owner) throws(Refusal) {
        let start = try declaration(of: owner).start
        let tokens = Token.list(of: text)
        guard let first = tokens.firstIndex(where: { $0.range.lowerBound == start }) else { return }
        let indentation = indentation(at: start)
        let line = "\n\(indentation)\(indentationStep)"
        var arguments = ""
        var index = first
        while index < tokens.count {
            let end = end(of: tokens, from: index)
            let range = tokens[index].range.lowerBound..<tokens[end - 1].range.upperBound
            arguments += line + string(range)
            guard end < tokens.count, tokens[end].isPunctuation(",") else {
                index = end
                break
            }
            arguments += ","
            index = end + 1
        }
        guard index < tokens.count else { return }
        let call = start..<tokens[index].range.lowerBound
        guard !string(call).contains(/\n|\/\//) else { return }
        text.replaceSubrange(call, with: Array("\(arguments)\n\(indentation)".utf8))
    }

    /// Returns the whitespace at the beginning of the line of a place.
    private func indentation(at index: Int) -> String {
        let line = text[lineStart(before: index)...]
        return String(decoding: line.prefix { $0 == " " || $0 == "\t" }, as: UTF8.self)
    }

    /// The whitespace by which the manifest indents its lines: the shortest indentation of a line,
    /// or four spaces.
    private var indentationStep: String {
        let indentations = text.split(whereSeparator: \.endsLine).map { line in
            line.prefix { $0 == " " || $0 == "\t" }
        }
        let step = indentations.filter { !$0.isEmpty }.min { $0.count < $1.count }
        return step.map { String(decoding: $0, as: UTF8.self) } ?? "    "
    }

    private func hasComments(in array: DependencyArray) -> Bool {
        var rest = text[array.start..<array.end]
        for element in array.elements.reversed() {
            rest.removeSubrange(element)
        }
        return rest.contains { $0 == "/" }
    }
}

// MARK: - Lines

extension ManifestEdit {
    private mutating func insert(_ addition: String, at index: Int) {
        text.insert(contentsOf: addition.utf8, at: index)
    }

    private mutating func insert(_ element: String, before index: Int, in array: DependencyArray) {
        let next = array.elements[index].lowerBound
        guard let line = line(before: next) else {
            // The first element can be on the line of the bracket although all other elements have
            // their own lines. In that case, the line break before the second element is copied.
            let second = array.elements.count > 1 ? array.elements[1].lowerBound : next
            let space = index == 0 ? self.line(before: second) ?? " " : " "
            return insert("\(element),\(space)", at: next)
        }
        // Comments after the previous element or after the bracket are kept in place.
        let previous = index == 0 ? array.start : array.elements[index - 1].upperBound
        insert("\(line)\(element),", at: lineEnd(after: previous))
    }

    private mutating func insert(_ element: String, after index: Int, in array: DependencyArray) {
        let last = array.elements[index]
        guard let line = line(before: last.lowerBound) else {
            return insert(", \(element)", at: last.upperBound)
        }
        let end = lineEnd(after: array.lastComma ?? last.upperBound)
        guard end < array.end else {
            return insert(",\(line)\(element)", at: last.upperBound)
        }
        insert(array.lastComma == nil ? "\(line)\(element)" : "\(line)\(element),", at: end)
        if array.lastComma == nil {
            insert(",", at: last.upperBound)
        }
    }

    /// Returns the range of an element and its comma. The element must share its line with other
    /// elements.
    private func range(of index: Int, in array: DependencyArray) -> Range<Int> {
        let element = array.elements[index]
        let hasNext = index + 1 < array.elements.count
        if hasNext, index == 0 || line(before: array.elements[index + 1].lowerBound) == nil {
            return element.lowerBound..<array.elements[index + 1].lowerBound
        }
        guard index > 0 else {
            return element.lowerBound..<(array.lastComma.map { $0 + 1 } ?? element.upperBound)
        }
        let previous = array.elements[index - 1].upperBound
        let gap = string(previous..<element.lowerBound)
        return (gap.contains("/") ? element.lowerBound : previous)..<element.upperBound
    }

    /// Returns the range of the lines that contain an element, or `nil` if these lines contain
    /// anything else except a trailing comment.
    private func lines(of index: Int, in array: DependencyArray) -> Range<Int>? {
        let element = array.elements[index]
        guard let line = line(before: element.lowerBound) else {
            return nil
        }
        let end = lineEnd(after: element.upperBound)
        let next =
            index + 1 < array.elements.count ? array.elements[index + 1].lowerBound : array.end
        return end < next ? (element.lowerBound - line.utf8.count)..<end : nil
    }

    private mutating func removeComma(after index: Int) {
        if let comma = text[index...].firstIndex(where: { $0 == "," }) {
            text.remove(at: comma)
        }
    }

    /// Returns the line break and the indentation before a place, or `nil` if other text precedes
    /// the place on its line. The place must be after an opening bracket.
    private func line(before index: Int) -> String? {
        var start = index
        while text[start - 1] == " " || text[start - 1] == "\t" {
            start -= 1
        }
        guard text[start - 1] == "\n" else {
            return nil
        }
        start -= text[start - 2] == "\r" ? 2 : 1
        return string(start..<index)
    }

    private func lineStart(before index: Int) -> Int {
        text[..<index].lastIndex { $0 == "\n" }.map { $0 + 1 } ?? 0
    }

    /// Returns the index of the line break after a place. The place must be after an opening
    /// bracket.
    private func lineEnd(after index: Int) -> Int {
        let end = text[index...].firstIndex { $0 == "\n" } ?? text.count
        return text[end - 1] == "\r" ? end - 1 : end
    }

    /// Returns the whitespace to insert before an argument that follows the name.
    ///
    /// If each argument is on its own line, the whitespace is the same as before the name.
    private func space(beforeArgumentsOf declaration: Declaration) -> String {
        guard let line = line(before: declaration.start) else {
            return " "
        }
        let rest = text[declaration.argumentEnd...].drop {
            $0 == "," || $0 == " "
        }
        let next = rest.first ?? UInt8(ascii: ")")
        return next.endsLine || next == ")" ? line : " "
    }

    private func isBlank(_ range: Range<Int>) -> Bool {
        text[range].allSatisfy(\.isSpace)
    }
}

// MARK: - Finding declarations

extension ManifestEdit {
    /// What a list of dependencies belongs to.
    private enum Owner {
        case target(String)
        case part(ManifestPart, ManifestPart.List)
    }

    /// The location of a call that has a list of dependencies, in the manifest.
    private struct Declaration {
        let name: String
        /// The label of the list, such as `dependencies`.
        let label: String
        /// The index of the first argument, which is usually the name.
        let start: Int
        /// The index after the argument that a new list follows, which is usually the name.
        var argumentEnd: Int
        /// The indices of the labels of the arguments after the name.
        var labels: [String: Int] = [:]
        /// The range of the list's argument with the comma before it, or `nil` if there is no such
        /// argument.
        var argument: Range<Int>?
        /// The range of the value of the list, or `nil` if there is no such argument.
        var dependencies: Range<Int>?
        /// The array literals in the value of the list, which is either a single array
        /// literal or a sum of arrays.
        var arrays: [DependencyArray] = []
        /// Whether an operator can follow the value without parentheses around the value.
        var isSimple = true
    }

    private struct DependencyArray {
        /// The index after the opening bracket.
        let start: Int
        /// The index of the closing bracket, or of the end of the text if there is no such bracket.
        var end: Int
        var elements: [Range<Int>] = []
        /// The index of the comma after the last element, if there is one.
        var lastComma: Int?
        /// The range with the brackets.
        var range: Range<Int> { (start - 1)..<(end + 1) }
        /// The name of each element: the literal itself, or the argument `name:` of a call.
        var names: [String] = []
    }

    private static let functions: Set = [
        "target", "testTarget", "executableTarget", "macro", "plugin",
    ]

    private func declaration(of owner: Owner) throws(Refusal) -> Declaration {
        switch owner {
        case .target(let target): return try declaration(of: target)
        case .part(let part, let list):
            let tokens = Token.list(of: text)
            let parts = ManifestPart.list(in: text, tokens).filter { $0.text == part.text }
            guard let first = parts.first else { throw .noDeclaration }
            guard parts.count == 1 else { throw .ambiguous }
            return declaration(
                of: part.text,
                tokens,
                from: first.nameIndex,
                listing: list.rawValue,
                after: Array(part.labels.prefix { $0 != list.rawValue })
            )
        }
    }

    private func declaration(of target: String) throws(Refusal) -> Declaration {
        let all = declarations().filter { $0.name == target }
        // A dependency that is stored in a variable, such as `.target(name: "Core", condition: …)`,
        // has the same form as a target, so calls with other arguments are preferred.
        let certain = all.filter { $0.labels.keys.contains { $0 != "condition" } }
        let found = certain.isEmpty ? all : certain
        guard let first = found.first else { throw .noDeclaration }
        guard found.count == 1 else { throw .ambiguous }
        return first
    }

    /// Returns the declaration of the package: a call such as `Package(name: "Shop", …)`.
    private func packageDeclaration() -> Declaration? {
        let tokens = Token.list(of: text)
        for index in tokens.indices.dropLast(5) where tokens[index].isWord("Package") {
            guard tokens[index + 1].isPunctuation("("),
                let label = label("name", in: tokens, from: index + 2),
                let name = tokens[label + 2].literal(in: text)
            else { continue }
            return declaration(of: name, tokens, from: label + 2)
        }
        return nil
    }

    private func declarations() -> [Declaration] {
        let tokens = Token.list(of: text)
        let declarations = tokens.indices.compactMap { index -> Declaration? in
            guard index + 5 < tokens.count, tokens[index].isPunctuation("."),
                let function = tokens[index + 1].word,
                Self.functions.contains(function), tokens[index + 2].isPunctuation("("),
                let label = self.label("name", in: tokens, from: index + 3),
                let name = tokens[label + 2].literal(in: text)
            else { return nil }
            return declaration(of: name, tokens, from: label + 2)
        }
        let arrays = declarations.flatMap(\.arrays).map { $0.start..<$0.end }
        return declarations.filter { declaration in
            // These labels indicate a product or the use of a plugin.
            declaration.labels["targets"] == nil && declaration.labels["package"] == nil
                && !arrays.contains { $0.contains(declaration.argumentEnd) }
        }
    }

    /// Returns the index of an argument's label in a call whose arguments begin at `start`.
    private func label(_ name: String, in tokens: [Token], from start: Int) -> Int? {
        var index = start
        while index + 2 < tokens.count, tokens[index].word != nil,
            tokens[index + 1].isPunctuation(":")
        {
            if tokens[index].isWord(name) {
                return index
            }
            index = end(of: tokens, from: index + 2) + 1
        }
        return nil
    }

    /// Returns the declaration of a target or a part, based on the arguments after its name. The
    /// token of the name is at `start`.
    ///
    /// - Parameters:
    ///   - list: The label of the list of dependencies.
    ///   - labels: The labels of the arguments that precede the list.
    private func declaration(
        of name: String,
        _ tokens: [Token],
        from start: Int,
        listing list: String = "dependencies",
        after labels: [String] = []
    ) -> Declaration {
        let first = tokens[start - 1].isPunctuation(":") ? start - 2 : start
        var declaration = Declaration(
            name: name,
            label: list,
            start: tokens[first].range.lowerBound,
            argumentEnd: tokens[start].range.upperBound
        )
        var index = start + 1
        while index + 2 < tokens.count, tokens[index].isPunctuation(","),
            let label = tokens[index + 1].word,
            tokens[index + 2].isPunctuation(":")
        {
            declaration.labels[label] = tokens[index + 1].range.lowerBound
            let end = self.end(of: tokens, from: index + 3)
            if labels.contains(label) {
                declaration.argumentEnd = tokens[end - 1].range.upperBound
            }
            if label == list, index + 3 < end {
                let value = index + 3..<end
                let upperBound = tokens[end - 1].range.upperBound
                declaration.argument = tokens[index].range.lowerBound..<upperBound
                declaration.dependencies = tokens[index + 3].range.lowerBound..<upperBound
                (declaration.arrays, declaration.isSimple) = arrays(tokens, in: value)
            }
            index = end
        }
        return declaration
    }

    /// Returns the index of the comma or bracket that ends the expression at `start`.
    private func end(of tokens: [Token], from start: Int) -> Int {
        var index = start
        var depth = 0
        while index < tokens.count {
            if depth == 0, tokens[index].isPunctuation(",") || tokens[index].nestingChange < 0 {
                break
            }
            depth += tokens[index].nestingChange
            index += 1
        }
        return index
    }

    /// Returns the array literals in `[…]`, `[…] + others` and `others + […]`, and whether an
    /// operator can follow the value without parentheses.
    private func arrays(_ tokens: [Token], in value: Range<Int>) -> (
        arrays: [DependencyArray], isSimple: Bool
    ) {
        var arrays: [DependencyArray] = []
        var depth = 0
        for index in value {
            let token = tokens[index]
            if depth == 0, token.isPunctuation("?") {
                return ([], false)
            }
            let isOperand = index == value.lowerBound || tokens[index - 1].isPunctuation("+")
            if depth == 0, isOperand, token.isPunctuation("[") {
                let (array, end) = array(tokens, opening: index)
                if end + 1 >= value.upperBound || tokens[end + 1].isPunctuation("+") {
                    arrays.append(array)
                }
            }
            depth += token.nestingChange
        }
        return (arrays, true)
    }

    private func array(_ tokens: [Token], opening: Int) -> (array: DependencyArray, end: Int) {
        var array = DependencyArray(start: tokens[opening].range.upperBound, end: text.count)
        var index = opening + 1
        while true {
            let end = self.end(of: tokens, from: index)
            if end > index {
                array.lastComma = nil
                array.elements.append(
                    tokens[index].range.lowerBound..<tokens[end - 1].range.upperBound
                )
                array.names.append(name(tokens[index..<end]))
            }
            guard end < tokens.count else { return (array, end) }
            guard tokens[end].isPunctuation(",") else {
                array.end = tokens[end].range.lowerBound
                return (array, end)
            }
            array.lastComma = tokens[end].range.lowerBound
            index = end + 1
        }
    }

    private func name(_ tokens: ArraySlice<Token>) -> String {
        if tokens.count == 1, let first = tokens.first {
            return first.literal(in: text) ?? ""
        }
        for (label, value) in zip(tokens, tokens.dropFirst(2)) where label.isWord("name") {
            return value.literal(in: text) ?? ""
        }
        return ""
    }
}
