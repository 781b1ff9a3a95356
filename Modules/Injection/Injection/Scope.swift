import Synchronization

/// How long the instances of a factory live.
///
/// Scopes are compared by identity. A custom scope is a static member, and its instances can be reset together:
///
///     extension Scope { static let session = Cached() }
///     // var cart: Factory<Cart> { self { Cart() }.scope(.session) }
///     // container.manager.reset(scope: .session)
///
/// An optional that is nil is not stored: the next resolution tries again.
// Sendable although it has subclasses: they are all in this module, final, and without state that is not locked.
public class Scope: @unchecked Sendable {
    fileprivate init() {}

    /// What the scope stores of a new instance, if anything.
    func stored<T>(of box: Box<T>) -> AnyObject? {
        self is Shared ? WeakBox(box.content) : unwrapped(box.content).map { _ in box }
    }
}

extension Scope {
    /// A new instance each time.
    public static let unique = Unique()

    /// One instance for each container, until a reset.
    public static let cached = Cached()

    /// One instance for each container, as long as another object holds it.
    public static let shared = Shared()

    /// One instance for each resolution and all that it leads to.
    public static let graph = Graph()

    /// One instance for all containers that have the factory, until a reset. A test can have a singleton scope of its own.
    @TaskLocal public static var singleton = Singleton.first

    /// Stores nothing.
    public final class Unique: Scope, @unchecked Sendable {
        public override init() {}
    }

    /// Stores instances in their container until they are reset.
    public final class Cached: Scope, @unchecked Sendable {
        public override init() {}
    }

    /// Stores instances in their container weakly. A value that is not an instance of a class, in an optional or not, is not stored.
    public final class Shared: Scope, @unchecked Sendable {
        public override init() {}
    }

    /// Stores instances until the resolution that began on this thread ends, with all that it leads to.
    public final class Graph: Scope, @unchecked Sendable {
        public override init() {}

        /// The number of factories that the current thread is running.
        public static var depth: Int { ThreadState.current.depth }

        /// The number of factories that the current thread is running; the same for all graph scopes.
        public var depth: Int { Self.depth }
    }
}

extension Scope {
    /// Stores instances itself, so that containers of one type have them in common.
    ///
    /// A factory that is defined in an extension of ``SharedContainer`` has one singleton for all types of containers, unless it is
    /// identified by a custom key. All others have different singletons in containers of different types.
    public final class Singleton: Scope, @unchecked Sendable {
        let store: InstanceStore

        /// A scope without instances, which a test can bind to `Scope.$singleton`.
        public override init() {
            store = InstanceStore(spansContainers: true)
            Singleton.isAlone.store(false, ordering: .relaxed)
        }

        private init(_ store: InstanceStore) {
            self.store = store
        }

        /// Returns a scope that starts with the singletons of this one. From then on, each of the two changes alone.
        public func clone() -> Singleton {
            Self.isAlone.store(false, ordering: .relaxed)
            return Singleton(InstanceStore(spansContainers: true, store.built))
        }

        /// Removes all singletons.
        public func reset() { store.reset() }

        /// The singleton scope of a program that has no other.
        static let first = Singleton(InstanceStore(spansContainers: true))

        static let isAlone = Atomic(true)

        /// The singleton scope of the current task.
        static var current: Singleton {
            // A task-local value takes longer to read than all the rest of a resolution. No task can have bound a scope that does not exist.
            isAlone.load(ordering: .relaxed) ? first : Scope.singleton
        }
    }
}

/// A singleton as all containers refer to it. It becomes empty when the singleton is removed, and has the next one.
@usableFromInline final class SingletonReference: Sendable {
    /// The identity of the store. Another store may have it when this one is gone, and the reference is empty then.
    private let store: ObjectIdentifier
    private let isOfFirstScope: Bool
    let published = PublishedReference()

    init(_ store: InstanceStore) {
        self.store = ObjectIdentifier(store)
        isOfFirstScope = store === Scope.Singleton.first.store
    }

    /// Whether the singleton is that of the current task.
    var isCurrent: Bool {
        isOfFirstScope && Scope.Singleton.isAlone.load(ordering: .relaxed)
            || store == ObjectIdentifier(Scope.Singleton.current.store)
    }

    var isEmpty: Bool { published.kind == .none }
}

/// A scope as a factory names it. The predefined ones are cases, so that naming one needs no object.
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

    /// A number that no other scope has at the same time.
    var mark: UInt {
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

    /// Whether an instance that was last resolved at a time is too old; nil stands for a time that was not recorded.
    func isOver(since lastUse: Duration?) -> Bool { (now - (lastUse ?? now)) / .seconds(1) > seconds }
}

extension FactoryModifying {
    /// Makes a new instance each time, also where the container's default scope is another.
    @inlinable public var unique: Self { consuming get { set(.unique) } }

    /// Stores the instance in the container until the container or the scope is reset.
    @inlinable public var cached: Self { consuming get { set(.cached) } }

    /// Stores the instance in the container as long as another object holds it.
    @inlinable public var shared: Self { consuming get { set(.shared) } }

    /// Stores one instance for all containers that have the factory.
    @inlinable public var singleton: Self { consuming get { set(.singleton) } }

    /// Stores one instance for each resolution and all that it leads to.
    @inlinable public var graph: Self { consuming get { set(.graph) } }

    /// Stores the instance as the scope defines, which may be a custom scope.
    @inlinable
    @discardableResult
    public consuming func scope(_ scope: Scope) -> Self { set(.other(scope)) }

    // Consuming, because copying a factory is slower than all the rest.
    @inlinable
    consuming func set(_ scope: ScopeChoice) -> Self {
        definition.setScope(scope)
        return self
    }

    /// Removes an instance that was not resolved for this time; each resolution starts it again.
    ///
    /// Nothing happens when the time is over: the next resolution makes a new instance.
    @discardableResult
    public func timeToLive(_ seconds: Double) -> Self {
        definition.remember { $0.timeToLive = seconds }
        definition.manager.observe()
        return self
    }
}
