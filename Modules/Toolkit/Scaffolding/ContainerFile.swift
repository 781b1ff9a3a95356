import SwiftSource

extension EditPlan {
    /// Edits the file in which Bootstrap declares the container.
    mutating func editContainer(
        _ edit: (inout ContainerFile) -> Void
    ) throws(ScaffoldingError) {
        var file = try ContainerFile(text(Workspace.container))
        edit(&file)
        write(file.text, to: Workspace.container)
    }
}

/// The file in which Bootstrap declares `AppContainer`. Its lists of container protocols can be
/// edited as text.
///
/// The class conforms to the container protocols of features. An extension conforms to the
/// container protocols of services, which are `package`.
package struct ContainerFile {
    package private(set) var text: String

    package init(_ text: String) throws(ScaffoldingError) {
        self.text = text
        guard list(after: "class")?.isEmpty == false else {
            throw .unsupportedSource(
                path: Workspace.container,
                reason: "it does not declare the class 'AppContainer' with a list of protocols",
                remedy: "declare 'public final class AppContainer: SharedContainer, … {'"
            )
        }
    }

    /// Makes the container conform to a container protocol.
    ///
    /// An extension lists the protocols of services. The declaration of the class cannot list them,
    /// because the class is public and the protocols are `package`.
    package mutating func conform(to name: String, importing module: String, isPublic: Bool) {
        let list = list(after: isPublic ? "class" : "extension") ?? []
        guard !list.contains(where: { $0.isWord(name) }) else { return }
        if let end = list.last?.range.upperBound {
            text.replace(bytes: end..<end, with: ", \(name)")
        } else {
            text += """

                /// The container protocols of services are `package`: the app, which has no package
                /// access, cannot resolve a service.
                extension AppContainer: \(name) {}

                """
        }
        text.addImport(isPublic ? "public import" : "import", of: module)
    }

    /// Removes the conformances to container protocols, and the imports of modules.
    package mutating func remove(_ names: Set<String>, imports modules: [String]) {
        for name in names {
            for keyword in ["class", "extension"] {
                remove(name, after: keyword)
            }
        }
        for module in modules {
            text.removeImport(of: module)
        }
    }

    private mutating func remove(_ name: String, after keyword: String) {
        guard let list = list(after: keyword),
            let index = list.firstIndex(where: { $0.isWord(name) })
        else { return }
        let range: Range<Int>
        if index > 0 {
            range = list[index - 2].range.upperBound..<list[index].range.upperBound
        } else if list.count > 2 {
            range = list[0].range.lowerBound..<list[2].range.lowerBound
        } else {
            // The extension lists no other protocol, so it is removed with its comments.
            let source = SourceText(text)
            range = source.declarations.first { $0.keyword == "extension" }?.range ?? 0..<0
        }
        text.replace(bytes: range, with: "")
    }

    private func list(after keyword: String) -> [Token]? {
        let tokens = Token.list(of: Array(text.utf8))
        let start = tokens.indices.first { index in
            tokens.has(keyword, "AppContainer", ":", at: index)
        }
        return start.map { Array(tokens[($0 + 3)...].prefix { !$0.isPunctuation("{") }) }
    }
}
