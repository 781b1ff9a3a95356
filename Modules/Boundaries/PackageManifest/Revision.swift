public import Foundation

/// A commit with which a package is compared.
public struct Revision: Sendable {
    /// The common ancestor of the named revision and the current commit.
    public let commit: String
    private let root: String

    /// Creates a revision for the common ancestor of a named revision, such as `main`, and the
    /// current commit.
    public init(_ name: String, of package: SwiftPackage) async throws {
        root = package.root
        guard try await Self.git(["rev-parse", "--is-inside-work-tree"], in: root).code == 0 else {
            throw RevisionError.noRepository(path: root)
        }
        // Without `--end-of-options`, a name that begins with a hyphen would be read as an option.
        let found = try await Self.git(
            ["rev-parse", "-q", "--verify", "--end-of-options", "\(name)^{commit}"],
            in: root
        )
        guard found.code == 0 else {
            throw RevisionError.unknown(name)
        }
        let ancestor = try await Self.git(["merge-base", found.line, "HEAD"], in: root)
        guard ancestor.code == 0 else {
            throw RevisionError.unrelated(name)
        }
        commit = ancestor.line
    }

    /// Returns the paths of the files in the repository that have changed since the revision.
    ///
    /// The result includes deleted, uncommitted and untracked files. The paths are relative to the
    /// root of the package. Paths outside the package begin with `../`.
    public func changedFiles() async throws -> [String] {
        let tracked = try await lines([
            "diff", "--name-only", "--no-renames", "--no-relative", "-z", commit, "--", ":/",
        ])
        let untracked = try await lines([
            "ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/",
        ])
        // The path of the package in the repository, with a trailing slash.
        let folder = try await succeed(["rev-parse", "--show-prefix"]).line
        return Set(tracked + untracked).map { "/\($0)".relative(to: "/\(folder)") }.sorted()
    }

    /// Returns the package at the revision, or `nil` if the revision contains no manifest.
    ///
    /// The package is in a temporary folder that is removed when the returned directory is
    /// released.
    public func package() async throws -> (SwiftPackage, TemporaryDirectory)? {
        let folder = try TemporaryDirectory()
        try await extract(to: folder.url)
        do {
            return (try await SwiftPackage.load(folder.url.path), folder)
        } catch ManifestError.noPackage { return nil }
    }

    /// Writes the files of the package at the revision to a folder. The folder must be empty or
    /// must not exist.
    ///
    /// This function does not use `git archive`, because that command omits files with the
    /// attribute `export-ignore`, which some packages set for their tests.
    public func extract(to folder: URL) async throws {
        let manager = FileManager.default
        let name = "checkout-\(UUID().uuidString)"
        let checkout = folder.deletingLastPathComponent().appending(path: name)
        try manager.createDirectory(at: checkout, withIntermediateDirectories: true)
        defer {
            try? manager.removeItem(at: checkout)
        }
        let index = ["GIT_INDEX_FILE=\(checkout.path)/.index", "git", "-C", root]
        for command in [
            ["read-tree", commit],
            ["checkout-index", "--all", "--prefix=\(checkout.path)/files/"],
        ] {
            let outcome = try await Program.run("env", index + command)
            guard outcome.code == 0 else {
                throw RevisionError.failed("git \(command[0])", reason: outcome.firstError)
            }
        }
        let prefix = try await succeed(["rev-parse", "--show-prefix"]).line
        let files = checkout.appending(path: "files").appending(path: prefix)
        try? manager.removeItem(at: folder)
        if manager.fileExists(atPath: files.path) {
            try manager.moveItem(at: files, to: folder)
        } else {
            try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    private func lines(_ arguments: [String]) async throws -> [String] {
        try await succeed(arguments).output.split(separator: 0).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @discardableResult
    private func succeed(_ arguments: [String]) async throws -> Program.Outcome {
        let outcome = try await Self.git(arguments, in: root)
        guard outcome.code == 0 else {
            throw RevisionError.failed("git \(arguments[0])", reason: outcome.firstError)
        }
        return outcome
    }

    private static func git(
        _ arguments: [String],
        in root: String
    ) async throws -> Program.Outcome {
        let outcome = try await Program.run("git", ["-C", root] + arguments)
        if outcome.code == Program.missing {
            throw RevisionError.noGit
        }
        return outcome
    }
}

/// The reason why a package cannot be compared with a revision.
public enum RevisionError: Error, Hashable {
    case noGit
    case noRepository(path: String)
    case unknown(String)
    /// The revision and the current commit have no common ancestor, for example in a shallow clone.
    case unrelated(String)
    case failed(String, reason: String)
}

/// A temporary folder that is removed when its last reference is released.
public final class TemporaryDirectory: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "bulkhead-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

extension Program.Outcome {
    fileprivate var line: String {
        String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
    fileprivate var firstError: String {
        errors.split(separator: "\n").first.map(String.init) ?? "exit code \(code)"
    }
}
