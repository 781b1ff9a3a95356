import Foundation
import PackageManifest

/// The place from which other users can get the clone of the tool: the URL of a repository, and a
/// commit.
public struct CloneOrigin: Sendable, Hashable {
    let url: String
    let revision: String

    /// Returns the origin of a clone, or `nil` if the clone has no remote repository with an HTTPS
    /// URL that contains the current commit.
    static func find(in clone: String) async -> CloneOrigin? {
        guard let remote = await git(["remote", "get-url", "origin"], in: clone),
            let url = withoutCredentials(remote),
            let revision = await git(["rev-parse", "HEAD"], in: clone),
            await git(["branch", "--remotes", "--contains", revision], in: clone) != nil
        else { return nil }
        return CloneOrigin(url: url, revision: revision)
    }

    /// Returns the current commit of a clone as a revision of the repository at a URL.
    static func at(
        _ url: String,
        for clone: String
    ) async throws(ScaffoldingError) -> CloneOrigin {
        if let parts = URLComponents(string: url), let password = parts.rangeOfPassword {
            throw .invalidName(
                parts.string?.replacingCharacters(in: password, with: "…") ?? "",
                reason:
                    "the URL contains a password, which everyone who reads Package.swift would see",
                remedy: "omit it"
            )
        }
        guard url.contains("/"), !url.contains("\""), !url.contains("\\") else {
            throw .invalidName(
                url,
                reason: "it is not the URL of a repository",
                remedy: "specify a URL, such as https://example.com/bulkhead.git"
            )
        }
        guard let revision = await git(["rev-parse", "HEAD"], in: clone) else {
            throw .missing(
                "the current commit of '\(clone)'",
                remedy: "clone bulkhead with Git, or add --vendor"
            )
        }
        return CloneOrigin(url: url, revision: revision)
    }

    /// Returns an HTTPS URL without the name and the password of a user, or `nil` for other URLs.
    static func withoutCredentials(_ url: String) -> String? {
        guard var parts = URLComponents(string: url), parts.scheme == "https", parts.host != nil
        else { return nil }
        parts.user = nil
        parts.password = nil
        return parts.string
    }

    /// Returns the output of a Git command, or `nil` if it fails or prints nothing.
    private static func git(_ arguments: [String], in folder: String) async -> String? {
        guard let outcome = try? await Program.git(arguments, in: folder), outcome.code == 0,
            !outcome.text.isEmpty
        else { return nil }
        return outcome.text
    }
}
