import PackageManifest

/// The root folder of a Git repository.
public struct RepositoryRoot: Sendable {
    public let path: String

    /// Returns the root of the repository that contains a folder, or `nil` if the folder is not in
    /// a repository or Git is not installed.
    ///
    /// - Throws: A ``RevisionError`` if Git cannot read the repository, for example because another
    ///   user owns it.
    public static func find(containing folder: String) async throws -> RepositoryRoot? {
        let outcome = try await Program.git(["rev-parse", "--show-toplevel"], in: folder)
        guard outcome.code == 0 else {
            let error = RevisionError(outcome, in: folder)
            guard outcome.code == Program.missing || error == .noRepository(path: folder)
            else { throw error }
            return nil
        }
        return RepositoryRoot(path: outcome.text.resolvedPath)
    }

    /// Returns the path of a file relative to the root. Returns `file` unchanged if it is outside
    /// the repository.
    public func path(of file: String) -> String {
        let full = file.resolvedPath
        return full == path || full.hasPrefix("\(path)/") ? full.relative(to: path) : file
    }
}
