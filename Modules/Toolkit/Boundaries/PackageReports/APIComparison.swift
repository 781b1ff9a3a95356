public import BoundaryRules
import Foundation
public import PackageManifest

/// A comparison of the modules of a package with the same modules at a revision. The comparison
/// builds both versions of each module.
public struct APIComparison: Sendable {
    private let new: SwiftPackage
    private let old: SwiftPackage
    private let folder: URL

    /// Creates a comparison of the first package of a set with a revision.
    ///
    /// The builds are stored in a folder in `.build`.
    public init(of packages: PackageSet, since revision: Revision) async throws {
        new = packages.packages[0]
        folder = URL(filePath: new.root).appending(path: ".build/bulkhead-api")
        let files = folder.appending(path: revision.commit)
        if !files.path.fileExists {
            try? FileManager.default.removeItem(at: folder)
            let partial = folder.appending(path: "partial")
            _ = try await revision.checkOut(packages, to: partial)
            try FileManager.default.moveItem(at: partial, to: files)
        }
        old = try await SwiftPackage.load(files.path + new.root)
    }

    /// Whether the revision of the package contains a module.
    public func existed(_ module: String) -> Bool {
        old.graph.module(named: module) != nil
    }

    public func difference(of module: Module) async throws -> APIDifference {
        try await APIDifference(
            module.name,
            from: dump(module, of: old, "old"),
            to: dump(module, of: new, "new")
        )
    }

    private func dump(
        _ module: Module,
        of package: SwiftPackage,
        _ name: String
    ) async throws -> APIDump {
        let scratch = folder.appending(path: "build-\(name)").path
        let outcome = try await Program.run(
            "swift",
            [
                "build", "--package-path", package.root, "--scratch-path", scratch, "--target",
                module.name,
            ]
        )
        guard outcome.code == 0 else {
            let output = "\(outcome.text)\n\(outcome.errors)"
            throw APIError.buildFailed(
                module: module.name,
                errors: output.trimmingCharacters(in: .whitespacesAndNewlines)
            )
        }
        let headers = package.graph.modules.filter { $0.kind == .clang || $0.kind == .system }
            .flatMap {
                ["\(package.root)/\($0.folder)", "\(package.root)/\($0.folder)/include"]
            }
        let file = folder.appending(path: "\(module.importName)-\(name).json").path
        return try await APIDump(
            module.importName,
            in: ["\(scratch)/debug/Modules"] + headers,
            to: file
        )
    }
}
