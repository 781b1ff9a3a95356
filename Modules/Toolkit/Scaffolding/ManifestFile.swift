package import BoundaryRules
import PackageManifest
import SwiftSource

/// A manifest in which the arrays of features, services, libraries and apps can be edited as text.
/// All other text is preserved, including comments and order.
package struct ManifestFile {
    package enum List: String {
        case features, services, libraries, apps

        /// The names of the functions that return the targets of an element of this list.
        fileprivate var functions: [String] {
            switch self {
            case .features: ["feature", ManifestFile.single]
            case .services: ["service"]
            case .libraries: ["library"]
            case .apps: ["app"]
            }
        }
    }

    /// The function that returns the targets of a single-module feature.
    private static let single = "single"

    /// An element such as `feature("Payments", uses: ["LibraryInterface"])`.
    private struct Element {
        let name: String
        let line: Int
        let range: Range<Int>
        let comma: Range<Int>?
    }

    package private(set) var text: String
    private var source: SourceText { SourceText(path: Workspace.manifest, text: text) }
    package init(_ text: String) {
        self.text = text
    }

    package var strings: [String] {
        let source = source
        return source.tokens.compactMap { Self.string($0, source.bytes) }
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
        let source = source
        return source.tokens.compactMap { token in
            guard let module = Self.string(token, source.bytes), modules.contains(module) else {
                return nil
            }
            guard !own.contains(where: { $0.contains(token.range.lowerBound) }) else {
                return nil
            }
            return "\(Workspace.manifest):\(token.location.line): names '\(module)'"
        }
    }

    /// Adds an element to a list.
    ///
    /// - Parameters:
    ///   - isSingle: Whether the element is a single-module feature.
    ///   - arguments: The arguments after the name. Arguments with an empty array are omitted. For
    ///     an app, the interfaces and the mocks of the features are added.
    package mutating func add(
        _ name: String,
        to list: List,
        isSingle: Bool = false,
        arguments: KeyValuePairs<String, [String]> = [:]
    ) throws(ScaffoldingError) {
        let function = isSingle ? Self.single : list.functions[0]
        let features = list == .apps ? ", uses: interfaces, tests: mocks" : ""
        let lists = arguments.filter { !$0.value.isEmpty }.map { label, values in
            ", \(label): [\(values.map { "\"\($0)\"" }.joined(separator: ", "))]"
        }
        let element = "\(function)(\"\(name)\"\(features)\(lists.joined()))"
        let (brackets, elements) = try elements(of: list)
        guard let last = elements.last else {
            return text.replace(bytes: brackets, with: "\n    \(element)\n")
        }
        let start = startOfLine(brackets.upperBound)
        let indentation = source.bytes[start..<brackets.upperBound]
        guard indentation.allSatisfy({ $0 == UInt8(ascii: " ") }) else {
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

    /// Adds modules to a list of the element that declares a target, such as `uses` of
    /// `service("Files")`.
    package mutating func add(
        _ modules: [String],
        to list: ManifestPart.List,
        of target: String
    ) throws(ScaffoldingError) {
        guard !modules.isEmpty else { return }
        let manifest = ManifestText(path: Workspace.manifest, text: text)
        guard let part = manifest.part(declaring: target) else {
            throw .unsupportedManifest(
                line: nil,
                reason: "no function with the parameters 'uses' and 'tests' declares '\(target)'",
                remedy: "declare it as in a new workspace"
            )
        }
        var edit = ManifestEdit(text)
        do {
            for module in modules {
                try edit.list(module, under: list, of: part)
            }
        } catch {
            throw .unsupportedManifest(
                line: part.location.line,
                reason: error.words,
                remedy: "add \(modules.map { "\"\($0)\"" }.joined(separator: ", ")) to "
                    + "`\(list.rawValue)` of \(part.text)"
            )
        }
        text = String(decoding: edit.text, as: UTF8.self)
    }

    /// Turns the element of a single-module feature into the element of a feature with an
    /// interface, which exposes some of the modules that the single module uses.
    package mutating func makeFeature(
        ofSingle name: String,
        exposing modules: [String]
    ) throws(ScaffoldingError) {
        let elements = try elements(of: .features).elements
        guard let start = elements.first(where: { $0.name == name })?.range.lowerBound else {
            return
        }
        let end = start + Self.single.utf8.count
        text.replace(bytes: start..<end, with: List.features.functions[0])
        let part = ManifestText(path: Workspace.manifest, text: text).part(declaring: name)
        let used = modules.filter { part?.list(naming: $0) == .uses }
        try add(used, to: .exposes, of: name)
        // The example also imports the interface.
        guard let range = rangeOfTarget("\(name)Example") else { return }
        let source = source
        let own = source.tokens.first {
            range.contains($0.range.lowerBound) && Self.string($0, source.bytes) == name
        }
        if let own {
            text.replace(bytes: own.range, with: "\"\(name)\", \"\(name)Interface\"")
        }
    }

    package mutating func remove(_ name: String, from list: List) throws(ScaffoldingError) {
        let (brackets, elements) = try elements(of: list)
        guard let element = elements.first(where: { $0.name == name }) else {
            return
        }
        if elements.count == 1 {
            return text.replace(bytes: brackets, with: "")
        }
        let source = source
        let start = startOfLine(element.range.lowerBound)
        let end = startOfLine(after: element.range.upperBound)
        let others = source.tokens.filter {
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

    /// Adds a target, such as `.executableTarget(name: "NotesExample")`, to the targets that no
    /// list describes.
    package mutating func add(target: String) throws(ScaffoldingError) {
        let tokens = try array("foundation", of: "[Target]")
        guard let close = tokens.endOfGroup(at: tokens.startIndex) else { return }
        let last = tokens[close - 1]
        let comma = last.isPunctuation(",") ? "" : ","
        let end = last.range.upperBound
        text.replace(bytes: end..<end, with: "\(comma)\n    \(target),")
    }

    /// Removes the target with the given name that no list describes, if it exists.
    package mutating func remove(target name: String) {
        guard let range = rangeOfTarget(name) else { return }
        let comma = source.tokens.first { $0.range.lowerBound == range.upperBound }
        let end = comma?.isPunctuation(",") == true ? range.upperBound + 1 : range.upperBound
        let lines = startOfLine(range.lowerBound)..<startOfLine(after: end)
        text.replace(bytes: lines, with: "")
    }

    package mutating func rename(_ names: [String: String]) {
        let source = source
        for token in source.tokens.reversed() {
            guard let old = Self.string(token, source.bytes) else { continue }
            // The string is a name, or a path such as `App/Examples/NotesExample`.
            let parts = old.split(separator: "/", omittingEmptySubsequences: false)
            let new = parts.map { names[String($0)] ?? String($0) }.joined(separator: "/")
            if new != old {
                text.replace(bytes: token.range, with: "\"\(new)\"")
            }
        }
    }

    /// Returns the range of a target such as `.executableTarget(name: "NotesExample", …)`.
    private func rangeOfTarget(_ name: String) -> Range<Int>? {
        let source = source
        let tokens = source.tokens
        let index = tokens.indices.first { index in
            let words = tokens[..<index].suffix(5).map(\.text)
            return Self.string(tokens[index], source.bytes) == name && words.first == "."
                && words.dropFirst(2) == ["(", "name", ":"]
        }
        guard let index else { return nil }
        let end = tokens.endOfGroup(at: index - 3)
        return end.map { tokens[index - 5].range.lowerBound..<tokens[$0].range.upperBound }
    }

    private func startOfLine(_ position: Int) -> Int {
        source.bytes[..<position].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }

    private func startOfLine(after position: Int) -> Int {
        let bytes = source.bytes
        return bytes[position...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    }

    private static func string(_ token: Token, _ bytes: [UInt8]) -> String? {
        guard token.kind == .literal, bytes[token.range.lowerBound] == UInt8(ascii: "\"") else {
            return nil
        }
        return String(decoding: bytes[token.range].dropFirst().dropLast(), as: UTF8.self)
    }

    /// Returns the tokens of the value of a constant, which is an array.
    private func array(
        _ name: String,
        of type: String
    ) throws(ScaffoldingError) -> ArraySlice<Token> {
        let tokens = source.declarations.first { $0.keyword == "let" && $0.name == name }?.tokens
        let parts = tokens?.split(maxSplits: 1) { $0.isPunctuation("=") } ?? []
        let declaration = parts.first?.compactMap(\.text).joined()
        guard declaration == "let\(name):\(type)", let value = parts.last,
            value.first?.isPunctuation("[") == true
        else {
            throw .unsupportedManifest(
                line: nil,
                reason: "it does not declare 'let \(name): \(type) = [ … ]'",
                remedy: "declare it as in a new workspace"
            )
        }
        return value
    }

    private func elements(of list: List) throws(ScaffoldingError) -> (
        brackets: Range<Int>, elements: [Element]
    ) {
        let tokens = try array(list.rawValue, of: "[[Target]]")
        let bytes = source.bytes
        let functions = list.functions
        var elements: [Element] = []
        var index = tokens.startIndex + 1
        while let token = tokens[safe: index], !token.isPunctuation("]") {
            let end = tokens.endOfGroup(at: index + 1)
            guard functions.contains(where: token.isWord), let end, tokens[end].isPunctuation(")"),
                let name = tokens[safe: index + 2].flatMap({ Self.string($0, bytes) })
            else {
                throw .unsupportedManifest(
                    line: token.location.line,
                    reason:
                        "an element of '\(list.rawValue)' does not begin with '\(functions[0])(\"'",
                    remedy: "write it as '\(functions[0])(\"Name\", …)'"
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
                reason: "'\(list.rawValue)' has no closing bracket",
                remedy: "add ']'"
            )
        }
        return (tokens[tokens.startIndex].range.upperBound..<close.range.lowerBound, elements)
    }
}

extension EditPlan {
    mutating func editManifest(
        _ edit: (inout ManifestFile) throws(ScaffoldingError) -> Void
    ) throws(ScaffoldingError) {
        var manifest = ManifestFile(try text(Workspace.manifest))
        try edit(&manifest)
        write(manifest.text, to: Workspace.manifest)
    }
}
