public import Core

/// An archive whose snapshots are scripted by the URL of the page.
public struct ScriptedWebArchive: WebArchive {
    private let snapshots: [String: String]

    public init(_ snapshots: [String: String] = [:]) {
        self.snapshots = snapshots
    }

    public func newestSnapshot(of url: String) -> String? {
        snapshots[url]
    }
}
