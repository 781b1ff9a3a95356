import Foundation
import PackageManifest
import SwiftSource

/// A folder that contains a workspace: a manifest, Bootstrap, features and services.
public struct Workspace: Sendable {
    /// The path of the folder, with symbolic links resolved.
    public let root: String

    /// Creates a workspace from its folder.
    ///
    /// - Throws: ``ScaffoldingError/noWorkspace(path:missing:above:)`` if the folder does not
    ///   contain a workspace.
    public init(at path: String) throws(ScaffoldingError) {
        root = path.resolvedPath
        guard let missing = missingFile else { return }
        throw .noWorkspace(path: path, missing: missing, above: Self.workspace(above: root))
    }

    private var missingFile: String? {
        [Self.manifest, Self.container].first { !exists($0) }
    }

    /// The path of the nearest workspace, searching upward from the current folder, or `nil` if
    /// there is none.
    public static var nearestPath: String? {
        SwiftPackage.nearestFolder(with: [manifest, container])
    }

    /// Returns the path of the workspace that contains a folder, or `nil` if no workspace contains
    /// it.
    private static func workspace(above folder: String) -> String? {
        URL(filePath: folder).ancestors.map(\.path)
            .first { Workspace(root: $0).missingFile == nil }
    }

    init(root: String) {
        self.root = root
    }
    static let container = "Modules/Bootstrap/AppContainer.swift"
    static let manifest = "Package.swift"
    static let rules = "boundaries.json"

    public var features: [String] {
        folders(in: "Modules/Features").filter {
            exists("Modules/Features/\($0)/Interface") || isSingle(feature: $0)
        }
    }

    /// Whether a feature is a single-module feature.
    func isSingle(feature name: String) -> Bool {
        let folder = "Modules/Features/\(name)"
        guard !exists("\(folder)/Interface") else { return false }
        return FileManager.default.names(in: path(folder)).contains { $0.hasSuffix(".swift") }
    }

    public var services: [String] {
        folders(in: "Modules/Services").filter {
            !exists("Modules/Services/\($0)/module.modulemap")
        }
    }

    /// The libraries in `Modules/Libraries`.
    public var libraries: [String] { folders(in: "Modules/Libraries") }

    /// The programs in `App`.
    public var apps: [String] { folders(in: "App").filter { $0 != "Examples" } }

    public func names(of kind: WorkspacePart.Kind) -> [String] {
        switch kind {
        case .feature: features
        case .service: services
        case .library: libraries
        case .app: apps
        }
    }
    func path(_ name: String) -> String {
        "\(root)/\(name)"
    }
    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }

    func text(_ name: String) throws(ScaffoldingError) -> String {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path(name)))
        } catch {
            throw .cannotWrite(path: path(name), reason: error.localizedDescription)
        }
        // The text is decoded without Foundation, which would remove a byte order mark.
        guard let text = String(validating: data, as: UTF8.self) else {
            throw .unsupportedSource(
                path: name,
                reason: "it is not valid UTF-8",
                remedy: "convert it to UTF-8"
            )
        }
        return text
    }

    private func folders(in name: String) -> [String] {
        let names = FileManager.default.names(in: path(name))
        return names.filter { !$0.hasPrefix(".") && isFolder("\(name)/\($0)") }.sorted()
    }

    /// Whether a folder exists. Symbolic links do not count as folders.
    ///
    /// This function is called for every file, so it does not read attributes, which would take ten
    /// to fifty times as long.
    func isFolder(_ name: String) -> Bool {
        // Only a folder contains an entry for itself (`.`).
        exists("\(name)/.") && !isLink(name)
    }

    func isLink(_ name: String) -> Bool {
        destination(ofLink: name) != nil
    }

    /// Returns the destination of a symbolic link, or `nil` if the path is no symbolic link.
    func destination(ofLink name: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path(name))
    }

    private static let ignored: Set = [".git", ".build", ".swiftpm", EnginePackage.folder]

    func files() throws(ScaffoldingError) -> [String] {
        var found: [String] = []
        try collect("", into: &found)
        return found.sorted()
    }

    private func collect(_ folder: String, into found: inout [String]) throws(ScaffoldingError) {
        let place = folder.isEmpty ? root : path(folder)
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: place)
        } catch {
            throw .cannotWrite(path: place, reason: error.localizedDescription)
        }
        for name in names {
            let path = folder.appendingPath(name)
            guard Self.ignored.isDisjoint(with: [name, path]) else { continue }
            if isFolder(path) {
                try collect(path, into: &found)
            } else if isFile(path) {
                found.append(path)
            }
        }
    }

    private func isFile(_ name: String) -> Bool {
        let type =
            try? FileManager.default.attributesOfItem(atPath: path(name))[.type]
            as? FileAttributeType
        return type == .typeRegular || type == .typeSymbolicLink
    }

    /// Whether a file belongs to the engine, the rules or the tool. Commands do not change these
    /// files, because examples in them can contain the name of a feature.
    static func isInherited(_ path: String) -> Bool {
        path.hasPrefix("Modules/Toolkit/") || path.hasPrefix("Tests/Toolkit/")
    }

    func sources(in folder: String) throws(ScaffoldingError) -> [SourceText] {
        try texts(in: folder).map { SourceText($0.text, path: $0.path) }
    }

    /// Returns the types that the files of a folder declare.
    func types(in folder: String) throws(ScaffoldingError) -> [TypeDeclaration] {
        try texts(in: folder).flatMap { SourceFile(path: $0.path, text: $0.text).types }
    }

    private func texts(
        in folder: String
    ) throws(ScaffoldingError) -> [(path: String, text: String)] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path(folder))) ?? []
        return try names.filter { $0.hasSuffix(".swift") }.sorted().map {
            name throws(ScaffoldingError) in
            ("\(folder)/\(name)", try text("\(folder)/\(name)"))
        }
    }

    /// Returns the declarations of types at file scope, with the paths of their files.
    func declarations(
        ofTypes names: [String]
    ) throws(ScaffoldingError) -> [(path: String, type: TypeDeclaration)] {
        let files = try texts(containing: names).filter { $0.path.hasSuffix(".swift") }
        return files.flatMap { path, text in
            let types = SourceFile(path: path, text: text).types
            return types.filter { names.contains($0.name) }.map { (path, $0) }
        }
    }

    /// Returns the first of the types that a file declares at file scope, and the place of the
    /// declaration, such as `Modules/Core/Note.swift:4`, or `nil` if no file declares any of them.
    func place(
        ofTypes names: [String]
    ) throws(ScaffoldingError) -> (type: String, place: String)? {
        let found = try declarations(ofTypes: names).first { $0.type.kind != .extension }
        return found.map { ($0.type.name, "\($0.path):\($0.type.location.line)") }
    }

    /// Returns the sources, pages, scripts and settings that contain any of the given words, in the
    /// order of their paths.
    ///
    /// The result excludes templates, symbolic links, and the manifest, which ``ManifestFile``
    /// edits.
    func texts(containing words: [String]) throws(ScaffoldingError) -> [(
        path: String, text: String
    )] {
        let words = words.map { Data($0.utf8) }
        var texts: [(path: String, text: String)] = []
        for path in try files() where Self.isText(path) && !isLink(path) {
            guard let data = try? Data(contentsOf: URL(filePath: self.path(path))) else {
                continue
            }
            guard words.contains(where: { data.range(of: $0) != nil }),
                let text = String(validating: data, as: UTF8.self)
            else { continue }
            texts.append((path, text))
        }
        return texts
    }

    private static func isText(_ path: String) -> Bool {
        endings.contains(URL(filePath: path).pathExtension) && path != manifest
            && !path.contains("/Templates/")
    }

    private static let endings: Set = [
        "", "c", "h", "json", "md", "modulemap", "sh", "swift", "txt", "yaml", "yml",
    ]
}

extension URL {
    /// The URL itself, and the folders that contain it, from the inside out.
    var ancestors: [URL] {
        Array(sequence(first: self) { $0.path == "/" ? nil : $0.deletingLastPathComponent() })
    }
}

extension RandomAccessCollection {
    subscript(safe index: Index) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
