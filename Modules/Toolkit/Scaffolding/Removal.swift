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
            try manifest.uses(of: part.modules, outside: part.name, of: part.list)
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
            try manifest.remove(part.name, from: part.list)
            manifest.remove(target: "\(part.name)Example")
        }
        let roles = try part.kind == .feature ? [] : workspace.serviceRoles()
        try plan.editBootstrap { container in
            removed.drop(roles, from: &container)
        } dependencies: {
            $0.remove(removed.properties, imports: removed.imports)
        }
        return try removed.mentions(in: workspace)
    }
}

private struct RemovedFiles {
    let part: WorkspacePart
    private(set) var paths: [String]
    let containers: Set<String>
    /// The module that declares these protocols.
    private let module: String
    private var types: Set<String> = []
    /// The types that the part declares, which the structure `Dependencies` may use.
    private var declared: Set<String> = []
    /// The properties of the container, or of the structure `Dependencies`, that the part provides.
    let properties: Set<String>
    /// The modules that the file of the structure `Dependencies` no longer imports.
    private(set) var imports: [String] = []
    /// The container protocols that only this part provides, and that cannot be removed with it,
    /// because no file is named after their role.
    private var unprovided: [String] = []

    init(of part: WorkspacePart, in workspace: Workspace) throws(ScaffoldingError) {
        self.part = part
        paths = try workspace.files().filter(part.owns)
        var properties: Set<String> = []
        if workspace.exists(part.bootstrapFile) {
            let tokens = Token.list(of: Array(try workspace.text(part.bootstrapFile).utf8))
            for (keyword, name) in zip(tokens, tokens.dropFirst()) where keyword.isWord("var") {
                properties.insert(name.word ?? "")
            }
        }
        let dependencies = try workspace.dependencies()
        if let dependencies {
            properties = try dependencies.names(createdBy: part, in: workspace)
            imports = part.modules
            declared = Set(try workspace.types(in: part.folder).map(\.name))
        }
        self.properties = properties
        switch part.kind {
        case .feature:
            let isSingle = workspace.isSingle(feature: part.name)
            module = isSingle ? part.name : "\(part.name)Interface"
            let folder = isSingle ? part.folder : "\(part.folder)/Interface"
            let protocols = try workspace.types(in: folder).filter { $0.kind == .protocol }
            containers = Set(protocols.map(\.name).filter { $0.hasSuffix("Providing") })
        case .library, .app:
            containers = []
            module = part.name
        case .service:
            module = "Core"
            // These are the roles that only this service provides.
            let roles = try workspace.serviceRoles().filter { properties.contains($0.property) }
            containers = Set(roles.compactMap(\.container))
            if let dependencies {
                imports += try unusedModules(of: roles, dependencies, workspace)
            }
            for role in roles {
                try add(role, workspace)
            }
        }
    }

    /// Returns the modules of the given roles, except modules with a role that another property of
    /// `Dependencies` provides.
    private func unusedModules(
        of roles: [Role],
        _ dependencies: DependenciesFile,
        _ workspace: Workspace
    ) throws(ScaffoldingError) -> Set<String> {
        let others = Set(dependencies.properties.map(\.name)).subtracting(properties)
        var all = try workspace.roles(at: .core)
        for feature in workspace.features {
            all += try workspace.roles(at: .feature(feature))
        }
        let used = Set(all.filter { others.contains($0.property) }.map(\.location.module))
        return Set(roles.map(\.location.module)).subtracting(used)
    }

    private mutating func add(_ role: Role, _ workspace: Workspace) throws(ScaffoldingError) {
        let location = role.location
        let file = "\(location.folder)/\(role.name).swift"
        guard workspace.exists(file) else {
            return unprovided.append(role.container ?? role.name)
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
            let text = try remaining(text, in: path)
            uses += self.uses(
                in: SourceFile(path: path, text: text),
                Token.list(of: Array(text.utf8))
            )
        }
        return uses
    }

    /// Returns the text of a file that remains after the removal.
    private func remaining(_ text: String, in path: String) throws(ScaffoldingError) -> String {
        guard path == Workspace.dependencies else { return text }
        return try DependenciesFile(text).rest(without: properties, imports: imports)
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
            let isUsed = file.path == Workspace.dependencies && declared.contains(word)
            if isUsed || types.contains(word) && !isContainer {
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
        guard tokens[safe: index - 1]?.isPunctuation(".") == true,
            let owner = tokens[safe: index - 2]
        else {
            return false
        }
        let isExtension = file.types.contains { $0.name == "AppContainer" }
        let isOwn = isExtension && (owner.isWord("self") || owner.isPunctuation("\\"))
        return isOwn || owner.isWord("AppContainer") || owner.isWord("shared")
    }

    /// Removes the container protocols of the part from the container, and the imports that only
    /// they require.
    func drop(_ roles: [Role], from container: inout ContainerFile) {
        let needsCore = roles.contains { role in
            guard role.location.feature == nil, let name = role.container else { return false }
            return !containers.contains(name) && container.text.contains(name)
        }
        for name in containers {
            let role = roles.first { $0.container == name }
            // If a feature declares the role, its import remains, because the container also lists
            // the public container protocol of the feature.
            let needsImport = role?.location.feature != nil || needsCore
            container.drop(name, importOf: needsImport ? nil : module)
        }
    }

    func mentions(in workspace: Workspace) throws(ScaffoldingError) -> [String] {
        let names = Set(part.modules.dropFirst() + containers + types)
        let files = try workspace.texts(containing: Array(names) + [part.folder]).map(\.path)
        let removed = Set(paths + [Workspace.container, Workspace.dependencies])
        let others = files.filter { !removed.contains($0) && !Workspace.isInherited($0) }
        guard !others.isEmpty else { return [] }
        let list = others.prefix(5).joined(separator: ", ")
        return ["'\(part.name)' is still mentioned in \(list)" + (others.count > 5 ? " …" : "")]
    }
}
