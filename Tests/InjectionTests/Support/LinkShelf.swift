import Injection

protocol LinkStore: AnyObject, Sendable {
    var name: String { get }
}

final class MemoryLinkStore: LinkStore {
    let name: String

    init(_ name: String = "memory") {
        self.name = name
    }
}

final class EmptyLinkStore: LinkStore {
    let name = "empty"
}

/// A container like that of an app, with a factory of each kind.
final class Shelf: SharedContainer {
    @TaskLocal static var shared = Shelf()

    let manager = ContainerManager()

    var plain: Factory<any LinkStore> { self { MemoryLinkStore() } }
    var unique: Factory<any LinkStore> { self { MemoryLinkStore() }.unique }
    var cached: Factory<any LinkStore> { self { MemoryLinkStore() }.cached }
    var held: Factory<any LinkStore> { self { MemoryLinkStore() }.shared }
    var single: Factory<any LinkStore> { self { MemoryLinkStore() }.singleton }
    var session: Factory<any LinkStore> { self { MemoryLinkStore() }.scope(.session) }
    var otherSession: Factory<any LinkStore> { self { MemoryLinkStore() }.scope(.otherSession) }
    var named: ParameterFactory<String, any LinkStore> { self { MemoryLinkStore($0) } }
    var cachedNamed: ParameterFactory<String, any LinkStore> { self { MemoryLinkStore($0) }.cached }
    var pair: ParameterFactory<(String, Int), String> { self { "\($0) \($1)" } }
}

extension Scope {
    static let session = Cached()
    static let otherSession = Cached()
}

extension Container {
    var linkStore: Factory<any LinkStore> { self { MemoryLinkStore("live") } }
    var singleLinkStore: Factory<any LinkStore> { self { MemoryLinkStore("live") }.singleton }
}

extension SharedContainer {
    var everywhere: Factory<any LinkStore> { self { MemoryLinkStore() }.singleton }
    var anywhere: Factory<any LinkStore> { self { MemoryLinkStore() }.cached }
}

extension Factory<any LinkStore> {
    /// Whether two resolutions give the same instance.
    var isKept: Bool {
        let first = self()
        return first === self()
    }
}
