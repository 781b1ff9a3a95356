import Foundation
public import ProgramTesting
import Testing

/// A temporary folder that can become a Git repository.
public protocol GitRepository {
    var folder: TemporaryFolder { get }
}

extension TemporaryFolder: GitRepository {
    public var folder: TemporaryFolder { self }
}

extension GitRepository {
    /// Creates the repository, and commits the files of the folder.
    public func initialize() async throws {
        try await git("init", "--quiet", "--initial-branch", "main")
        try await commit()
    }

    /// Commits all changes, even if there are none.
    public func commit() async throws {
        // With automatic maintenance, each commit would start another process.
        let settings = ["user.name=Test", "user.email=test@example.org", "maintenance.auto=false"]
        let commit = ["commit", "--quiet", "--allow-empty", "-m", "change"]
        try await git("add", "--all")
        try await git(settings.flatMap { ["-c", $0] } + commit)
    }

    @discardableResult public func git(_ arguments: String...) async throws -> String {
        try await git(arguments)
    }

    /// Runs Git in the folder, and returns the output without the newline at its end.
    @discardableResult public func git(_ arguments: [String]) async throws -> String {
        let outcome = try await Subprocess.run("git", ["-C", folder.url.path] + arguments)
        try #require(outcome.code == 0, "\(outcome.errors)")
        return outcome.output.trimmingCharacters(in: .newlines)
    }
}
