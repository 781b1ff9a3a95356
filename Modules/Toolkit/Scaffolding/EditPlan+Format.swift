import Foundation
import PackageManifest

extension EditPlan {
    /// Formats the Swift files of the plan with the configuration of the workspace. Files that were
    /// not formatted before the change are skipped.
    mutating func format() async throws(ScaffoldingError) {
        let sources = texts.keys.filter { $0.hasSuffix(".swift") }.sorted()
        guard !sources.isEmpty, let style = try? text(".swift-format") else {
            return
        }
        let folder = TemporaryDirectory.unusedURL.path
        defer {
            try? FileManager.default.removeItem(atPath: folder)
        }
        var trial = EditPlan(for: Workspace(root: folder))
        trial.write(style, to: ".swift-format")
        var old: [String: String] = [:]
        for path in sources {
            old[path] = try? original(path)
            trial.write(texts[path] ?? "", to: "new/\(path)")
            if let text = old[path] {
                trial.write(text, to: "old/\(path)")
            }
        }
        try trial.write()
        let files = sources.map { "new/\($0)" } + old.keys.map { "old/\($0)" }
        let outcome = try await Program.output(
            of: "swift",
            ["format", "--in-place", "--parallel"] + files.map(trial.workspace.path)
        )
        guard outcome.code == 0 else {
            throw .program("swift format", reason: outcome.errors)
        }
        for path in sources {
            if let text = old[path], try trial.workspace.text("old/\(path)") != text {
                continue
            }
            write(try trial.workspace.text("new/\(path)"), to: path)
        }
    }
}
