import Synchronization

/// The lifetime of a factory's instances.
///
/// Scopes are compared by identity. A custom scope is a static member, and its instances can be reset together:
///
///     extension Scope { static let session = Cached() }
///     // var cart: Factory<Cart> { self { Cart() }.scope(.session) }
///     // container.manager.reset(scope: .session)
///
/// An optional that is nil is not stored: the next resolution tries again.
// Sendable although it has subclasses: all are in this module, final, and protect their state with a lock.
public class Scope: @unchecked Sendable {
    fileprivate init() {}

    func stored<T>(of box: Box<T>) -> AnyObject? {
        self is Shared ? WeakBox(box.content) : unwrapped(box.content).map { _ in box }
    }
}

extension Scope {
    /// A new instance each time.
    public static let unique = Unique()

    /// One instance for each container, until a reset.
    public static let cached = Cached()

    /// One instance for each container, while any strong reference exists.
    public static let shared = Shared()

    /// One instance for each resolution, including its nested resolutions.
    public static let graph = Graph()

    /// One instance shared by containers, until a reset. A test can bind its own singleton scope.
    @TaskLocal public static var singleton = Singleton.first

    /// Stores nothing.
    // Sendable like its base class, as are the other subclasses: of all, only `Singleton` has a property, and that is a store with a lock.
    public final class Unique: Scope, @unchecked Sendable {
        public override init() {}
    }

    /// Stores instances in their container until they are reset.
    public final class Cached: Scope, @unchecked Sendable {
        public override init() {}
    }

    /// Stores instances weakly in their container. Stores only class instances, optional or not.
    public final class Shared: Scope, @unchecked Sendable {
        public override init() {}
    }

    /// Stores instances until the outermost resolution on this thread ends.
    public final class Graph: Scope, @unchecked Sendable {
        public override init() {}

        /// The number of factories that the current thread is running.
        public static var depth: Int { ThreadState.current.depth }

        /// The number of factories that the current thread is running; the same for all graph scopes.
        public var depth: Int { Self.depth }
    }
}

extension Scope {
    /// Stores instances in the scope itself, shared by containers of one type.
    ///
    /// A factory defined in an extension of ``SharedContainer``, without a custom key, has one singleton for all types of containers. Other factories have one
    /// for each type.
    public final class Singleton: Scope, @unchecked Sendable {
        let store: InstanceStore

        /// Creates a scope without instances, which a test can bind to `Scope.$singleton`.
        public override init() {
            store = InstanceStore(spansContainers: true)
            Singleton.isAlone.store(false, ordering: .relaxed)
        }

        private init(_ store: InstanceStore) { self.store = store }

        /// Returns a scope that starts with the singletons of this one. Later changes of one do not affect the other.
        public func clone() -> Singleton {
            Self.isAlone.store(false, ordering: .relaxed)
            return Singleton(InstanceStore(spansContainers: true, store.built))
        }

        public func reset() { store.reset() }

        static let first = Singleton(InstanceStore(spansContainers: true))
        static let isAlone = Atomic(true)

        static var current: Singleton {
            // Reading a task-local value takes longer than the rest of a resolution. Without another scope, no task can have bound one.
            isAlone.load(ordering: .relaxed) ? first : Scope.singleton
        }
    }
}

/// The reference of all containers to a singleton. Empty while the singleton is removed.
@usableFromInline final class SingletonReference: Sendable {
    /// The identity of the store. A new store may reuse the identity of a released one, but the reference is empty by then.
    private let store: ObjectIdentifier
    let published = PublishedReference()

    init(_ store: InstanceStore) { self.store = ObjectIdentifier(store) }

    var isCurrent: Bool { store == ObjectIdentifier(Scope.Singleton.current.store) }
    var isEmpty: Bool { published.kind == .none }
}

/// The scope of a factory value. The predefined scopes are cases, which need no object.
@usableFromInline enum ScopeChoice {
    case unique, cached, shared, graph, singleton
    case other(Scope)

    var scope: Scope {
        switch self {
        case .unique: .unique
        case .cached: .cached
        case .shared: .shared
        case .graph: .graph
        case .singleton: Scope.Singleton.current
        case .other(let scope): scope
        }
    }

    /// A number that identifies the scope while it exists.
    @inlinable var mark: UInt {
        switch self {
        case .unique: 1
        case .cached: 2
        case .shared: 3
        case .graph: 4
        case .singleton: 5
        case .other(let scope): UInt(bitPattern: ObjectIdentifier(scope))
        }
    }
}

struct Lifetime {
    let seconds: Double
    let now: Duration

    /// Returns whether an instance has expired, by the time of its last resolution; nil if that was not recorded.
    func hasExpired(since lastUse: Duration?) -> Bool { (now - (lastUse ?? now)) / .seconds(1) > seconds }
}

extension FactoryModifying {
    /// Creates a new instance each time, even if the container has another default scope.
    @inlinable public var unique: Self { consuming get { set(.unique) } }

    /// Stores the instance in the container until the container or the scope is reset.
    @inlinable public var cached: Self { consuming get { set(.cached) } }

    /// Stores the instance in the container while any strong reference exists.
    @inlinable public var shared: Self { consuming get { set(.shared) } }

    /// Stores one instance shared by containers; see ``Scope/Singleton``.
    @inlinable public var singleton: Self { consuming get { set(.singleton) } }

    /// Stores one instance for each resolution, including its nested resolutions.
    @inlinable public var graph: Self { consuming get { set(.graph) } }

    /// Stores the instance in a scope, which may be a custom one.
    @inlinable
    @discardableResult
    public consuming func scope(_ scope: Scope) -> Self { set(.other(scope)) }

    // Consuming, because copying a factory takes longer than the rest. Inlined, because the mark is then a constant.
    @inlinable
    @inline(__always)
    consuming func set(_ scope: ScopeChoice) -> Self {
        definition.setScope(scope)
        return self
    }

    /// Replaces an instance that was not resolved for the given number of seconds. Each resolution restarts the time.
    ///
    /// The instance is released by the next resolution, which creates a new one.
    @discardableResult
    public func timeToLive(_ seconds: Double) -> Self {
        definition.remember { $0.timeToLive = seconds }
        definition.manager.observe()
        return self
    }
}
