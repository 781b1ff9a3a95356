public import Injection
public import InjectionRegistry

public protocol LinkStore: Sendable { var count: Int { get } }

public final class MemoryLinkStore: LinkStore {
    public let count: Int

    public init() {
        count = 1
    }

    init(count: Int) {
        self.count = count
    }
}

public final class EmptyLinkStore: LinkStore {
    public let count: Int
    public init() {
        count = 0
    }
}

public protocol Folder: Sendable {}

public final class PlainFolder: Folder {
    private let left: (any Folder)?
    private let right: (any Folder)?
    init(_ left: (any Folder)? = nil, _ right: (any Folder)? = nil) {
        self.left = left
        self.right = right
    }

    /// Returns a tree that is created without a container. A tree of height 5 has 31 nodes.
    public static func tree(height: Int) -> any Folder {
        height == 1
            ? PlainFolder() : PlainFolder(tree(height: height - 1), tree(height: height - 1))
    }
}

public protocol LinkStoreProviding: SharedContainer { var unique: Factory<any LinkStore> { get } }

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
    public var numbered: ParameterFactory<Int, any LinkStore> {
        self { MemoryLinkStore(count: $0) }
    }
    public var cachedForNumber: ParameterFactory<Int, any LinkStore> {
        self { MemoryLinkStore(count: $0) }.scopeOnParameters.cached
    }

    /// A folder that contains the same subfolder twice, because the subfolder has the graph scope.
    public var pair: Factory<any Folder> { self { PlainFolder(self.inGraph(), self.inGraph()) } }
    var inGraph: Factory<any Folder> { self { PlainFolder() }.graph }
}

extension Shelf {
    /// Returns a container that has cached an instance for each of ten thousand factories.
    public static func resolvingTenThousand() -> Shelf {
        let shelf = Shelf()
        ManyFactories.resolveTenThousand(in: shelf)
        return shelf
    }

    /// The parameter, which the factory counts by resolving itself with each smaller number.
    public var descending: ParameterFactory<Int, Int> {
        self { $0 == 0 ? 0 : self.descending($0 - 1) + 1 }
    }
}

/// A tree of 31 folders, each of which is resolved. A folder on the fifth level contains two
/// folders on the fourth, and so on.
extension Shelf {
    public var tree: Factory<any Folder> { self { PlainFolder(self.fourth(), self.fourth()) } }
    var fourth: Factory<any Folder> { self { PlainFolder(self.third(), self.third()) } }
    var third: Factory<any Folder> { self { PlainFolder(self.second(), self.second()) } }
    var second: Factory<any Folder> { self { PlainFolder(self.first(), self.first()) } }
    var first: Factory<any Folder> { self { PlainFolder() } }
}

/// A container with an override. It is a separate type because a registration can slow down the
/// resolutions of its container.
public final class OverriddenShelf: SharedContainer {
    @TaskLocal public static var shared = OverriddenShelf().with {
        $0.linkStore.register { EmptyLinkStore() }
    }
    public let manager = ContainerManager()
    public init() {}
    public var linkStore: Factory<any LinkStore> { self { MemoryLinkStore() } }
}

/// A container that is bound to a task, as in tests. After the first binding, reading `shared`
/// requires a lookup of the task-local value.
public final class BoundShelf: SharedContainer {
    @TaskLocal public static var shared = BoundShelf()
    public let manager = ContainerManager()
    public init() {}
    public var cached: Factory<any LinkStore> { self { MemoryLinkStore() }.cached }

    var unique: Factory<any LinkStore> { self { MemoryLinkStore() } }

    public static func bind() -> BoundShelf.Type {
        $shared.withValue(BoundShelf()) { self }
    }

    /// Binds a new container to the task, registers a mock and resolves it, as a test does.
    public static func resolveOverride() -> any LinkStore {
        $shared.withValue(BoundShelf()) {
            shared.unique.register { EmptyLinkStore() }
            return shared.unique()
        }
    }
}

public struct Reader: Sendable {
    @Injected(\Shelf.unique) private var linkStore
    public init() {}
}

/// A reader that resolves through a key path created at run time, because the container is a
/// generic parameter.
public struct GenericReader<C: LinkStoreProviding>: Sendable {
    @Injected(\C.unique) private var linkStore
    public init() {}
}

public struct LazyReader: Sendable {
    @LazyInjected(\Shelf.cached) public var linkStore
    public init() {}
}

public struct WeakReader: Sendable {
    @WeakLazyInjected(\Shelf.weak) public var weak
    public init() {}
}

public enum ExportRegistry {
    /// A registry with a `Shared` and a `New` service, both registered as protocols, and other
    /// services.
    public static let registry = Registry {
        Shared { MemoryLinkStore() as any LinkStore }
        New { PlainFolder() as any Folder }
        Shared(named: "empty") { EmptyLinkStore() as any LinkStore }
        New { (_, count: Int) in [Int](repeating: 0, count: count) }
    }

    /// Registers services one at a time.
    public static func register(_ count: Int) -> Registry {
        let registry = Registry()
        for number in 0..<count {
            registry.register(Shared(named: "\(number)") { MemoryLinkStore() as any LinkStore })
        }
        return registry
    }

    public static var hundred: Registry {
        Registry {
            for number in 0..<100 {
                Shared(named: "\(number)") { MemoryLinkStore() as any LinkStore }
            }
        }
    }
}
