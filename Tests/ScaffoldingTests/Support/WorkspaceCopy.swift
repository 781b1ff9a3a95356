import Foundation
import ProgramTesting
import Scaffolding

/// A copy of what of this workspace is looked at when it grows.
struct WorkspaceCopy {
    let workspace: Workspace
    let folder: TemporaryFolder

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    init() throws {
        folder = try TemporaryFolder()
        let parts = ["Package.swift", "README.md", "Modules/Bootstrap", "Modules/Core", "Modules/CoreTesting"]
        for part in parts + ["Modules/Features", "Modules/Services"] {
            let target = folder.url.appending(path: part)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: Self.root.appending(path: part), to: target)
        }
        workspace = try Workspace(at: folder.url.path)
    }

    /// The symbols of Core of this build. A copy is not built.
    static let core: @Sendable (Workspace) async throws(ScaffoldingError) -> SymbolGraph = {
        _ async throws(ScaffoldingError) in
        try await SymbolGraph(of: "Core", in: BuiltProducts.folder.appending(path: "Modules").path)
    }

    /// The text of a file, or nil where there is none.
    func text(_ path: String) -> String? { try? String(contentsOfFile: folder.path(path), encoding: .utf8) }

    func remove(_ path: String) throws { try FileManager.default.removeItem(at: folder.url.appending(path: path)) }

    /// Has the compiler check files against the modules of this build; nothing may even warn.
    func check(_ files: [String], seesPackage: Bool = false, allowsWarnings: Bool = false) async throws -> Outcome {
        // SwiftPM names the package after its folder.
        let package = seesPackage ? ["-package-name", Self.root.lastPathComponent.lowercased()] : []
        return try await Call.run(
            "swiftc",
            ["-typecheck"] + (allowsWarnings ? [] : ["-warnings-as-errors"]) + [
                "-swift-version", "6", "-parse-as-library",
            ]
                + ["-I", BuiltProducts.folder.appending(path: "Modules").path]
                + ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"]
                .flatMap { ["-enable-upcoming-feature", $0] }
                + package + files.map { folder.path($0) })
    }
}
