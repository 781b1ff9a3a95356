public import Injection
public import InjectionRegistry

/// A service: what the factories make.
public protocol LinkStore: Sendable {
    /// How many links there are.
    var count: Int { get }
}

/// The usual implementation.
public final class MemoryLinkStore: LinkStore {
    public let count: Int

    public init() {
        count = 1
    }
}

/// Another implementation, for those who replace the usual one.
public final class EmptyLinkStore: LinkStore {
    public let count: Int

    public init() {
        count = 0
    }
}

/// A node of a tree of objects.
public protocol Folder: Sendable {}

/// A node with two children, or with none.
public final class PlainFolder: Folder {
    private let left: (any Folder)?
    private let right: (any Folder)?

    init(_ left: (any Folder)? = nil, _ right: (any Folder)? = nil) {
        self.left = left
        self.right = right
    }

    /// A tree that is made without a container; of height five it has 31 nodes.
    public static func tree(height: Int) -> any Folder {
        height == 1 ? PlainFolder() : PlainFolder(tree(height: height - 1), tree(height: height - 1))
    }
}

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
    public var weak: Factory<any LinkStore> { self { MemoryLinkStore() }.shared }
}

extension Shelf {
    /// The same container, in which so many factories have been resolved.
    public func resolving(_ count: Int) -> Shelf {
        ThousandFactories.resolve(count, in: self)
        return self
    }

    /// A container whose value comes from as many containers as given, each of which resolves from the next.
    public static func nested(_ count: Int) -> Shelf {
        let shelf = Shelf()
        if count > 1 {
            let inner = nested(count - 1)
            shelf.value.register { inner.value() }
        }
        return shelf
    }

    public var value: Factory<Int> { self { 1 } }
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

/// Resolves through a literal path on a concrete container.
public struct Reader: Sendable {
    @Injected(\Shelf.unique) private var linkStore

    public init() {}
}

/// Resolves through a path that is put together at run time, because the container is a parameter.
public struct GenericReader<C: LinkStoreProviding>: Sendable {
    @Injected(\C.unique) private var linkStore

    public init() {}
}

/// Resolves when its property is first read.
public struct LazyReader: Sendable {
    @LazyInjected(\Shelf.cached) public var linkStore
    @WeakLazyInjected(\Shelf.weak) public var weak

    public init() {}
}

/// A registry like that of an app with plug-ins.
public enum ExportRegistry {
    /// Has a shared service and a new one, each found by its protocol, among others.
    public static let registry = Registry {
        Shared { MemoryLinkStore() as any LinkStore }
        New { PlainFolder() as any Folder }
        Shared(named: "empty") { EmptyLinkStore() as any LinkStore }
        New { (_, count: Int) in [Int](repeating: 0, count: count) }
    }

    /// Has a hundred shared services.
    public static var hundred: Registry {
        Registry { for number in 0..<100 { Shared(named: "\(number)") { MemoryLinkStore() as any LinkStore } } }
    }
}
