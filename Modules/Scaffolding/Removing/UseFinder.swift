import SwiftSource

/// Finds what would break if files went, each as a line for people: `App/Shop/ListCommand.swift:3: imports 'NotesInterface'`.
struct UseFinder {
    private let doomed: DoomedFiles
    private let workspace: Workspace
    private let texts: [TextFile]
    /// The types of Core and CoreTesting that go.
    private let types: Set<String>

    init(of doomed: DoomedFiles, in workspace: Workspace) throws(ScaffoldingError) {
        (self.doomed, self.workspace) = (doomed, workspace)
        let texts = try workspace.texts(holding: [doomed.part.name] + doomed.properties + doomed.roles.map(\.name))
        var types: Set<String> = []
        for text in texts where text.isSwift && doomed.holds(text.path) && !doomed.part.owns(text.path) {
            types.formUnion(Declaration.list(in: text.bytes).filter { $0.kind == .type && !$0.isLocal }.map(\.name))
        }
        self.types = types
        self.texts = texts.filter { !doomed.holds($0.path) }
    }

    /// Every use, file by file.
    func uses() throws(ScaffoldingError) -> [String] {
        var uses = doomed.homeless.map { role in
            "\(Workspace.container): promises '\(role.property)' of '\(role.container)', which \(doomed.part.bootstrapFile) alone provides"
        }
        uses += try usesInManifest()
        for text in texts where text.path != "Package.swift" {
            if text.isSwift {
                uses += usesInSource(text)
            } else if text.path.hasSuffix(".md") {
                uses += linksInPage(text)
            } else {
                uses += pathsInScript(text)
            }
        }
        return uses
    }

    private func usesInManifest() throws(ScaffoldingError) -> [String] {
        let manifest = try workspace.manifest()
        let modules = Set(doomed.part.modules)
        var uses: [String] = []
        for entry in manifest.entries where !doomed.part.makes(entry) {
            for label in ["uses", "also"] {
                for module in entry.strings(label) where modules.contains(module) {
                    uses.append(
                        "Package.swift:\(entry.line): '.\(entry.verb)(\"\(entry.name ?? "")\")' uses '\(module)'")
                }
            }
        }
        for token in Token.list(of: manifest.bytes) where !manifest.list.contains(token.range.lowerBound) {
            let text = String(decoding: manifest.bytes[token.range], as: UTF8.self)
            if token.kind == .literal, modules.contains(String(text.dropFirst().dropLast())) {
                uses.append("Package.swift:\(token.location.line): names \(text)")
            }
        }
        return uses
    }

    private func usesInSource(_ text: TextFile) -> [String] {
        let modules = Set(doomed.part.modules)
        var uses: [String] = []
        let file = SourceFile(path: text.path, text: text.bytes)
        for declaration in file.imports where modules.contains(declaration.module) {
            // Its list of container protocols is edited.
            if text.path == Workspace.container, declaration.module == doomed.homeOfContainers { continue }
            uses.append("\(text.path):\(declaration.location.line): imports '\(declaration.module)'")
        }
        let seesContainer =
            text.path.hasPrefix("Modules/Bootstrap/") || file.imports.contains { $0.module == "Bootstrap" }
        let isOfContainer = file.types.contains { $0.name == "AppContainer" }
        let tokens = Token.list(of: text.bytes)
        for (index, token) in tokens.enumerated() {
            guard let word = token.word else { continue }
            if seesContainer, doomed.properties.contains(word), resolves(tokens, at: index, isOfContainer) {
                uses.append("\(text.path):\(token.location.line): resolves '\(word)'")
            } else if types.contains(word), text.path != Workspace.container || !doomed.containers.contains(word) {
                uses.append("\(text.path):\(token.location.line): names '\(word)'")
            }
        }
        return uses
    }

    /// Whether a property is asked of the container: `self.notes()` there, `AppContainer.shared.notes`, `\AppContainer.notes`, `\.notes`.
    private func resolves(_ tokens: [Token], at index: Int, _ isOfContainer: Bool) -> Bool {
        guard index > 1, tokens[index - 1].isMark(".") else { return false }
        let owner = tokens[index - 2]
        if isOfContainer, owner.isWord("self") || owner.isMark("\\") { return true }
        return owner.isWord("AppContainer")
            || owner.isWord("shared") && tokens[safe: index - 4]?.isWord("AppContainer") == true
    }

    private func linksInPage(_ text: TextFile) -> [String] {
        MarkdownLink.list(in: String(decoding: text.bytes, as: UTF8.self), at: text.path).filter { link in
            // The row of the map goes.
            doomed.holds(link.path) && !(text.path == "README.md" && link.isRow)
        }.map { "\(text.path):\($0.line): links to '\($0.path)'" }
    }

    private func pathsInScript(_ text: TextFile) -> [String] {
        zip(1..., String(decoding: text.bytes, as: UTF8.self).lines).compactMap { number, line in
            let file = doomed.files.first { file in
                line.ranges(of: file).contains { line[$0.upperBound...].utf8.first?.isPartOfWord != true }
            }
            return file.map { "\(text.path):\(number): names '\($0)'" }
        }
    }
}
