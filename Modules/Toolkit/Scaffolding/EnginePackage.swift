import Foundation
import PackageManifest

/// The package with the container engine and the boundary checks, in the form in which a workspace
/// depends on it: a folder of the workspace, or a revision of a repository.
public enum EnginePackage: Sendable, Hashable {
    /// The folder ``folder``.
    case vendored
    case remote(CloneOrigin)

    /// The form of the package that the user chose. `nil` stands for the default form.
    public enum Choice: Sendable, Hashable {
        case vendored
        case url(String)
    }

    /// The version of the engine, the checks and the tool.
    public static let version = "1.0.0"

    public static let folder = "Vendor/bulkhead"

    /// The names of the targets in the package, which a workspace cannot use for its own targets.
    static let targets = [
        "BoundaryRules", "Boundaries", "CheckBoundaries", "Injection", "InjectionTesting",
        "SwiftSource",
    ]

    /// Returns the package that a new workspace uses.
    ///
    /// The default is the remote repository of the clone, if other users can get the current commit
    /// from it, and otherwise a vendored copy.
    static func choose(
        _ choice: Choice?,
        from clone: String
    ) async throws(ScaffoldingError) -> EnginePackage {
        switch choice {
        case .vendored: return .vendored
        case .url(let url): return .remote(try await CloneOrigin.at(url, for: clone))
        case nil: return await CloneOrigin.find(in: clone).map { .remote($0) } ?? .vendored
        }
    }

    /// The choice of the same form, and of the current commit of the same repository.
    var choice: Choice {
        guard case .remote(let origin) = self else { return .vendored }
        return .url(origin.url)
    }

    /// The command that runs the tool in a workspace. Only a repository contains the tool.
    var toolCommand: String {
        self == .vendored ? "bulkhead" : "swift run bulkhead"
    }

    /// The sentences about the tool on the page of a new workspace.
    var toolDescription: String {
        switch self {
        case .vendored:
            """
            `\(toolCommand)` is the tool that created this workspace; link the script of its clone into your `PATH`.
            `\(toolCommand) upgrade` updates `\(Self.folder)`.
            """
        case .remote:
            """
            `\(toolCommand)` compiles the tool once for each version, in half a minute, and runs it. The version is the revision
            in `Package.swift`; another revision upgrades the engine, the boundary checks and the tool.
            """
        }
    }

    /// The element of `dependencies` in a manifest.
    var declaration: String {
        switch self {
        case .vendored: ".package(path: \"\(Self.folder)\")"
        case .remote(let origin):
            ".package(url: \"\(origin.url)\", revision: \"\(origin.revision)\")"
        }
    }

    /// The name by which targets refer to the package, which is the last component of its path or
    /// URL.
    var identity: String {
        guard case .remote(let origin) = self else { return "bulkhead" }
        let name = origin.url.split(whereSeparator: { "/:".contains($0) }).last ?? ""
        return (name.hasSuffix(".git") ? name.dropLast(4) : name).lowercased()
    }
}

/// The dependency of a manifest on the engine's package.
struct EngineDependency {
    private let manifest: String
    let package: EnginePackage
    private let identity: String
    private let range: Range<String.Index>

    /// Creates the dependency from its declaration in a manifest.
    init(in manifest: String) throws(ScaffoldingError) {
        self.manifest = manifest
        let use = #/\.plugin\(name: "Boundaries", package: "([^"]+)"\)/#
        identity = manifest.firstMatch(of: use).map { String($0.1) } ?? "bulkhead"
        if let range = manifest.firstRange(of: EnginePackage.vendored.declaration) {
            self.range = range
            package = .vendored
            return
        }
        let remotes = manifest.matches(
            of: #/\.package\(\s*url: "([^"]+)",\s*revision: "([^"]+)"\s*\)/#
        )
        for remote in remotes {
            let origin = CloneOrigin(url: String(remote.1), revision: String(remote.2))
            guard EnginePackage.remote(origin).identity == identity else { continue }
            range = remote.range
            package = .remote(origin)
            return
        }
        throw .unsupportedSource(
            path: Workspace.manifest,
            reason:
                "it does not depend on '\(EnginePackage.folder)', or on a revision of '\(identity)'",
            remedy: "change its version in the manifest"
        )
    }

    /// Returns the manifest with the dependency replaced by another one.
    func replaced(by new: EnginePackage) -> String {
        var text = manifest
        text.replaceSubrange(range, with: new.declaration)
        return text.replacing("package: \"\(identity)\"", with: "package: \"\(new.identity)\"")
    }
}

/// The files of the folder `Vendor/bulkhead` of a workspace, by their paths in that folder.
struct VendoredPackage: Sendable, Equatable {
    private static let versionFile = "VERSION"
    /// The contents of the files except `VERSION`, by path.
    private let files: [String: String]
    private let record: String?

    /// Creates the package from a clone.
    init(from clone: SourceTree) throws(ScaffoldingError) {
        files = try clone.vendoredFiles()
        record = "\(EnginePackage.version)\n\(Self.checksum(of: files))\n"
    }

    /// Reads the package of a workspace.
    init(in workspace: Workspace) throws(ScaffoldingError) {
        var files: [String: String] = [:]
        for path in try Workspace(root: workspace.path(EnginePackage.folder)).files() {
            files[path] = try workspace.text("\(EnginePackage.folder)/\(path)")
        }
        record = files.removeValue(forKey: Self.versionFile)
        self.files = files
    }

    /// The contents of all files, by their paths in the workspace.
    var texts: [String: String] {
        var texts = files
        texts[Self.versionFile] = record
        return Dictionary(
            uniqueKeysWithValues: texts.map { ("\(EnginePackage.folder)/\($0)", $1) }
        )
    }

    /// Whether a file was changed, added or removed since the tool wrote the package.
    var isEdited: Bool {
        record?.split(separator: "\n").last.map(String.init) != Self.checksum(of: files)
    }

    /// Returns the FNV-1a hash of the files. The hash ignores line endings, because Git may convert
    /// them.
    private static func checksum(of files: [String: String]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for (path, text) in files.sorted(by: { $0.key < $1.key }) {
            for byte in "\(path)\n\(text)\n".utf8 where byte != UInt8(ascii: "\r") {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        return String(hash, radix: 16)
    }
}
