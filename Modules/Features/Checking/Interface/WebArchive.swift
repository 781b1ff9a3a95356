package import Core
package import Injection

/// An archive of web pages.
package protocol WebArchive: Sendable {
    /// Returns the URL of the newest snapshot of a page, or `nil` if the archive has none.
    func newestSnapshot(of url: String) async throws(HTTPError) -> String?
}

package protocol WebArchiveProviding: SharedContainer {
    var webArchive: Factory<any WebArchive> { get }
}
