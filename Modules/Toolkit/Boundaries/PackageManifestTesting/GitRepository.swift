import Foundation
public import ProgramTesting
import Testing

/// A Git repository in a temporary folder.
public protocol GitRepository {
    var folder: TemporaryFolder { get }
}

extension GitRepository {
    public func commit() async throws {
        let author = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        try await git(["add", "--all"])
        try await git(author + ["commit", "--quiet", "-m", "change"])
    }

    public func git(_ arguments: String...) async throws {
        try await git(arguments)
    }

    public func git(_ arguments: [String]) async throws {
        let outcome = try await Subprocess.run("git", ["-C", folder.url.path] + arguments)
        try #require(outcome.code == 0, "\(outcome.errors)")
    }
}
