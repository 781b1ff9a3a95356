import Foundation
import PackageManifest

/// What git knows of a workspace.
enum GitStatus {
    /// The paths of files with changes that are not committed; empty also where there is no git or no repository.
    static func uncommitted(in workspace: Workspace) async throws(ScaffoldingError) -> [String] {
        let outcome: Program.Outcome
        do {
            outcome = try await Program.run(
                "git", ["-C", workspace.root, "status", "--porcelain", "--untracked-files=all", "--", "."])
        } catch {
            throw .program("git", reason: error.localizedDescription)
        }
        guard outcome.code == 0 else { return [] }
        let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
        return lines.map { String($0.dropFirst(3)) }
    }
}
