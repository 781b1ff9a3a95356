/// How long the instances of a factory live.
///
/// Scopes are told apart by identity. A scope of your own is a static member, and its instances can be reset together:
///
///     extension Scope { static let session = Cached() }
///     // var cart: Factory<Cart> { self { Cart() }.scope(.session) }
///     // container.manager.reset(scope: .session)
///
/// An optional that is nil is not kept: the next resolution tries again.
// Sendable although it has subclasses: they are all in this module, final, and without state that is not locked.
public class Scope: @unchecked Sendable {
    enum Retention {
        case none
        case weak
        case strong
    }

    let retention: Retention

    init(_ retention: Retention) {
        self.retention = retention
    }

    /// Where the instances of this scope are kept, for a resolution from the given container.
    func store(in manager: ContainerManager) -> any InstanceStore {
        manager
    }
}

extension Scope {
    /// A new instance each time.
    public static let unique = Unique()

    /// One instance for each container, until a reset.
    public static let cached = Cached()

    /// One instance for each container, as long as someone else holds it.
    public static let shared = Shared()

    /// One instance for each resolution and all that it leads to.
    public static let graph = Graph()

    /// One instance for all containers that have the factory, until a reset. A test can have a singleton scope of its own.
    @TaskLocal public static var singleton = Singleton.first
}
