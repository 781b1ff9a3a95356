public import Foundation

/// A commit in the history of the repository around a package, with which the package is compared.
public struct Revision: Sendable {
    /// The commit at which the history of the named revision and the current one part.
    public let commit: String
    private let root: String

    /// Finds the common ancestor of the revision that `name` denotes, such as `main`, and the current commit.
    public init(_ name: String, of package: PackageManifest) async throws {
        root = package.root
        guard try await Self.git(["rev-parse", "--is-inside-work-tree"], in: root).code == 0 else {
            throw RevisionError.noRepository(path: root)
        }
        // `--end-of-options`, because a name that begins with a hyphen would be an option.
        let found = try await Self.git(
            ["rev-parse", "-q", "--verify", "--end-of-options", "\(name)^{commit}"], in: root)
        guard found.code == 0 else { throw RevisionError.unknown(name) }
        let ancestor = try await Self.git(["merge-base", found.line, "HEAD"], in: root)
        guard ancestor.code == 0 else { throw RevisionError.unrelated(name) }
        commit = ancestor.line
    }

    /// Returns the paths of the files that changed since, relative to the root of the package, including deleted, uncommitted and untracked files.
    public func changedFiles() async throws -> [String] {
        let tracked = try await lines(["diff", "--name-only", "--no-renames", "--relative", "-z", commit, "--", "."])
        let untracked = try await lines(["ls-files", "--others", "--exclude-standard", "-z", "--", "."])
        return Set(tracked + untracked).sorted()
    }

    /// Returns the package at the revision, in a temporary folder that is removed with the returned value; `nil` if it had no manifest then.
    public func package(_ loader: PackageLoader = PackageLoader()) async throws -> (
        PackageManifest, TemporaryDirectory
    )? {
        let folder = try TemporaryDirectory()
        try await extract(to: folder.url)
        do {
            return (try await loader.load(folder.url.path), folder)
        } catch ManifestError.noPackage { return nil }
    }

    /// Writes the files of the package at the revision to a folder.
    public func extract(to folder: URL) async throws {
        let archive = folder.appending(path: "files-\(UUID().uuidString).tar")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: archive) }
        try await succeed(["archive", "--format=tar", "--output=\(archive.path)", "\(commit):./"])
        let outcome = try await Program.run("tar", ["-xf", archive.path, "-C", folder.path])
        guard outcome.code == 0 else { throw RevisionError.failed("tar", reason: outcome.firstError) }
    }

    private func lines(_ arguments: [String]) async throws -> [String] {
        try await succeed(arguments).output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    @discardableResult
    private func succeed(_ arguments: [String]) async throws -> Program.Outcome {
        let outcome = try await Self.git(arguments, in: root)
        guard outcome.code == 0 else { throw RevisionError.failed("git \(arguments[0])", reason: outcome.firstError) }
        return outcome
    }

    private static func git(_ arguments: [String], in root: String) async throws -> Program.Outcome {
        let outcome = try await Program.run("git", ["-C", root] + arguments)
        if outcome.code == Program.missing { throw RevisionError.noGit }
        return outcome
    }
}

/// The reason why a package cannot be compared with a revision.
public enum RevisionError: Error, Hashable {
    case noGit
    case noRepository(path: String)
    case unknown(String)
    /// The revision and the current commit have no common ancestor, as in a shallow clone.
    case unrelated(String)
    case failed(String, reason: String)
}

/// A temporary folder, which is removed with its last reference.
public final class TemporaryDirectory: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "bulkhead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}

extension Program.Outcome {
    fileprivate var line: String { String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines) }
    fileprivate var firstError: String { errors.split(separator: "\n").first.map(String.init) ?? "exit code \(code)" }
}
