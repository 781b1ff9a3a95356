import InjectionRegistry

protocol LinkStore: AnyObject, Sendable {
    var name: String { get }
}

final class MemoryLinkStore: LinkStore {
    let name: String

    init(_ name: String = "memory") {
        self.name = name
    }
}

protocol LinkLibrary: AnyObject {
    var store: any LinkStore { get }
}

final class StoredLinkLibrary: LinkLibrary, Sendable {
    let store: any LinkStore

    init(store: any LinkStore) {
        self.store = store
    }
}

protocol Router: AnyObject {}
protocol DeeplinkHandler: AnyObject {}
final class RouterLive: Router, DeeplinkHandler, Sendable {}

final class LinkDetails {
    let id: Int
    let title: String
    let store: any LinkStore

    init(id: Int, store: any LinkStore, title: String) {
        self.id = id
        self.store = store
        self.title = title
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

struct DiskFull: Error, Equatable {}

/// A service that needs a ``Right``.
final class Left: Sendable {
    let other: (any AnyObject & Sendable)?

    init(_ other: (any AnyObject & Sendable)?) {
        self.other = other
    }
}

/// A service that needs a ``Left``.
final class Right: Sendable {
    let other: (any AnyObject & Sendable)?

    init(_ other: (any AnyObject & Sendable)?) {
        self.other = other
    }
}

/// Returns the name of the store that the closure returns, or "nothing", or the error.
func nameOfStore(_ resolve: () throws -> (any LinkStore)?) -> String {
    do {
        return try resolve()?.name ?? "nothing"
    } catch {
        return "\(error)"
    }
}

/// Returns the cycle in the error that the closure throws, or the result or other error.
func cycle(_ body: () throws -> Any) -> [String] {
    do {
        return ["\(try body())"]
    } catch ResolutionError.cycle(let chain) {
        return chain.map(\.withoutModule)
    } catch {
        return ["\(error)"]
    }
}

func cycle(_ body: () async throws -> Any) async -> [String] {
    do {
        return ["\(try await body())"]
    } catch ResolutionError.cycle(let chain) {
        return chain.map(\.withoutModule)
    } catch {
        return ["\(error)"]
    }
}

extension String {
    /// The string with `App` in place of the name of this module.
    var withoutModule: String {
        replacing("InjectionRegistryTests.", with: "App.")
    }
}
