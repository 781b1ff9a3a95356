protocol LinkStore: AnyObject, Sendable {
    var name: String { get }
}

final class MemoryLinkStore: LinkStore {
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

/// Two protocols that one type conforms to.
protocol Router: AnyObject {}
protocol DeeplinkHandler: AnyObject {}

final class RouterLive: Router, DeeplinkHandler {}

/// A type whose initializer takes run-time arguments and a service.
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

/// The error of a factory.
struct DiskFull: Error, Equatable {}

/// A gate that tasks wait for.
final class Gate: Sendable {
    private let stream = AsyncStream<Void>.makeStream()

    func open() { stream.continuation.finish() }

    func pass() async { for await _ in stream.stream {} }
}

extension String {
    /// The text with `App` in place of the name of this module.
    var withoutModule: String { replacing("InjectionRegistryTests.", with: "App.") }
}
