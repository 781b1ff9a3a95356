public import BoundaryRules
public import Foundation
public import PackageManifest

/// A commit with which a package is compared.
public struct Revision: Sendable {
    /// The common ancestor of the named revision and the current commit.
    public let commit: String
    private let root: String
    /// The root folder of the repository.
    private let repository: String

    /// Returns the revision of the common ancestor of a named revision, such as `main`, and the
    /// current commit.
    public static func find(_ name: String, in root: String) async throws -> Revision {
        let repository = try await git(["rev-parse", "--show-toplevel"], in: root)
        guard repository.code == 0 else { throw RevisionError(repository, in: root) }
        // Without `--end-of-options`, a name that begins with a hyphen would be read as an option.
        let found = try await git(
            ["rev-parse", "-q", "--verify", "--end-of-options", "\(name)^{commit}"],
            in: root
        )
        guard found.code == 0 else {
            throw try await isShallow(root) ? RevisionError.shallow(name) : .unknown(name)
        }
        let ancestor = try await git(["merge-base", found.text, "HEAD"], in: root)
        guard ancestor.code == 0 else {
            throw try await isShallow(root) ? RevisionError.shallow(name) : .unrelated(name)
        }
        return Revision(
            commit: ancestor.text,
            root: root,
            repository: repository.text.resolvedPath
        )
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
        var changed = Set(tracked + untracked)
        for (path, revision) in try await submodules() {
            changed.remove(path)
            changed.formUnion(try await revision.changedFiles().map { "\(path)/\($0)" })
        }
        let folder = root.resolvedPath
        return changed.map { "\(repository)/\($0)".relative(to: folder) }.sorted()
    }

    /// The revisions of the submodules to which this revision refers, by their folders in the
    /// repository. If a submodule does not contain its revision, all its files count as changed.
    private func submodules() async throws -> [String: Revision] {
        var revisions: [String: Revision] = [:]
        for path in try await Program.submodules(in: repository) {
            let folder = "\(repository)/\(path)"
            let old = try await Self.git(["rev-parse", "--verify", "\(commit):\(path)"], in: root)
            let known = try await Self.git(["cat-file", "-e", "\(old.text)^{commit}"], in: folder)
            let empty = try await Self.git(["hash-object", "-t", "tree", "/dev/null"], in: folder)
            let isKnown = old.code == 0 && known.code == 0
            revisions[path] = Revision(
                commit: isKnown ? old.text : empty.text,
                root: folder,
                repository: folder
            )
        }
        return revisions
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
        let root = try await checkOut(set, to: folder.url)
        do {
            let known = set.packages
            guard set.isRepository else {
                return (try await PackageSet.load(root.path, knowing: known), folder)
            }
            var folders = folders
            if folders == nil {
                let files = try await lines(["ls-tree", "-r", "--name-only", "-z", commit])
                folders = PackageSet.packageFolders(among: files)
            }
            let old = try await PackageSet.load(
                folders ?? [],
                inRepository: root.path,
                knowing: known
            )
            return (old, folder)
        } catch ManifestError.noPackage { return nil }
    }

    /// Writes the files of the repository at the revision to a folder, and creates links to the
    /// packages outside the repository on which packages of the set depend by path. Returns the
    /// folder of the set, which need not exist.
    ///
    /// Below `checkout`, the repository and the links have the absolute paths of the originals,
    /// because the relative paths in the manifests lead there.
    ///
    /// This function does not use `git archive`, because that command omits files with the
    /// attribute `export-ignore`, which some packages set for their tests.
    public func checkOut(_ set: PackageSet, to checkout: URL) async throws -> URL {
        try await checkOutFiles(to: checkout)
        for package in set.packages where "\(package.root)/".hasPrefix("\(repository)/") {
            for folder in package.packageFolders.keys {
                let place = URL(filePath: "\(package.root)/\(folder)").standardizedFileURL
                if !"\(place.path)/".hasPrefix("\(repository)/") {
                    try link(place, in: checkout)
                }
            }
        }
        return checkout.appending(path: root)
    }

    /// Writes the files of the repository and its submodules.
    private func checkOutFiles(to checkout: URL) async throws {
        try FileManager.default.createDirectory(at: checkout, withIntermediateDirectories: true)
        // In a subfolder, Git would write only the files of that subfolder.
        let index = ["GIT_INDEX_FILE=\(checkout.path)/.index", "git", "-C", repository]
        for command in [
            ["read-tree", commit],
            ["checkout-index", "--all", "--prefix=\(checkout.path)\(repository)/"],
        ] {
            let outcome = try await Program.run("env", index + command)
            guard outcome.code == 0 else {
                throw RevisionError.failed("git \(command[0])", reason: outcome.firstError)
            }
        }
        for submodule in try await submodules().values {
            try await submodule.checkOutFiles(to: checkout)
        }
    }

    private func link(_ place: URL, in checkout: URL) throws {
        let manager = FileManager.default
        let link = checkout.appending(path: place.path)
        // Several packages can depend on the same package.
        guard place.path.fileExists, !link.path.fileExists
        else { return }
        do {
            let parent = link.deletingLastPathComponent()
            try manager.createDirectory(at: parent, withIntermediateDirectories: true)
            try manager.createSymbolicLink(at: link, withDestinationURL: place)
        } catch {
            throw RevisionError.cannotLink(place.path, reason: error.localizedDescription)
        }
    }

    private func lines(_ arguments: [String]) async throws -> [String] {
        let outcome = try await Self.git(arguments, in: root)
        guard outcome.code == 0 else {
            throw RevisionError.failed("git \(arguments[0])", reason: outcome.firstError)
        }
        return outcome.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
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
public enum RevisionError: ToolkitError, Hashable {
    case noGit
    case noRepository(path: String)
    case unknown(String)
    /// The revision and the current commit have no common ancestor.
    case unrelated(String)
    /// The clone is shallow, and lacks the revision or the history since the common ancestor.
    case shallow(String)
    case failed(String, reason: String)
    /// A package outside the repository, on which a package depends by path, is not accessible at
    /// the same relative path beside the files of the revision.
    case cannotLink(String, reason: String)

    public var message: String {
        switch self {
        case .noGit: "cannot run 'git': it is not in PATH; install Git"
        case .noRepository(let path):
            "'\(path)' is not in a Git repository; run 'git init', and commit the package"
        case .unknown(let name): "unknown revision '\(name)'; specify a branch, a tag or a commit"
        case .unrelated(let name):
            "'\(name)' and the current commit have no common ancestor; specify a revision of the same history"
        case .shallow(let name):
            "this clone is shallow and lacks '\(name)' or its history; fetch it with "
                + "'git fetch --unshallow origin \"+refs/heads/*:refs/remotes/origin/*\"', or clone with 'fetch-depth: 0' on GitHub"
        case .failed(let program, let reason): "'\(program)' failed: \(reason)"
        case .cannotLink(let path, let reason):
            "cannot compare the package in '\(path)', which is outside the repository: \(reason)"
        }
    }

    public var exitCode: ErrorExitCode { self == .noGit ? .missingProgram : .unusablePackage }

    /// Creates the error for a folder in which `git rev-parse` failed.
    init(_ outcome: Program.Outcome, in folder: String) {
        let words = outcome.errors.split(whereSeparator: \.isWhitespace)
        self =
            outcome.errors.contains("not a git repository")
            ? .noRepository(path: folder)
            : .failed("git rev-parse", reason: words.joined(separator: " "))
    }
}

extension Program.Outcome {
    fileprivate var firstError: String {
        errors.split(separator: "\n").first.map(String.init) ?? "exit code \(code)"
    }
}
