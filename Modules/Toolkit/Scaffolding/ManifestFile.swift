import SwiftSource

/// A manifest in which the arrays of features, services, libraries and apps can be edited as text.
/// All other text is preserved, including comments and order.
package struct ManifestFile {
    package enum List: String {
        case features, services, libraries, apps

        /// The name of the function that returns the targets of an element of this list.
        fileprivate var function: String {
            switch self {
            case .features: "feature"
            case .services: "service"
            case .libraries: "library"
            case .apps: "app"
            }
        }

        /// The name of the type of an element in workspaces of version 1.0.
        fileprivate var type: String { function.prefix(1).uppercased() + function.dropFirst() }
    }

    /// An element such as `feature("Payments", uses: ["LibraryInterface"])`.
    private struct Element {
        let name: String
        let line: Int
        let range: Range<Int>
        let comma: Range<Int>?
    }

    package private(set) var text: String
    private var bytes: [UInt8] { Array(text.utf8) }
    private var tokens: [Token] { Token.list(of: bytes) }
    package init(_ text: String) {
        self.text = text
    }

    package var strings: [String] {
        let bytes = bytes
        return tokens.compactMap { Self.string($0, bytes) }
    }

    package func names(in list: List) throws(ScaffoldingError) -> [String] {
        try elements(of: list).elements.map(\.name)
    }

    package func uses(
        of modules: [String],
        outside name: String,
        of list: List
    ) throws(ScaffoldingError) -> [String] {
        let element = try elements(of: list).elements.first { $0.name == name }?.range
        let own = [element, rangeOfTarget("\(name)Example")].compactMap(\.self)
        let bytes = bytes
        return tokens.compactMap { token in
            guard let module = Self.string(token, bytes), modules.contains(module) else {
                return nil
            }
            guard !own.contains(where: { $0.contains(token.range.lowerBound) }) else {
                return nil
            }
            return "\(Workspace.manifest):\(token.location.line): names '\(module)'"
        }
    }

    /// Whether functions return the targets of an element, such as `feature("Notes")`. In
    /// workspaces of version 1.0, elements are values, such as `Feature("Notes")`.
    package var usesFunctions: Bool { text.contains("func \(List.features.function)(") }

    /// The beginnings of the elements of a list.
    private func beginnings(of list: List) -> [String] {
        guard usesFunctions else { return [list.type] }
        return list == .features ? [list.function, "single"] : [list.function]
    }

    /// Adds an element to a list.
    ///
    /// - Parameter arguments: The arguments after the name. Arguments with an empty array are
    ///   omitted. For an app, the interfaces of the features are added.
    package mutating func add(
        _ name: String,
        to list: List,
        arguments: KeyValuePairs<String, [String]> = [:]
    ) throws(ScaffoldingError) {
        let begin = usesFunctions ? list.function : list.type
        if usesFunctions, list == .libraries {
            addFunction("library", Self.library)
        }
        let interfaces = usesFunctions && list == .apps ? ", uses: interfaces" : ""
        try add("\(begin)(\"\(name)\"\(interfaces)\(Self.source(of: arguments)))", to: list)
    }

    private static func source(of arguments: KeyValuePairs<String, [String]>) -> String {
        arguments.filter { !$0.value.isEmpty }.map { label, values in
            ", \(label): [\(values.map { "\"\($0)\"" }.joined(separator: ", "))]"
        }
        .joined()
    }

    /// Adds a single-module feature, and the function for such features if it is missing.
    package mutating func addSingle(
        _ name: String,
        arguments: KeyValuePairs<String, [String]>
    ) throws(ScaffoldingError) {
        let source = Self.source(of: arguments)
        guard usesFunctions else {
            return try add("Feature(\"\(name)\"\(source), single: true)", to: .features)
        }
        try add("single(\"\(name)\"\(source))", to: .features)
        addFunction("single", single)
    }

    /// Adds a function that a manifest contains only if one of its elements needs the function.
    private mutating func addFunction(_ name: String, _ source: String) {
        guard !text.contains("func \(name)("), let place = text.firstRange(of: "\nfunc service(")
        else { return }
        text.insert(contentsOf: source, at: text.index(after: place.lowerBound))
    }

    /// Removes the functions that a manifest contains only for its elements if no element needs
    /// them anymore.
    private mutating func removeUnusedFunctions() {
        for (name, source) in ["single": single, "library": Self.library]
        where !text.contains("    \(name)(\"") {
            text = text.replacing(source, with: "")
        }
    }

    private static let library = """
        func library(_ name: String, uses: [String] = [], tests: [String] = []) -> [Target] {
            [
                .module(name, at: "Modules/Libraries/\\(name)", uses: uses),
                .tests(of: name, uses: uses + tests),
            ]
        }


        """

    private var single: String {
        strings.contains("Injection")
            ? Self.single : Self.single.replacing("[\"Injection\"] + used", with: "used")
    }

    private static let single = """
        /// A single-module feature, which no other feature can use.
        func single(_ name: String, uses: [String] = [], tests: [String] = []) -> [Target] {
            let used = ["Core"] + uses
            return [
                .module(name, at: "Modules/Features/\\(name)", uses: ["Injection"] + used),
                .tests(of: name, uses: used + ["CoreTesting"] + tests),
            ]
        }


        """

    /// Turns the element of a single-module feature into the element of a feature with an
    /// interface.
    package mutating func makeFeature(ofSingle name: String) throws(ScaffoldingError) {
        guard usesFunctions else {
            return try remove(argument: "single", of: name, in: .features)
        }
        let elements = try elements(of: .features).elements
        guard let start = elements.first(where: { $0.name == name })?.range.lowerBound else {
            return
        }
        let end = start + "single".utf8.count
        text.replace(bytes: start..<end, with: List.features.function)
        removeUnusedFunctions()
        // The example also imports the interface.
        if let range = rangeOfTarget("\(name)Example") {
            let bytes = bytes
            let own = tokens.first {
                range.contains($0.range.lowerBound) && Self.string($0, bytes) == name
            }
            if let own {
                text.replace(bytes: own.range, with: "\"\(name)\", \"\(name)Interface\"")
            }
        }
    }

    /// Adds a target, such as `.executableTarget(name: "NotesExample")`, to the targets that no
    /// list describes.
    package mutating func add(target: String) throws(ScaffoldingError) {
        let tokens = tokens
        let start = tokens.indices.first {
            tokens[$0].isWord("let") && tokens[safe: $0 + 1]?.isWord("foundation") == true
        }
        let equals = start.flatMap { tokens[$0...].firstIndex { $0.isPunctuation("=") } }
        let end = equals.flatMap { tokens.endOfGroup(at: $0 + 1) }
        guard let end, tokens[end].isPunctuation("]") else {
            throw .unsupportedManifest(
                line: nil,
                reason: "it does not declare 'let foundation: [Target] = [ … ]'",
                remedy: "declare it as in a new workspace"
            )
        }
        let comma = tokens[end - 1].isPunctuation(",") ? "" : ","
        let last = tokens[end - 1].range.upperBound
        text.replace(bytes: last..<last, with: "\(comma)\n    \(target),")
    }

    /// Removes the target with the given name that no list describes, if it exists.
    package mutating func remove(target name: String) {
        guard let range = rangeOfTarget(name) else { return }
        let comma = tokens.first { $0.range.lowerBound == range.upperBound }
        let end = comma?.isPunctuation(",") == true ? range.upperBound + 1 : range.upperBound
        let next = bytes[end...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? end
        text.replace(bytes: startOfLine(range.lowerBound)..<next, with: "")
    }

    /// Returns the range of a target such as `.executableTarget(name: "NotesExample", …)`.
    private func rangeOfTarget(_ name: String) -> Range<Int>? {
        let tokens = tokens
        let bytes = bytes
        let index = tokens.indices.first { index in
            let words = tokens[..<index].suffix(5).map(\.text)
            return Self.string(tokens[index], bytes) == name && words.first == "."
                && words.dropFirst(2) == ["(", "name", ":"]
        }
        guard let index else { return nil }
        let end = tokens.endOfGroup(at: index - 3)
        return end.map { tokens[index - 5].range.lowerBound..<tokens[$0].range.upperBound }
    }

    private mutating func add(_ element: String, to list: List) throws(ScaffoldingError) {
        let (brackets, elements) = try elements(of: list)
        guard let last = elements.last else {
            return text.replace(bytes: brackets, with: "\n    \(element)\n")
        }
        let start = startOfLine(brackets.upperBound)
        guard bytes[start..<brackets.upperBound].allSatisfy({ $0 == UInt8(ascii: " ") }) else {
            throw .unsupportedManifest(
                line: last.line,
                reason: "the closing bracket of '\(list.rawValue)' is not on its own line",
                remedy: "move it to its own line"
            )
        }
        text.replace(bytes: start..<start, with: "    \(element),\n")
        if last.comma == nil {
            text.replace(bytes: last.range.upperBound..<last.range.upperBound, with: ",")
        }
    }

    package mutating func remove(_ name: String, from list: List) throws(ScaffoldingError) {
        let (brackets, elements) = try elements(of: list)
        guard let element = elements.first(where: { $0.name == name }) else {
            return
        }
        defer { removeUnusedFunctions() }
        if elements.count == 1 {
            text.replace(bytes: brackets, with: "")
            // An empty array literal requires a type annotation.
            return text.replace(
                "let \(list.rawValue) = []",
                with: "let \(list.rawValue): [\(usesFunctions ? "[Target]" : list.type)] = []"
            )
        }
        let start = startOfLine(element.range.lowerBound)
        let end =
            bytes[element.range.upperBound...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
            ?? bytes.count
        let others = tokens.filter {
            (start..<end).contains($0.range.lowerBound) && $0.range != element.comma
        }
        guard others.allSatisfy({ element.range.contains($0.range.lowerBound) }) else {
            throw .unsupportedManifest(
                line: element.line,
                reason: "'\(name)' is not on its own line",
                remedy: "move it to its own line"
            )
        }
        text.replace(bytes: start..<end, with: "")
        // An array with a single element has no trailing comma after formatting.
        let rest = try self.elements(of: list).elements
        if rest.count == 1, let comma = rest[0].comma {
            text.replace(bytes: comma, with: "")
        }
    }

    /// Removes an argument, such as `single: true`, and the comma before it from an element.
    package mutating func remove(
        argument label: String,
        of name: String,
        in list: List
    ) throws(ScaffoldingError) {
        guard let element = try elements(of: list).elements.first(where: { $0.name == name }) else {
            return
        }
        let tokens = tokens.filter { element.range.contains($0.range.lowerBound) }
        for index in tokens.indices.dropLast(2) where tokens[index].isWord(label) {
            guard index > 0, tokens[index - 1].isPunctuation(","),
                tokens[index + 1].isPunctuation(":")
            else {
                continue
            }
            return text.replace(
                bytes: tokens[index - 1].range.lowerBound..<tokens[index + 2].range.upperBound,
                with: ""
            )
        }
    }

    package mutating func rename(_ names: [String: String]) {
        let bytes = bytes
        for token in tokens.reversed() {
            guard let old = Self.string(token, bytes) else { continue }
            // The string is a name, or a path such as `App/Examples/NotesExample`.
            let parts = old.split(separator: "/", omittingEmptySubsequences: false)
            let new = parts.map { names[String($0)] ?? String($0) }.joined(separator: "/")
            if new != old {
                text.replace(bytes: token.range, with: "\"\(new)\"")
            }
        }
    }

    private func startOfLine(_ position: Int) -> Int {
        bytes[..<position].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }

    private static func string(_ token: Token, _ bytes: [UInt8]) -> String? {
        guard token.kind == .literal, bytes[token.range.lowerBound] == UInt8(ascii: "\"") else {
            return nil
        }
        return String(decoding: bytes[token.range].dropFirst().dropLast(), as: UTF8.self)
    }

    private func elements(of list: List) throws(ScaffoldingError) -> (
        brackets: Range<Int>, elements: [Element]
    ) {
        let tokens = tokens
        let bytes = bytes
        let array = list.rawValue
        guard
            let start = tokens.indices.first(where: {
                tokens[$0].isWord("let") && tokens[safe: $0 + 1]?.isWord(array) == true
            }), let equals = tokens[start...].firstIndex(where: { $0.isPunctuation("=") }),
            tokens[safe: equals + 1]?.isPunctuation("[") == true
        else {
            throw .unsupportedManifest(
                line: nil,
                reason: "it does not declare 'let \(array) = [ … ]'",
                remedy: "declare it as in a new workspace"
            )
        }
        let beginnings = beginnings(of: list)
        var elements: [Element] = []
        var index = equals + 2
        while let token = tokens[safe: index], !token.isPunctuation("]") {
            let end = tokens.endOfGroup(at: index + 1)
            guard beginnings.contains(where: token.isWord), let end, tokens[end].isPunctuation(")"),
                let name = tokens[safe: index + 2].flatMap({ Self.string($0, bytes) })
            else {
                throw .unsupportedManifest(
                    line: token.location.line,
                    reason: "an element of '\(array)' does not begin with '\(beginnings[0])(\"'",
                    remedy: "write it as '\(beginnings[0])(\"Name\", …)'"
                )
            }
            let comma = tokens[safe: end + 1].flatMap { $0.isPunctuation(",") ? $0.range : nil }
            let range = token.range.lowerBound..<tokens[end].range.upperBound
            elements.append(
                Element(name: name, line: token.location.line, range: range, comma: comma)
            )
            index = end + (comma == nil ? 1 : 2)
        }
        guard let close = tokens[safe: index] else {
            throw .unsupportedManifest(
                line: nil,
                reason: "'\(array)' has no closing bracket",
                remedy: "add ']'"
            )
        }
        return (tokens[equals + 1].range.upperBound..<close.range.lowerBound, elements)
    }
}
