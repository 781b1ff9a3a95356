import SwiftSource

/// An object that Bootstrap creates, as a factory of the container or as a property of
/// `Dependencies`.
struct ProvidedObject {
    let property: String
    /// The type of the object, such as `any NoteBook`.
    let type: String
    /// The expression that creates the object in the initializer of `Dependencies`. The template of
    /// a feature or a service contains the factory of a container.
    let value: String
    /// Whether the app can use the object.
    let isPublic: Bool
    /// The container protocol that declares the property, or `nil` if no protocol declares it.
    let container: String?
    /// The module that declares the type and the container protocol.
    let module: String
    /// The module that implements the type.
    let implementation: String
}

extension EditPlan {
    /// Edits the file in which Bootstrap declares the container or the structure `Dependencies`.
    mutating func editBootstrap(
        container edit: (inout ContainerFile) -> Void,
        dependencies editDependencies: (inout DependenciesFile) throws(ScaffoldingError) -> Void
    ) throws(ScaffoldingError) {
        if workspace.kind.hasContainer {
            var file = try ContainerFile(text(Workspace.container))
            edit(&file)
            write(file.text, to: Workspace.container)
        } else {
            var file = try DependenciesFile(text(Workspace.dependencies))
            try editDependencies(&file)
            write(file.text, to: Workspace.dependencies)
        }
    }

    /// Adds an object to the container or to the structure `Dependencies`.
    mutating func provide(_ object: ProvidedObject) throws(ScaffoldingError) {
        try editBootstrap { container in
            guard let name = object.container else { return }
            container.conform(to: name, importing: object.module, isPublic: object.isPublic)
        } dependencies: { dependencies throws(ScaffoldingError) in
            try dependencies.add(object)
        }
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

/// The file in which Bootstrap declares `Dependencies`, the structure whose initializer creates all
/// objects of a workspace without a container. Its properties can be edited as text.
package struct DependenciesFile {
    package struct Property: Sendable, Hashable {
        package let name: String
        /// The name of the type, without `any`.
        package let type: String
        /// The type that the initializer creates, or `nil` if the value is another expression.
        package let created: String?
        package let isPublic: Bool
        fileprivate let line: Int
    }

    package private(set) var text: String
    package init(_ text: String) throws(ScaffoldingError) {
        self.text = text
        guard !properties.isEmpty, endOfInitializer != nil else {
            throw .unsupportedSource(
                path: Workspace.dependencies,
                reason: "structure 'Dependencies' with a property and an initializer not found",
                remedy: "declare it as in a new workspace"
            )
        }
    }

    /// The stored properties: features, which are public, and services.
    package var properties: [Property] {
        let source = SourceText(text)
        return source.properties.compactMap { property in
            let rest = property.tokens[property.keywordIndex...].dropFirst(2)
            guard property.isPublic || property.modifiers.contains("package"),
                rest.first?.isPunctuation(":") == true
            else { return nil }
            return Property(
                name: property.name,
                type: rest.compactMap(\.word).first { $0 != "any" } ?? "",
                created: Self.created(by: property.name, in: source.tokens),
                isPublic: property.isPublic,
                line: property.tokens[property.keywordIndex].location.line
            )
        }
    }

    /// Returns the type in a statement such as `noteBook = StoredNoteBook(store: noteStore)`.
    private static func created(by property: String, in tokens: [Token]) -> String? {
        let index = tokens.indices.first { index in
            tokens.has(property, "=", at: index) && tokens.has("(", at: index + 3)
        }
        return index.flatMap { tokens[safe: $0 + 2]?.word }
    }

    /// The position of the bracket that closes the initializer that assigns the properties. That
    /// initializer is the first one that does not call another initializer.
    private var endOfInitializer: Int? {
        let source = SourceText(text)
        let initializer = source.declarations.flatMap(source.members).first { member in
            let body = member.body
            return member.keyword == "init"
                && !body.indices.contains { body.has(".", "init", at: $0) }
        }
        return initializer?.tokens.last?.range.lowerBound
    }

    /// Adds a property for an object, and the statement that creates the object.
    fileprivate mutating func add(_ object: ProvidedObject) throws(ScaffoldingError) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let last = properties.last, let place = endOfInitializer else { return }
        let end = text.utf8.prefix(place).count { $0 == UInt8(ascii: "\n") }
        guard lines[end].allSatisfy({ " }".contains($0) }), end > last.line else {
            throw .unsupportedSource(
                path: "\(Workspace.dependencies):\(end + 1)",
                reason: "the closing bracket of the initializer is not on its own line",
                remedy: "move it to its own line, below the properties"
            )
        }
        let access = object.isPublic ? "public" : "package"
        lines.insert("        \(object.property) = \(object.value)", at: end)
        lines.insert("    \(access) var \(object.property): \(object.type)", at: last.line)
        text = lines.joined(separator: "\n")
        if !text.contains("public import \(object.module)\n") {
            text.removeImport(of: object.module)
            text.addImport("\(access) import", of: object.module)
        }
        text.addImport("import", of: object.implementation)
    }

    /// Removes properties, the lines that assign them, and the imports of modules.
    package mutating func remove(_ names: Set<String>, imports modules: [String]) {
        let kept = lines(without: names, imports: modules).compactMap(\.self)
        text = kept.joined(separator: "\n")
    }

    /// Returns the lines of the text, with `nil` in place of the lines that ``remove(_:imports:)``
    /// removes.
    func lines(without names: Set<String>, imports modules: [String]) -> [Substring?] {
        var numbers = Set(properties.filter { names.contains($0.name) }.map(\.line))
        for line in SourceFile(path: "", text: text).imports where modules.contains(line.module) {
            numbers.insert(line.location.line)
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (offset, line) in lines.enumerated() {
            let words = line.split(separator: " ").prefix(2)
            guard words.count == 2, words[1] == "=" else { continue }
            let property = words[0].hasPrefix("self.") ? words[0].dropFirst(5) : words[0]
            if names.contains(String(property)) {
                numbers.insert(offset + 1)
            }
        }
        return lines.enumerated().map { numbers.contains($0.offset + 1) ? nil : $0.element }
    }

    /// Returns the names of the properties whose values have types of a feature or a service.
    package func names(
        createdBy part: WorkspacePart,
        in workspace: Workspace
    ) throws(ScaffoldingError) -> Set<String> {
        let types = Set(try workspace.types(in: part.folder).map(\.name))
        return Set(properties.filter { types.contains($0.created ?? "") }.map(\.name))
    }
}
