protocol LinkStore: AnyObject, Sendable {
    var name: String { get }
}

// Sendable because the name never changes; it is open to subclasses, which add nothing.
class MemoryLinkStore: LinkStore, @unchecked Sendable {
    let name: String

    init() { name = "memory" }

    init(_ name: String) { self.name = name }
}

protocol LinkLibrary: AnyObject {
    var store: any LinkStore { get }
}

final class StoredLinkLibrary: LinkLibrary {
    let store: any LinkStore

    init(store: any LinkStore) {
        self.store = store
    }
}

/// Something that is found by two protocols.
protocol Router: AnyObject {}
protocol DeeplinkHandler: AnyObject {}

final class RouterLive: Router, DeeplinkHandler {}

/// Made from what is known at run time, and from a service.
final class LinkDetails {
    let id: Int
    let title: String
    let store: any LinkStore

    init(id: Int, store: any LinkStore, title: String) {
        self.id = id
        self.title = title
        self.store = store
    }
}

protocol Exporter: Sendable {
    var format: String { get }
}

struct JSONExporter: Exporter {
    let format = "json"
}

struct HTMLExporter: Exporter {
    let format = "html"
}

/// What goes wrong in a factory.
struct DiskFull: Error, Equatable {}
