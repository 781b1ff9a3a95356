import SwiftSource

/// What goes when a part is removed.
struct DoomedFiles {
    let part: WorkspacePart
    /// Files and folders.
    private(set) var files: [String]
    /// The container protocols that go, and the module that declares them.
    let containers: [String]
    let homeOfContainers: String
    /// The roles of Core that go with a service, as nothing else makes them.
    let roles: [Role]
    /// The properties of the container that go.
    let properties: Set<String>
    /// The roles whose files are not found, each with the place that declares it.
    private(set) var homeless: [Role] = []

    init(of part: WorkspacePart, in workspace: Workspace) throws(ScaffoldingError) {
        self.part = part
        files = part.places.filter(workspace.exists)
        var made: Set<String> = []
        if workspace.exists(part.bootstrapFile) {
            let declarations = Declaration.list(in: Array(try workspace.text(part.bootstrapFile).utf8))
            made = Set(declarations.filter { $0.kind == .variable && !$0.isLocal }.map(\.name))
        }
        switch part.kind {
        case .feature:
            roles = []
            homeOfContainers = "\(part.name)Interface"
            let interface = try workspace.sources(in: "\(part.folder)/Interface")
            containers = interface.sorted { $0.key < $1.key }
                .flatMap { SourceFile(path: $0.key, text: $0.value).types }
                .filter { $0.kind == .protocol && $0.name.hasSuffix("Providing") }.map(\.name)
            properties = made.union(try workspace.roles(ofFeature: part.name).map(\.property))
        case .service:
            roles = try workspace.rolesInCore().filter { made.contains($0.property) }
            homeOfContainers = "Core"
            var seen: Set<String> = []
            containers = roles.map(\.container).filter { seen.insert($0).inserted }
            properties = made
            for role in roles { try add(role, workspace) }
        }
    }

    /// Whether a file goes.
    func holds(_ path: String) -> Bool { files.contains { path == $0 || path.hasPrefix("\($0)/") } }

    /// Adds the files of a role: those of its folder in Core, its mocks and contract, and their tests.
    private mutating func add(_ role: Role, _ workspace: Workspace) throws(ScaffoldingError) {
        let folder = "Modules/Core/\(role.name)"
        guard workspace.isFolder(folder) else { return homeless.append(role) }
        files.append(folder)
        let name = CamelCaseName(role.name)
        for path in try workspace.files() {
            guard path.hasPrefix("Modules/CoreTesting/") || path.hasPrefix("Tests/CoreTests/") else { continue }
            let words = (path.split(separator: "/").last ?? "").utf8.split { !$0.isPartOfWord }
            if words.contains(where: { name.isPart(of: String(Substring($0))) }) { files.append(path) }
        }
    }
}

extension Workspace {
    /// Removes files and folders, and the folders around them in which nothing else lies.
    func remove(_ names: [String]) throws(ScaffoldingError) {
        for name in names { try remove(name) }
        removeEmptyFolders(above: names)
    }

    /// Takes a row out of the map of the README.
    func removeFromMap(_ module: String) throws(ScaffoldingError) {
        guard exists("README.md") else { return }
        try edit("README.md") { text throws(ScaffoldingError) in
            var map = ModuleMap(text)
            map.remove(module)
            text = map.text
        }
    }

    /// Whether a source below a folder imports a module.
    func imports(_ module: String, in folder: String) throws(ScaffoldingError) -> Bool {
        try sources(in: folder).contains { path, text in
            SourceFile(path: path, text: text).imports.contains { $0.module == module }
        }
    }

    /// The files of mocks that were written for tests, and that no source names any longer.
    func unusedMocks(in folder: String) throws(ScaffoldingError) -> [String] {
        var unused: [String] = []
        let sources = try sources(in: "Modules").merging(sources(in: "Tests")) { $1 }.merging(sources(in: "App")) { $1 }
        for (path, text) in try self.sources(in: folder).sorted(by: { $0.key < $1.key }) {
            let types = SourceFile(path: path, text: text).types.filter { $0.kind != .extension }.map(\.name)
            guard path.split(separator: "/").last?.hasPrefix("Mock") == true else { continue }
            let isNamed = sources.contains { other, text in
                other != path && types.contains { text.contains($0) }
                    && Token.list(of: Array(text.utf8)).contains { types.contains($0.word ?? "") }
            }
            if !isNamed { unused.append(path) }
        }
        return unused
    }
}

extension ManifestEditor {
    /// Takes out of a list of a target what its doomed files alone import.
    mutating func removeImports(
        of files: [String], from label: String, ofVerb verb: String, named name: String, in workspace: Workspace
    ) throws(ScaffoldingError) {
        guard let file = files.first else { return }
        let folder = file.split(separator: "/").dropLast().joined(separator: "/")
        var (going, staying): (Set<String>, Set<String>) = ([], [])
        for (path, text) in try workspace.sources(in: folder) {
            let modules = SourceFile(path: path, text: text).imports.map(\.module)
            if files.contains(path) { going.formUnion(modules) } else { staying.formUnion(modules) }
        }
        for module in going.subtracting(staying).sorted() {
            try removeValue(module) { $0.verb == verb && $0.name == name && $0.strings(label).contains(module) }
        }
    }
}
