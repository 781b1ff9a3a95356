public import Core

/// An archive with scripted snapshots for the URLs of pages.
public struct ScriptedWebArchive: WebArchive {
    private let snapshots: [String: String]

    public init(_ snapshots: [String: String] = [:]) {
        self.snapshots = snapshots
    }

    public func newestSnapshot(of url: String) -> String? {
        snapshots[url]
    }
}
