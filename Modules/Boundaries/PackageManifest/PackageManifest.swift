public import BoundaryRules

/// A package as its manifest describes it, nothing resolved or fetched.
public struct PackageManifest: Sendable {
    /// The name of the package.
    public let name: String
    /// The path of the folder that holds `Package.swift`.
    public let root: String
    /// The text of `Package.swift`.
    public let text: String
    /// Its targets, and the products of other packages that they name.
    public let graph: ModuleGraph
    private let sources: [String: SourceFolder]

    init(_ dump: ManifestDump, root: String, text: String) throws(ManifestError) {
        (name, self.root, self.text) = (dump.name, root, text)
        var folders: [String: SourceFolder] = [:]
        for target in dump.targets {
            folders[target.name] = try SourceFolder(of: target, among: dump.targets, in: root)
        }
        sources = folders
        let own = dump.targets.map { Module($0, folder: folders[$0.name]) }
        let names = Set(own.map(\.name))
        // Without other packages, what is no target is nothing at all.
        let products =
            dump.dependencies.isEmpty
            ? [] : dump.targets.flatMap(\.dependencies).filter { !names.contains($0.name) }
        let foreign = Dictionary(grouping: products, by: \.name).sorted { $0.key < $1.key }.map { name, uses in
            Module(name: name, kind: .external, folder: "", package: uses.lazy.compactMap(\.package).first)
        }
        graph = ModuleGraph(own + foreign)
    }

    /// The paths of the Swift files of a module, relative to ``root``, by name.
    ///
    /// - Throws: ``ManifestError/unreadable(path:reason:)``.
    public func files(of module: Module) throws(ManifestError) -> [String] {
        try sources[module.name]?.files(endingIn: ["swift"]) ?? []
    }
}

extension Module {
    fileprivate init(_ target: ManifestDump.Target, folder: SourceFolder?) {
        let hasSwift = (try? folder?.files(endingIn: ["swift"]).isEmpty) != true
        let kind: Kind =
            switch target.type {
            case "executable": .executable
            case "test": .test
            case "macro": .macro
            case "plugin": .plugin
            case "system", "binary": .system
            default: hasSwift ? .library : .clang
            }
        self.init(
            name: target.name, kind: kind, folder: folder?.path ?? "",
            dependencies: target.dependencies.map(\.name), packageAccess: target.packageAccess,
            plugins: (target.pluginUsages ?? []).map(\.name))
    }
}
