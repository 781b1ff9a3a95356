import Foundation
import PackageManifest

/// The root folder of a Git repository.
public struct RepositoryRoot: Sendable {
    public let path: String

    /// Creates the root of the repository that contains a folder, or returns `nil` if the folder is
    /// not in a repository.
    public init?(containing folder: String) async {
        let outcome = try? await Program.git(["rev-parse", "--show-toplevel"], in: folder)
        guard let outcome, outcome.code == 0 else { return nil }
        path = URL(filePath: outcome.text).resolvingSymlinksInPath().path
    }

    /// Returns the path of a file relative to the root. Returns `file` unchanged if it is outside
    /// the repository.
    public func path(of file: String) -> String {
        let full = URL(filePath: file).standardizedFileURL.resolvingSymlinksInPath().path
        return full == path || full.hasPrefix("\(path)/") ? full.relative(to: path) : file
    }
}
