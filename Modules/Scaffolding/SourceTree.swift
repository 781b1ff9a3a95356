import Foundation

/// The clone that the tool was built from, and what a new workspace takes from it.
///
/// A workspace has files of its owner, which are made from templates, and inherited parts, which `bulkhead upgrade` replaces: the container
/// engine, the check of the layer rules, the functions that the scripts share, and the functions at the end of the manifest.
struct SourceTree: Sendable {
    /// The path of the clone.
    let root: String

    private static let templates = "Modules/Scaffolding/Templates"
    /// The folders whose Swift files are inherited.
    private static let inheritedFolders =
        ["Modules/Injection", "Modules/InjectionTesting"]
        + ["SwiftSource", "BoundaryRules", "Check", "Plugin"].map { "Modules/Boundaries/\($0)" }
    private static let sharedScript = "App/common.sh"
    /// The files of the clone that the owner gets as they are.
    private static let settings = [".gitignore", ".swift-format"]

    /// Returns the inherited parts: the contents of each, by its path in a workspace.
    ///
    /// The part `Package.swift` is the end of the manifest.
    func inheritedParts() throws(ScaffoldingError) -> [String: Data] {
        let manifest = try contents(of: ManifestFunctions.file)
        guard let functions = ManifestFunctions.range(in: manifest) else {
            throw .manifestNotUnderstood(
                line: nil, reason: "the manifest in '\(root)' has no line '\(ManifestFunctions.heading)'",
                remedy: "restore that line")
        }
        var parts = [ManifestFunctions.file: manifest[functions]]
        for folder in Self.inheritedFolders {
            for file in try Template("\(root)/\(folder)").files() where file.hasSuffix(".swift") {
                parts["\(folder)/\(file)"] = try contents(of: "\(folder)/\(file)")
            }
        }
        let pages = "\(Self.templates)/Inherited"
        for file in try Template("\(root)/\(pages)").files() { parts[file] = try contents(of: "\(pages)/\(file)") }
        parts[Self.sharedScript] = try contents(of: Self.sharedScript)
        return parts
    }

    /// Returns the paths of the files of a new workspace, in no order.
    func files(isEmpty: Bool, name: String) throws(ScaffoldingError) -> Set<String> {
        var files = Set(Self.settings + [InheritanceRecord.file]).union(try inheritedParts().keys)
        for template in templates(isEmpty: isEmpty) { files.formUnion(try template.files(names: Self.names(name))) }
        return files
    }

    /// Writes a new workspace to a folder, and returns the paths of the files that were made from templates.
    ///
    /// - Parameter checkpoint: Called before each step. An error that it throws ends the work.
    func write(
        to folder: String, isEmpty: Bool, name: String, checkpoint: () throws(ScaffoldingError) -> Void
    ) throws(ScaffoldingError) -> [String] {
        var written: Set<String> = []
        for template in templates(isEmpty: isEmpty) {
            try checkpoint()
            written.formUnion(try template.write(to: folder, names: Self.names(name)))
        }
        try checkpoint()
        let parts = try inheritedParts()
        do {
            for file in Self.settings { try contents(of: file).write(to: URL(filePath: "\(folder)/\(file)")) }
            for (path, part) in parts { try part.writePart(path, to: folder) }
            try InheritanceRecord(of: parts).write(to: folder)
        } catch let error as ScaffoldingError {
            throw error
        } catch {
            throw .cannotWrite(path: folder, reason: error.localizedDescription)
        }
        return written.sorted()
    }

    /// Returns the reason why the app cannot have a name, or `nil` if it can.
    func clash(with name: String, isEmpty: Bool) throws(ScaffoldingError) -> String? {
        let template = Self.templateNames(isEmpty: isEmpty).last ?? ""
        let manifest = try contents(of: "\(Self.templates)/\(template)/\(ManifestFunctions.file)")
        // Each word in quotes names a module or the package. Some file systems do not distinguish upper and lower case.
        let names = String(decoding: manifest, as: UTF8.self).matches(of: /"([A-Za-z]+)"/).map(\.1)
            .filter { $0 != "AppName" }
        return names.first { $0.lowercased() == name.lowercased() }.map {
            "'\($0)' is a module of every new workspace" + (isEmpty ? "" : " (or of what --empty leaves out)")
        }
    }

    /// Returns the templates, of which later ones override files of earlier ones.
    private func templates(isEmpty: Bool) -> [Template] {
        Self.templateNames(isEmpty: isEmpty).map { Template("\(root)/\(Self.templates)/\($0)") }
    }

    private static func templateNames(isEmpty: Bool) -> [String] { isEmpty ? ["Workspace"] : ["Workspace", "Starter"] }

    private static func names(_ name: String) -> [String: String] {
        ["AppName": name, "appname": name.lowercased(), "APPNAME": name.uppercased()]
    }

    private func contents(of file: String) throws(ScaffoldingError) -> Data {
        do {
            return try Data(contentsOf: URL(filePath: "\(root)/\(file)"))
        } catch {
            throw .missing(
                "file '\(root)/\(file)', from which new workspaces are made; the clone of bulkhead was moved or removed",
                remedy: "call App/bulkhead in the clone, which builds it again, or clone it again")
        }
    }
}

/// The end of the manifest: the functions that turn its values into targets.
enum ManifestFunctions {
    static let file = "Package.swift"
    static let heading = "// MARK: - From values to targets"

    /// Returns the range from the heading to the end, or `nil` if there is no heading.
    static func range(in manifest: Data) -> Range<Data.Index>? {
        manifest.range(of: Data("\n\(heading)".utf8)).map { $0.lowerBound + 1..<manifest.endIndex }
    }
}

extension Data {
    /// Reads an inherited part of a workspace. Returns `nil` if there is no such file, and an empty part for anything that cannot be read.
    init?(part path: String, of root: String) {
        let url = URL(filePath: "\(root)/\(path)")
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        let contents = (try? Data(contentsOf: url)) ?? Data()
        guard path == ManifestFunctions.file else {
            self = contents
            return
        }
        self = ManifestFunctions.range(in: contents).map { contents[$0] } ?? Data()
    }

    /// Writes an inherited part. That of the manifest replaces the end of the file, or becomes it.
    func writePart(_ path: String, to root: String) throws {
        let url = URL(filePath: "\(root)/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        guard path == ManifestFunctions.file else { return try write(to: url, options: .atomic) }
        let manifest = try Data(contentsOf: url)
        guard let functions = ManifestFunctions.range(in: manifest) else {
            return try (manifest + Data("\n".utf8) + self).write(to: url, options: .atomic)
        }
        try (manifest[..<functions.lowerBound] + self).write(to: url, options: .atomic)
    }
}
