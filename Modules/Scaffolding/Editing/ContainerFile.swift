import SwiftSource

/// Edits the file in which Bootstrap declares the class `AppContainer` with its list of container protocols.
package struct ContainerFile {
    /// The file as it is by now.
    package private(set) var text: String
    private static let remedy = "declare 'public final class AppContainer: SharedContainer, … {' there"

    /// Reads the file.
    package init(_ text: String) throws(ScaffoldingError) {
        self.text = text
        _ = try head()
    }

    /// Adds a container protocol at the end of the list, and the import of the module that declares it.
    package mutating func conform(to name: String, importing module: String) throws(ScaffoldingError) {
        let head = try head()
        guard !head.contains(where: { $0.isWord(name) }) else { return }
        guard let last = head.last else { throw Self.failure("the class has no list") }
        replace(last.range.upperBound..<last.range.upperBound, with: ", \(name)")
        addImport(module)
    }

    /// Takes a container protocol from the list; `module` is no longer imported unless something else needs it.
    package mutating func drop(_ name: String, importOf module: String?) throws(ScaffoldingError) {
        let head = try head()
        guard let index = head.firstIndex(where: { $0.isWord(name) }), index > 0 else { return }
        // From the end of what stands before the comma: the list begins with SharedContainer.
        replace(head[index - 2].range.upperBound..<head[index].range.upperBound, with: "")
        if let module { removeImport(module) }
    }

    /// Adds an import among the others, in alphabetical order.
    private mutating func addImport(_ module: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let imports = lines.indices.compactMap { index in Self.module(lines[index]).map { (index, $0) } }
        guard !imports.contains(where: { $0.1 == module }) else { return }
        let line = "public import \(module)"
        if let next = imports.first(where: { $0.1 > module }) {
            lines.insert(line, at: next.0)
        } else {
            lines.insert(line, at: imports.last.map { $0.0 + 1 } ?? 0)
        }
        text = lines.joined(separator: "\n")
    }

    private mutating func removeImport(_ module: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        text = lines.filter { Self.module(String($0)) != module }.joined(separator: "\n")
    }

    private static func module(_ line: String) -> String? {
        let file = SourceFile(path: "", text: line)
        return file.types.isEmpty ? file.imports.first?.module : nil
    }

    /// The tokens behind the colon of `class AppContainer: … {`.
    private func head() throws(ScaffoldingError) -> [Token] {
        let tokens = Token.list(of: Array(text.utf8))
        guard
            let name = tokens.indices.first(where: { index in
                tokens[index].isWord("AppContainer") && tokens[safe: index - 1]?.isWord("class") == true
            })
        else { throw Self.failure("there is no 'class AppContainer'") }
        let rest = tokens[(name + 1)...]
        guard rest.first?.isMark(":") == true, let body = rest.firstIndex(where: { $0.isMark("{") }) else {
            throw Self.failure("the class 'AppContainer' has no list of protocols")
        }
        return Array(tokens[(name + 2)..<body])
    }

    private mutating func replace(_ range: Range<Int>, with replacement: String) {
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(range, with: Array(replacement.utf8))
        text = String(decoding: bytes, as: UTF8.self)
    }

    private static func failure(_ reason: String) -> ScaffoldingError {
        .sourceNotUnderstood(path: Workspace.container, reason: reason, remedy: remedy)
    }
}
