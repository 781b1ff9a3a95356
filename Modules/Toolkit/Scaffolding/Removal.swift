import SwiftSource

/// A change that removes a feature, a service, a library or an app with all of its files and
/// references. It requires that no other module uses it.
public struct Removal: WorkspaceChange {
    private let part: WorkspacePart
    public init(_ kind: WorkspacePart.Kind, _ name: String) {
        part = WorkspacePart(kind, name)
    }

    public func prepare(_ plan: inout EditPlan) async throws(ScaffoldingError) -> [String] {
        let workspace = plan.workspace
        let removed = try RemovedFiles(of: part, in: workspace)
        let manifest = ManifestFile(try plan.text(Workspace.manifest))
        let uses =
            try manifest.uses(of: part.modules, outside: part.name, of: part.kind)
            + removed.uses(in: workspace)
        guard uses.isEmpty else {
            throw .inUse(
                "\(part.kind.rawValue) '\(part.name)'",
                uses: uses,
                remedy: "remove these uses first"
            )
        }
        plan.remove(removed.paths)
        try plan.editManifest { manifest throws(ScaffoldingError) in
            try manifest.remove(part.name, from: part.kind)
            try manifest.remove(target: "\(part.name)Example")
        }
        try plan.editContainer {
            $0.remove(removed.containers, imports: removed.imports)
        }
        return try removed.mentions(in: workspace)
    }
}

private struct RemovedFiles {
    let part: WorkspacePart
    private(set) var paths: [String]
    /// The container protocols that only the part provides.
    private(set) var containers: Set<String>
    private var types: Set<String> = []
    /// The properties of the container that the part provides.
    private let properties: Set<String>
    /// The modules that the file of the container no longer imports.
    private(set) var imports: [String]
    /// The container protocols that only this part provides, and that cannot be removed with it,
    /// because no file is named after their role.
    private var unprovided: [String] = []

    init(of part: WorkspacePart, in workspace: Workspace) throws(ScaffoldingError) {
        self.part = part
        paths = try workspace.files().filter(part.owns)
        imports = part.modules
        let protocols = try workspace.types(in: part.folder).filter { $0.kind == .protocol }
        containers = Set(protocols.map(\.name).filter { $0.hasSuffix("Providing") })
        if workspace.exists(part.bootstrapFile) {
            let text = try workspace.text(part.bootstrapFile)
            properties = Set(SourceText(text).properties.map(\.name))
        } else {
            properties = []
        }
        guard part.kind == .service else { return }
        // These are the roles that only this service provides.
        let roles = try workspace.serviceRoles().filter { properties.contains($0.property) }
        containers.formUnion(roles.map(\.container))
        for location in Set(roles.map(\.location)) where try !isUsed(location, in: workspace) {
            imports.append(location.module)
        }
        for role in roles {
            try add(role, workspace)
        }
    }

    /// Whether Bootstrap provides a role of a module that the part does not provide.
    private func isUsed(
        _ location: Role.Location,
        in workspace: Workspace
    ) throws(ScaffoldingError) -> Bool {
        let others = try workspace.roles(at: location).filter { !properties.contains($0.property) }
        let text = try workspace.text(Workspace.container)
        return others.map(\.container).contains(where: text.contains)
    }

    private mutating func add(_ role: Role, _ workspace: Workspace) throws(ScaffoldingError) {
        let location = role.location
        let file = "\(location.folder)/\(role.name).swift"
        guard workspace.exists(file) else {
            return unprovided.append(role.container)
        }
        let files = [
            file,
            "\(location.testingFolder)/\(role.name)Contract.swift",
            "\(location.testingFolder)/InMemory\(role.name).swift",
            "Tests/\(location.feature ?? location.module)Tests/InMemory\(role.name)Tests.swift",
        ]
        for path in files where workspace.exists(path) {
            paths.append(path)
            types.formUnion(
                SourceFile(path: path, text: try workspace.text(path)).types.map(\.name)
            )
        }
    }

    /// Returns the places that use the part, such as
    /// `App/Shop/ListCommand.swift:3: imports 'NotesInterface'`.
    func uses(in workspace: Workspace) throws(ScaffoldingError) -> [String] {
        var uses = unprovided.map {
            "\(Workspace.container): lists '\($0)', which only \(part.bootstrapFile) provides"
        }
        let removed = Set(paths)
        for (path, text) in try workspace.texts(containing: part.modules + types + properties)
        where path.hasSuffix(".swift") && !removed.contains(path) {
            uses += self.uses(
                in: SourceFile(path: path, text: text),
                Token.list(of: Array(text.utf8))
            )
        }
        return uses
    }

    private func uses(in file: SourceFile, _ tokens: [Token]) -> [String] {
        // The list of container protocols is not a use, because the removal edits it.
        let isContainer = file.path == Workspace.container
        var uses = file.imports.filter { part.modules.contains($0.module) && !isContainer }
            .map { "\(file.path):\($0.location.line): imports '\($0.module)'" }
        let usesContainer =
            file.path.hasPrefix("Modules/Bootstrap/")
            || file.imports.contains { $0.module == "Bootstrap" }
        for (index, token) in tokens.enumerated() {
            guard let word = token.word else { continue }
            if types.contains(word) && !isContainer {
                uses.append("\(file.path):\(token.location.line): names '\(word)'")
            } else if usesContainer, properties.contains(word), isResolved(tokens, at: index, file)
            {
                uses.append("\(file.path):\(token.location.line): resolves '\(word)'")
            }
        }
        return uses
    }

    /// Whether the word at an index is a property of the container, as in
    /// `AppContainer.shared.notes`, in `\AppContainer.notes`, and in `self.notes` in Bootstrap.
    private func isResolved(_ tokens: [Token], at index: Int, _ file: SourceFile) -> Bool {
        let isExtension = file.types.contains { $0.name == "AppContainer" }
        let owners = ["AppContainer", "shared"] + (isExtension ? ["self", "\\"] : [])
        return owners.contains { tokens.has($0, ".", at: index - 2) }
    }

    func mentions(in workspace: Workspace) throws(ScaffoldingError) -> [String] {
        let names = Set(part.modules.dropFirst() + containers + types)
        let files = try workspace.texts(containing: Array(names) + [part.folder]).map(\.path)
        let removed = Set(paths + [Workspace.container])
        let others = files.filter { !removed.contains($0) && !Workspace.isInherited($0) }
        guard !others.isEmpty else { return [] }
        let list = others.prefix(5).joined(separator: ", ")
        return ["'\(part.name)' is still mentioned in \(list)" + (others.count > 5 ? " …" : "")]
    }
}
