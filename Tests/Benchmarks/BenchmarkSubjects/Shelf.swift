public import Injection

/// What a container must have for ``GenericReader``.
public protocol LinkStoreProviding: SharedContainer {
    var unique: Factory<any LinkStore> { get }
}

/// A container like that of an app.
public final class Shelf: LinkStoreProviding {
    @TaskLocal public static var shared = Shelf()

    public let manager = ContainerManager()

    public init() {}
}

extension Shelf {
    public var unique: Factory<any LinkStore> { self { MemoryLinkStore() } }
    public var cached: Factory<any LinkStore> { self { MemoryLinkStore() }.cached }
    public var singleton: Factory<any LinkStore> { self { MemoryLinkStore() }.singleton }
}

/// A tree of 31 folders, each resolved: one of the fifth level holds two of the fourth, and so on.
extension Shelf {
    public var tree: Factory<any Folder> { self { PlainFolder(self.fourth(), self.fourth()) } }
    var fourth: Factory<any Folder> { self { PlainFolder(self.third(), self.third()) } }
    var third: Factory<any Folder> { self { PlainFolder(self.second(), self.second()) } }
    var second: Factory<any Folder> { self { PlainFolder(self.first(), self.first()) } }
    var first: Factory<any Folder> { self { PlainFolder() } }
}

/// A container in which a factory is overridden; a type of its own, because a registration can slow down its container.
public final class OverriddenShelf: SharedContainer {
    @TaskLocal public static var shared = OverriddenShelf().with { $0.linkStore.register { EmptyLinkStore() } }

    public let manager = ContainerManager()

    public init() {}

    public var linkStore: Factory<any LinkStore> { self { MemoryLinkStore() } }
}
