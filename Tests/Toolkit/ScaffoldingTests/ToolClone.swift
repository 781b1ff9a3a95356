import Foundation
import ProgramTesting
import Testing

/// A copy of the parts of this repository from which workspaces get their files.
struct ToolClone {
    let folder: TemporaryFolder
    var path: String { folder.path("clone") }

    init() throws {
        folder = try TemporaryFolder()
        let toolkit = [
            "Injection/Injection", "Injection/InjectionTesting", "Boundaries", "Templates",
        ]
        let core = [
            "Modules/Core/ExplainedError.swift", "Modules/CoreTesting/ExplainedErrorContract.swift",
            "Modules/CoreTesting/UnexpectedCall.swift",
            "Tests/CoreTests/ExplainedErrorTests.swift",
        ]
        try folder.copy(
            toolkit.map { "Modules/Toolkit/\($0)" } + core
                + ["LICENSE", ".gitignore", ".swift-format"],
            from: BuiltProducts.packageRoot,
            to: "clone"
        )
    }

    /// Runs Git in the clone, and returns the output.
    func git(_ arguments: [String]) async throws -> String {
        let identity = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
        let outcome = try await Subprocess.run("git", ["-C", path] + identity + arguments)
        try #require(outcome.code == 0, "\(outcome.errors)")
        return outcome.output.trimmingCharacters(in: .newlines)
    }

    /// Makes the clone a repository with another commit, and returns the commit.
    func commit() async throws -> String {
        _ = try await git(["init", "--quiet"])
        _ = try await git(["commit", "--quiet", "--allow-empty", "-m", "a commit"])
        return try await git(["rev-parse", "HEAD"])
    }
}
