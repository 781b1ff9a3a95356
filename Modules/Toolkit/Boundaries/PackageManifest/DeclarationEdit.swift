import BoundaryRules
import SwiftSource

/// The lines of a manifest that contain a declaration, in which its dependencies can be edited.
struct DeclarationEdit {
    private(set) var text: [UInt8]
    /// The index of the name.
    private(set) var name: Int
    private let label: String
    private let precedingLabels: [String]
    /// Whether a part of the manifest declares targets, with a list that can be omitted if it is
    /// empty.
    private let isPart: Bool
    private let canOmitList: Bool
    /// The whitespace by which the manifest indents its lines.
    private let indentationStep: String

    /// The maximum length of a line, unless it was longer before the edit.
    private static let widestLine = 100
    private static let widestLongLine = 160

    init(
        of owner: ManifestEdit.Owner,
        named name: Int,
        in text: ArraySlice<UInt8>,
        indentationStep: String
    ) {
        self.text = Array(text)
        self.name = name - text.startIndex
        self.indentationStep = indentationStep
        if case .part(let part, let list) = owner {
            label = list.rawValue
            precedingLabels = Array(part.labels.prefix { $0 != list.rawValue })
            canOmitList = part.canOmit(list)
            isPart = true
        } else {
            label = "dependencies"
            precedingLabels = []
            canOmitList = false
            isPart = false
        }
    }

    /// Whether the value of the list contains a name as a string literal.
    func lists(_ name: String) -> Bool {
        guard let value = declaration?.dependencies, !name.isEmpty else { return false }
        let source = Array(text[value])
        return Token.list(of: source).contains { $0.literal(in: source) == name }
    }

    /// Adds an element to the list.
    mutating func add(_ element: String) throws(ManifestEdit.Refusal) {
        let oldLength = longestLine
        try insert(element)
        let limit = oldLength > Self.widestLine ? Self.widestLongLine : Self.widestLine
        if isPart, longestLine > limit {
            placeArgumentsOnOwnLines()
        }
        if longestLine > limit {
            placeElementsOnOwnLines()
        }
    }

    /// Adds a dependency on another package to the declaration of a package.
    mutating func addPackage(_ element: String) throws(ManifestEdit.Refusal) {
        guard let declaration else { throw .noDeclaration }
        if declaration.dependencies != nil {
            return try insert(element)
        }
        guard let targets = declaration.labels["targets"] else { throw .noDeclaration }
        let line = line(before: targets)
        let list = line.map { "[\($0)\(indentationStep)\(element),\($0)]" } ?? "[\(element)]"
        insert("dependencies: \(list),\(line ?? " ")", at: targets)
    }

    private mutating func insert(_ element: String) throws(ManifestEdit.Refusal) {
        guard let declaration else { throw .noDeclaration }
        let name = ManifestEdit.name(ofElement: element)
        if lists(name) {
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
        let added = ElementOrder.Element(text: element, name: name)
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

    /// Removes the element with a name. If its line contains nothing else except a comment, the
    /// whole line is removed.
    mutating func remove(_ name: String) throws(ManifestEdit.Refusal) {
        guard let declaration,
            let array = declaration.arrays.first(where: { $0.names.contains(name) }),
            let index = array.names.firstIndex(of: name)
        else { throw .noElement }
        if canOmitList, array.elements.count == 1, let argument = declaration.argument,
            declaration.dependencies == array.range
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

    private var declaration: Declaration? {
        let tokens = Token.list(of: text)
        return tokens.firstIndex { $0.range.lowerBound == name }.map { index in
            Declaration(in: text, tokens, name: index, listing: label, after: precedingLabels)
        }
    }

    private func string(_ range: Range<Int>) -> String {
        String(decoding: text[range], as: UTF8.self)
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

extension DeclarationEdit {
    /// The length of the longest line of the dependencies.
    private var longestLine: Int {
        guard let array = declaration?.arrays.first else { return 0 }
        let start = text.lineStart(before: array.start)
        let end = text[array.end...].firstIndex { $0 == "\n" } ?? text.count
        let lines = text[start..<end].split { $0 == "\n" }
        return lines.map { String(decoding: $0, as: UTF8.self).count }.max() ?? 0
    }

    /// Places each element of the first array on its own line. An array that contains comments does
    /// not change.
    private mutating func placeElementsOnOwnLines() {
        guard let array = declaration?.arrays.first, array.elements.count > 1,
            !hasComments(in: array)
        else { return }
        let indentation = indentation(at: array.start)
        let lines = array.elements.map { range in
            "\(indentation)\(indentationStep)\(string(range)),\n"
        }
        let contents = "\n\(lines.joined())\(indentation)"
        text.replaceSubrange(array.start..<array.end, with: Array(contents.utf8))
    }

    /// Places each argument of a call on its own line if the call is on one line.
    private mutating func placeArgumentsOnOwnLines() {
        guard let declaration, declaration.end < text.count else { return }
        let call = declaration.start..<declaration.end
        guard !string(call).contains(/\n|\/\//) else { return }
        let indentation = indentation(at: declaration.start)
        let line = "\n\(indentation)\(indentationStep)"
        let arguments = declaration.arguments.map { line + string($0) }.joined(separator: ",")
        text.replaceSubrange(call, with: Array("\(arguments)\n\(indentation)".utf8))
        name += line.utf8.count
    }

    /// Returns the whitespace at the beginning of the line of a place.
    private func indentation(at index: Int) -> String {
        let line = text[text.lineStart(before: index)...]
        return String(decoding: line.prefix { $0 == " " || $0 == "\t" }, as: UTF8.self)
    }

    private func hasComments(in array: Declaration.ArrayLiteral) -> Bool {
        var rest = text[array.start..<array.end]
        for element in array.elements.reversed() {
            rest.removeSubrange(element)
        }
        return rest.contains { $0 == "/" }
    }
}

// MARK: - Lines

extension DeclarationEdit {
    private mutating func insert(_ addition: String, at index: Int) {
        text.insert(contentsOf: addition.utf8, at: index)
    }

    private mutating func insert(
        _ element: String,
        before index: Int,
        in array: Declaration.ArrayLiteral
    ) {
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
        insert("\(line)\(element),", at: text.lineEnd(after: previous))
    }

    private mutating func insert(
        _ element: String,
        after index: Int,
        in array: Declaration.ArrayLiteral
    ) {
        let last = array.elements[index]
        guard let line = line(before: last.lowerBound) else {
            return insert(", \(element)", at: last.upperBound)
        }
        let end = text.lineEnd(after: array.lastComma ?? last.upperBound)
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
    private func range(of index: Int, in array: Declaration.ArrayLiteral) -> Range<Int> {
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
    private func lines(of index: Int, in array: Declaration.ArrayLiteral) -> Range<Int>? {
        let element = array.elements[index]
        guard let line = line(before: element.lowerBound) else {
            return nil
        }
        let end = text.lineEnd(after: element.upperBound)
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

extension [UInt8] {
    func lineStart(before index: Int) -> Int {
        self[..<index].lastIndex { $0 == "\n" }.map { $0 + 1 } ?? 0
    }

    /// Returns the index of the line break after a place. The place must be after an opening
    /// bracket.
    func lineEnd(after index: Int) -> Int {
        let end = self[index...].firstIndex { $0 == "\n" } ?? count
        return self[end - 1] == "\r" ? end - 1 : end
    }
}
