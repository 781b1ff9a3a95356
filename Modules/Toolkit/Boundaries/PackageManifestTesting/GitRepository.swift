import Foundation
public import ProgramTesting
import Testing

/// A Git repository in a temporary folder.
public protocol GitRepository {
    var folder: TemporaryFolder { get }
}

extension GitRepository {
    public func commit() async throws {
        // With automatic maintenance, each commit would start another process.
        let settings = ["user.name=Test", "user.email=test@example.org", "maintenance.auto=false"]
        try await git(["add", "--all"])
        try await git(settings.flatMap { ["-c", $0] } + ["commit", "--quiet", "-m", "change"])
    }

    public func git(_ arguments: String...) async throws {
        try await git(arguments)
    }

    public func git(_ arguments: [String]) async throws {
        let outcome = try await Subprocess.run("git", ["-C", folder.url.path] + arguments)
        try #require(outcome.code == 0, "\(outcome.errors)")
    }
}
