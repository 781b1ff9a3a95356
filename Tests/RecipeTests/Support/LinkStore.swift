import Synchronization

/// Keeps links, in the samples.
protocol LinkStore: AnyObject, Sendable {
    var links: [String] { get }
    func add(_ link: String)
}

final class InMemoryLinkStore: LinkStore {
    private let kept: Mutex<[String]>

    init(_ links: String...) {
        kept = Mutex(links)
    }

    var links: [String] { kept.withLock { $0 } }

    func add(_ link: String) { kept.withLock { $0.append(link) } }
}

/// A store as an app would have it, which keeps its links in a file; in the samples it only has the name of it.
final class FileLinkStore: LinkStore {
    let path: String

    init(path: String) {
        self.path = path
    }

    var links: [String] { [] }

    func add(_ link: String) {}
}
