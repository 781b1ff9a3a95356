import SwiftSource

/// The file in which Bootstrap declares the class `AppContainer`, edited as text.
///
/// The class lists the container protocols of features. An extension lists those of services, which are `package`.
package struct ContainerFile {
    /// The text of the file.
    package private(set) var text: String

    /// Creates an editor of the file.
    package init(_ text: String) throws(ScaffoldingError) {
        self.text = text
        guard list(after: "class") != nil else {
            throw .sourceNotUnderstood(
                path: Workspace.container, reason: "it declares no class 'AppContainer' with a list of protocols",
                remedy: "declare 'public final class AppContainer: SharedContainer, … {' there")
        }
    }

    /// Adds the container protocol of a feature, and the import of the module that declares it.
    package mutating func conform(to name: String, importing module: String) {
        guard let list = list(after: "class"), !list.contains(where: { $0.isWord(name) }) else { return }
        append(name, to: list)
        addImport("public import", of: module)
    }

    /// Adds the container protocol of a service to the extension, because a public class cannot list a package protocol.
    package mutating func conformInExtension(to name: String, importing module: String) {
        let list = list(after: "extension") ?? []
        guard !list.contains(where: { $0.isWord(name) }) else { return }
        if list.isEmpty { text += Self.newExtension(name) } else { append(name, to: list) }
        addImport("import", of: module)
    }

    /// Removes a container protocol, and the import of a module that no other one needs.
    package mutating func drop(_ name: String, importOf module: String?) {
        for keyword in ["class", "extension"] {
            guard let list = list(after: keyword), let index = list.firstIndex(where: { $0.isWord(name) }) else {
                continue
            }
            if index > 0 {
                replace(list[index - 2].range.upperBound..<list[index].range.upperBound, with: "")
            } else if list.count > 2 {
                replace(list[0].range.lowerBound..<list[2].range.lowerBound, with: "")
            } else {
                text = text.replacing(Self.newExtension(name), with: "")
                    .replacing("extension AppContainer: \(name) {}\n", with: "")
            }
            guard let module else { return }
            text = lines.filter { Self.module($0) != module }.joined(separator: "\n")
        }
    }

    private static func newExtension(_ name: String) -> String {
        """

        /// The container protocols of services are `package`: the app, which has no package access, cannot resolve a service.
        extension AppContainer: \(name) {}

        """
    }

    /// The tokens between the colon and the brace of `class AppContainer: … {`, or of an extension.
    private func list(after keyword: String) -> [Token]? {
        let tokens = Token.list(of: Array(text.utf8))
        let start = tokens.indices.first { index in
            tokens[index].isWord(keyword) && tokens[safe: index + 1]?.isWord("AppContainer") == true
                && tokens[safe: index + 2]?.isMark(":") == true
        }
        return start.map { Array(tokens[($0 + 3)...].prefix { !$0.isMark("{") }) }
    }

    private mutating func append(_ name: String, to list: [Token]) {
        let end = list.last?.range.upperBound ?? 0
        replace(end..<end, with: ", \(name)")
    }

    private mutating func replace(_ range: Range<Int>, with replacement: String) {
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(range, with: Array(replacement.utf8))
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Adds an import among the others, in alphabetical order.
    private mutating func addImport(_ keywords: String, of module: String) {
        var lines = lines
        let imports = lines.indices.compactMap { index in Self.module(lines[index]).map { (index, $0) } }
        guard !imports.contains(where: { $0.1 == module }) else { return }
        let index = imports.first { $0.1 > module }?.0 ?? imports.last.map { $0.0 + 1 } ?? 0
        lines.insert("\(keywords) \(module)", at: index)
        text = lines.joined(separator: "\n")
    }

    private var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    /// The module that a line imports.
    private static func module(_ line: String) -> String? {
        let file = SourceFile(path: "", text: line)
        return file.types.isEmpty ? file.imports.first?.module : nil
    }
}
