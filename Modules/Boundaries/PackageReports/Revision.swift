public import Foundation
public import PackageManifest

/// A commit with which a package is compared.
public struct Revision: Sendable {
    /// The common ancestor of the named revision and the current commit.
    public let commit: String
    private let root: String

    /// Creates a revision for the common ancestor of a named revision, such as `main`, and the
    /// current commit.
    public init(_ name: String, in root: String) async throws {
        self.root = root
        guard try await Self.git(["rev-parse", "--is-inside-work-tree"], in: root).code == 0 else {
            throw RevisionError.noRepository(path: root)
        }
        // Without `--end-of-options`, a name that begins with a hyphen would be read as an option.
        let found = try await Self.git(
            ["rev-parse", "-q", "--verify", "--end-of-options", "\(name)^{commit}"],
            in: root
        )
        guard found.code == 0 else {
            throw try await Self.isShallow(root) ? RevisionError.shallow(name) : .unknown(name)
        }
        let ancestor = try await Self.git(["merge-base", found.text, "HEAD"], in: root)
        guard ancestor.code == 0 else {
            throw try await Self.isShallow(root) ? RevisionError.shallow(name) : .unrelated(name)
        }
        commit = ancestor.text
    }

    /// Returns the paths of the files in the repository that have changed since the revision.
    ///
    /// The result includes deleted, uncommitted and untracked files. The paths are relative to the
    /// folder of the packages. Paths outside that folder begin with `../`.
    public func changedFiles() async throws -> [String] {
        let tracked = try await lines([
            "diff", "--name-only", "--no-renames", "--no-relative", "-z", commit, "--", ":/",
        ])
        let untracked = try await lines([
            "ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/",
        ])
        // `folder` is the path of the package in the repository, with a trailing slash.
        let folder = try await succeed(["rev-parse", "--show-prefix"]).text
        return Set(tracked + untracked).map { "/\($0)".relative(to: "/\(folder)") }.sorted()
    }

    /// Returns the packages of a set at the revision, or `nil` if the revision contains none.
    ///
    /// The packages are in a temporary folder that is removed when the returned directory is
    /// released.
    ///
    /// - Parameter folders: The folders of the packages to read in a repository, or `nil` for all
    ///   packages at the revision.
    public func packages(
        like set: PackageSet,
        folders: [String]? = nil
    ) async throws -> (PackageSet, TemporaryDirectory)? {
        let folder = try TemporaryDirectory()
        let repository = await repository
        let root = try await checkOut(repository, to: folder.url)
        linkNeighbors(of: set, outside: repository, in: folder.url)
        do {
            guard set.isRepository else { return (try await PackageSet.load(root.path), folder) }
            var folders = folders
            if folders == nil {
                let files = try await lines(["ls-tree", "-r", "--name-only", "-z", commit])
                folders = PackageSet.packageFolders(among: files)
            }
            return (try await PackageSet.load(folders ?? [], inRepository: root.path), folder)
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
        let files = try await checkOut(repository, to: checkout)
        try? manager.removeItem(at: folder)
        if manager.fileExists(atPath: files.path) {
            try manager.moveItem(at: files, to: folder)
        } else {
            try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    /// The path of the repository.
    private var repository: String {
        get async { await RepositoryRoot(containing: root)?.path ?? root }
    }

    /// Writes the files of the repository at the revision to the folder that has the path of the
    /// repository below `checkout`. Returns the folder of the packages, which need not exist.
    private func checkOut(_ repository: String, to checkout: URL) async throws -> URL {
        let files = checkout.appending(path: repository)
        let index = ["GIT_INDEX_FILE=\(checkout.path)/.index", "git", "-C", root]
        for command in [
            ["read-tree", commit],
            ["checkout-index", "--all", "--prefix=\(files.path)/"],
        ] {
            let outcome = try await Program.run("env", index + command)
            guard outcome.code == 0 else {
                throw RevisionError.failed("git \(command[0])", reason: outcome.firstError)
            }
        }
        let prefix = try await succeed(["rev-parse", "--show-prefix"]).text
        return files.appending(path: prefix)
    }

    /// Creates links to the packages outside the repository on which packages of the repository
    /// depend by path. The path of each link is the path of the package below `checkout`, because
    /// the relative paths in the manifests lead there.
    private func linkNeighbors(of set: PackageSet, outside repository: String, in checkout: URL) {
        let repository = "\(repository)/"
        let manager = FileManager.default
        for package in set.packages where "\(package.root)/".hasPrefix(repository) {
            for folder in package.packageFolders.keys {
                let place = URL(filePath: "\(package.root)/\(folder)").standardizedFileURL
                let isOutside = !"\(place.path)/".hasPrefix(repository)
                guard isOutside, manager.fileExists(atPath: place.path) else { continue }
                let link = checkout.appending(path: place.path)
                let parent = link.deletingLastPathComponent()
                try? manager.createDirectory(at: parent, withIntermediateDirectories: true)
                try? manager.createSymbolicLink(at: link, withDestinationURL: place)
            }
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

    /// Whether the repository contains only a part of its history.
    private static func isShallow(_ root: String) async throws -> Bool {
        try await git(["rev-parse", "--is-shallow-repository"], in: root).text == "true"
    }

    private static func git(
        _ arguments: [String],
        in root: String
    ) async throws -> Program.Outcome {
        let outcome = try await Program.git(arguments, in: root)
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
    /// The revision and the current commit have no common ancestor.
    case unrelated(String)
    /// The clone is shallow, and lacks the revision or the history since the common ancestor.
    case shallow(String)
    case failed(String, reason: String)
}

extension Program.Outcome {
    fileprivate var firstError: String {
        errors.split(separator: "\n").first.map(String.init) ?? "exit code \(code)"
    }
}
