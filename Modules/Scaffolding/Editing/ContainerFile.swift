import SwiftSource

/// Edits the file in which Bootstrap declares the class `AppContainer` with its list of container protocols.
///
/// The class lists the protocols of features. An extension lists those of services, which are `package`.
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
        addImport("public import", of: module)
    }

    /// Adds the container protocol of a service, and the import of the module that declares it.
    ///
    /// A public class cannot list a package protocol, so it goes into the extension, which is created where there is none.
    package mutating func conformInExtension(to name: String, importing module: String) throws(ScaffoldingError) {
        guard try !head().contains(where: { $0.isWord(name) }) else { return }
        let list = extensionTokens().dropFirst(3)
        guard !list.contains(where: { $0.isWord(name) }) else { return }
        if let last = list.last {
            replace(last.range.upperBound..<last.range.upperBound, with: ", \(name)")
        } else {
            text += "\n\(Self.explanation)\nextension AppContainer: \(name) {}\n"
        }
        addImport("import", of: module)
    }

    private static let explanation =
        "/// The container protocols of services are `package`: the app, which has no package access, cannot resolve a service."

    /// Takes a container protocol from the class or the extension; `module` is no longer imported unless something else needs it.
    package mutating func drop(_ name: String, importOf module: String?) throws(ScaffoldingError) {
        let (head, tokens) = (try head(), extensionTokens())
        if let index = head.firstIndex(where: { $0.isWord(name) }), index > 0 {
            // From the end of what stands before the comma: the list begins with SharedContainer.
            replace(head[index - 2].range.upperBound..<head[index].range.upperBound, with: "")
        } else if let index = tokens.dropFirst(3).firstIndex(where: { $0.isWord(name) }) {
            if tokens.count == 4 {
                try removeExtension(tokens)
            } else if index == 3 {
                replace(tokens[3].range.lowerBound..<tokens[5].range.lowerBound, with: "")
            } else {
                replace(tokens[index - 2].range.upperBound..<tokens[index].range.upperBound, with: "")
            }
        } else {
            return
        }
        if let module { removeImport(module) }
    }

    /// Removes the extension, with its comment and the empty line above.
    private mutating func removeExtension(_ tokens: [Token]) throws(ScaffoldingError) {
        let bytes = Array(text.utf8)
        let body = bytes[tokens[3].range.upperBound...].drop { $0 != UInt8(ascii: "{") }
        guard body.dropFirst().first == UInt8(ascii: "}") else {
            throw Self.failure("the extension of 'AppContainer' that lists container protocols has a body")
        }
        var before = String(decoding: bytes[..<tokens[0].range.lowerBound], as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        while let line = before.dropLast().last, line.hasPrefix("//") || line.isEmpty {
            before.remove(at: before.count - 2)
            if line.isEmpty { break }
        }
        text = before.joined(separator: "\n") + String(decoding: body.dropFirst(3), as: UTF8.self)
    }

    /// The tokens of `extension AppContainer: …`, up to the brace; none where there is no such extension.
    private func extensionTokens() -> [Token] {
        let tokens = Token.list(of: Array(text.utf8))
        guard
            let start = tokens.indices.first(where: { index in
                tokens[index].isWord("extension") && tokens[safe: index + 1]?.isWord("AppContainer") == true
                    && tokens[safe: index + 2]?.isMark(":") == true
            })
        else { return [] }
        return Array(tokens[start...].prefix { !$0.isMark("{") })
    }

    /// Adds an import among the others, in alphabetical order.
    private mutating func addImport(_ keywords: String, of module: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let imports = lines.indices.compactMap { index in Self.module(lines[index]).map { (index, $0) } }
        guard !imports.contains(where: { $0.1 == module }) else { return }
        let line = "\(keywords) \(module)"
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
