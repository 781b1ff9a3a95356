import Foundation
import PackageManifest

/// The format of a workspace's Swift sources, as its `.swift-format` describes it.
///
/// A file that was in this format stays in it; one whose owner writes it another way is left to them.
struct HouseFormat {
    private let original: Workspace
    private let copy: Workspace

    init(original: Workspace, copy: Workspace) { (self.original, self.copy) = (original, copy) }

    /// Formats the changed Swift files of the copy.
    func apply(to changes: [Change]) async throws(ScaffoldingError) {
        guard copy.exists(".swift-format") else { return }
        let sources = changes.filter { $0.kind != .removed && $0.path.hasSuffix(".swift") }
        let old = sources.filter { $0.kind == .changed }.map(\.path)
        let others = Set(try await filesOutOfFormat(old))
        try await Self.format(sources.map(\.path).filter { !others.contains($0) }, in: copy)
    }

    /// A manifest in this format, or as it is where there is none.
    func formatted(_ manifest: String) async throws(ScaffoldingError) -> String {
        guard copy.exists(".swift-format") else { return manifest }
        let trial = Workspace(root: copy.root + "-formatted")
        defer { try? FileManager.default.removeItem(atPath: trial.root) }
        try trial.write(try copy.text(".swift-format"), to: ".swift-format")
        try trial.write(manifest, to: "Package.swift")
        try await Self.format(["Package.swift"], in: trial)
        return try trial.text("Package.swift")
    }

    /// Those of the original files that formatting would change.
    private func filesOutOfFormat(_ files: [String]) async throws(ScaffoldingError) -> [String] {
        let trial = Workspace(root: copy.root + "-formatted")
        defer { try? FileManager.default.removeItem(atPath: trial.root) }
        for file in files + [".swift-format"] { try trial.write(try original.text(file), to: file) }
        try await Self.format(files, in: trial)
        var changed: [String] = []
        for file in files where try trial.text(file) != original.text(file) { changed.append(file) }
        return changed
    }

    /// Formats files of a workspace.
    static func format(_ files: [String], in workspace: Workspace) async throws(ScaffoldingError) {
        guard !files.isEmpty else { return }
        let outcome: Program.Outcome
        do {
            outcome = try await Program.run(
                "swift", ["format", "--in-place", "--parallel"] + files.map(workspace.path))
        } catch {
            throw .program("swift format", reason: error.localizedDescription)
        }
        guard outcome.code == 0 else { throw .program("swift format", reason: outcome.errors) }
    }
}
