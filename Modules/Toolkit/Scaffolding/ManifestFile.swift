package import BoundaryRules
import PackageManifest
import SwiftSource

/// A manifest in which the arrays of features, services, libraries and apps can be edited as text.
/// All other text is preserved, including comments and order.
package struct ManifestFile {
    /// The function that returns the targets of a single-module feature.
    private static let single = "single"

    /// An element such as `feature("Payments", uses: ["LibraryInterface"])`.
    private struct Element {
        let name: String
        /// The first token.
        let token: Token
        let range: Range<Int>
        let comma: Range<Int>?
    }

    package private(set) var text: String
    private var source: SourceText { SourceText(text, path: Workspace.manifest) }
    package init(_ text: String) {
        self.text = text
    }

    package var strings: [String] { literals.map(\.text) }

    /// Returns the module or package of a workspace with the given name. Case is ignored, because
    /// some file systems are case-insensitive.
    func module(named name: String) -> String? {
        (strings + EnginePackage.targets).first { $0.lowercased() == name.lowercased() }
    }

    /// The string literals.
    private var literals: [(text: String, token: Token)] {
        let source = source
        return source.tokens.compactMap { token in
            token.literal(in: source.bytes).map { ($0, token) }
        }
    }

    package func names(in kind: WorkspacePart.Kind) throws(ScaffoldingError) -> [String] {
        try elements(of: kind).elements.map(\.name)
    }

    package func uses(
        of modules: [String],
        outside name: String,
        of kind: WorkspacePart.Kind
    ) throws(ScaffoldingError) -> [String] {
        let element = try elements(of: kind).elements.first { $0.name == name }?.range
        let own = [element, rangeOfTarget("\(name)Example")].compactMap(\.self)
        let uses = literals.filter { module, token in
            modules.contains(module) && !own.contains { $0.contains(token.range.lowerBound) }
        }
        return uses.map { module, token in
            "\(source.place(of: token)): names '\(module)'"
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
        to kind: WorkspacePart.Kind,
        isSingle: Bool = false,
        arguments: KeyValuePairs<String, [String]> = [:]
    ) throws(ScaffoldingError) {
        let function = isSingle ? Self.single : kind.rawValue
        let features = kind == .app ? ", uses: interfaces, tests: mocks" : ""
        let lists = arguments.filter { !$0.value.isEmpty }.map { label, values in
            ", \(label): [\(values.map { "\"\($0)\"" }.joined(separator: ", "))]"
        }
        let element = "\(function)(\"\(name)\"\(features)\(lists.joined()))"
        let (brackets, elements) = try elements(of: kind)
        guard let last = elements.last else {
            return text.replace(bytes: brackets, with: "\n    \(element)\n")
        }
        let start = startOfLine(brackets.upperBound)
        let indentation = source.bytes[start..<brackets.upperBound]
        guard indentation.allSatisfy({ $0 == UInt8(ascii: " ") }) else {
            throw .unsupportedSource(
                path: source.place(of: last.token),
                reason: "the closing bracket of '\(kind.list)' is not on its own line",
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
            throw .unsupportedSource(
                path: Workspace.manifest,
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
            throw .unsupportedSource(
                path: "\(Workspace.manifest):\(part.location.line)",
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
        let elements = try elements(of: .feature).elements
        guard let start = elements.first(where: { $0.name == name })?.range.lowerBound else {
            return
        }
        let end = start + Self.single.utf8.count
        text.replace(bytes: start..<end, with: WorkspacePart.Kind.feature.rawValue)
        let part = ManifestText(path: Workspace.manifest, text: text).part(declaring: name)
        let used = modules.filter { part?.list(naming: $0) == .uses }
        try add(used, to: .exposes, of: name)
        // The example also imports the interface.
        guard let range = rangeOfTarget("\(name)Example") else { return }
        let own = literals.filter { range.contains($0.token.range.lowerBound) && $0.text == name }
        if let own = own.first {
            text.replace(bytes: own.token.range, with: "\"\(name)\", \"\(name)Interface\"")
        }
    }

    package mutating func remove(_ name: String, from kind: WorkspacePart.Kind)
        throws(ScaffoldingError)
    {
        let (brackets, elements) = try elements(of: kind)
        guard let element = elements.first(where: { $0.name == name }) else {
            return
        }
        if elements.count == 1 {
            return text.replace(bytes: brackets, with: "")
        }
        try removeLines(of: element.range, name)
        // An array with a single element has no trailing comma after formatting.
        let rest = try self.elements(of: kind).elements
        if rest.count == 1, let comma = rest[0].comma {
            text.replace(bytes: comma, with: "")
        }
    }

    /// Removes the lines of an element and of the comma after it.
    private mutating func removeLines(
        of range: Range<Int>,
        _ name: String
    ) throws(ScaffoldingError) {
        let source = source
        let start = startOfLine(range.lowerBound)
        let rest = source.bytes[range.upperBound...]
        let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
        let own = source.tokens.first { range.contains($0.range.lowerBound) }
        let others = source.tokens.filter { token in
            (start..<end).contains(token.range.lowerBound)
                && !range.contains(token.range.lowerBound)
        }
        guard others.allSatisfy({ $0.isPunctuation(",") }) else {
            throw .unsupportedSource(
                path: own.map(source.place) ?? source.path,
                reason: "'\(name)' is not on its own line",
                remedy: "move it to its own line"
            )
        }
        text.replace(bytes: start..<end, with: "")
    }

    /// Adds a target, such as `.executableTarget(name: "NotesExample")`, to the targets that no
    /// list describes.
    package mutating func add(target: String) throws(ScaffoldingError) {
        let tokens = try array("foundation", of: "[Target]")
        guard let close = tokens.endOfGroup(at: tokens.startIndex) else { return }
        let last = tokens[close - 1]
        let comma = last.isPunctuation(",") || close == tokens.startIndex + 1 ? "" : ","
        let end = last.range.upperBound
        text.replace(bytes: end..<end, with: "\(comma)\n    \(target),")
    }

    /// Removes the target with the given name that no list describes, if it exists.
    package mutating func remove(target name: String) throws(ScaffoldingError) {
        guard let range = rangeOfTarget(name) else { return }
        try removeLines(of: range, name)
    }

    package mutating func rename(_ names: [String: String]) {
        for (old, token) in literals.reversed() {
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
            return tokens[index].literal(in: source.bytes) == name && words.first == "."
                && words.dropFirst(2) == ["(", "name", ":"]
        }
        guard let index else { return nil }
        let end = tokens.endOfGroup(at: index - 3)
        return end.map { tokens[index - 5].range.lowerBound..<tokens[$0].range.upperBound }
    }

    private func startOfLine(_ position: Int) -> Int {
        source.bytes[..<position].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
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
            throw .unsupportedSource(
                path: Workspace.manifest,
                reason: "it does not declare 'let \(name): \(type) = [ … ]'",
                remedy: "declare it as in a new workspace"
            )
        }
        return value
    }

    private func elements(of kind: WorkspacePart.Kind) throws(ScaffoldingError) -> (
        brackets: Range<Int>, elements: [Element]
    ) {
        let source = source
        let tokens = try array(kind.list, of: "[[Target]]")
        let close = tokens.endOfGroup(at: tokens.startIndex)
        let function = kind.rawValue
        let values = tokens[..<(close ?? tokens.endIndex)].dropFirst().elements
        let elements = try values.map { value throws(ScaffoldingError) in
            let start = value.startIndex
            guard let first = value.first,
                [function, kind == .feature ? Self.single : function].contains(where: first.isWord),
                let end = value.endOfGroup(at: start + 1), end == value.endIndex - 1,
                value[end].isPunctuation(")"),
                let name = value[safe: start + 2]?.literal(in: source.bytes)
            else {
                throw .unsupportedSource(
                    path: source.place(of: value.first ?? tokens[start - 1]),
                    reason: "an element of '\(kind.list)' does not begin with '\(function)(\"'",
                    remedy: "write it as '\(function)(\"Name\", …)'"
                )
            }
            let next = tokens[safe: value.endIndex]
            return Element(
                name: name,
                token: first,
                range: first.range.lowerBound..<value[end].range.upperBound,
                comma: next?.isPunctuation(",") == true ? next?.range : nil
            )
        }
        guard let close else {
            throw .unsupportedSource(
                path: Workspace.manifest,
                reason: "'\(kind.list)' has no closing bracket",
                remedy: "add ']'"
            )
        }
        return (
            tokens[tokens.startIndex].range.upperBound..<tokens[close].range.lowerBound, elements
        )
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
