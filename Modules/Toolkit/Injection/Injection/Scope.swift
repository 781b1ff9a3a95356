/// The lifetime of a factory's instances.
///
/// Scopes are compared by identity. A custom scope is a static member, and its instances can be
/// reset together:
///
///     extension Scope { static let session = Cached() }
///     // var cart: Factory<Cart> { self { Cart() }.scope(.session) }
///     // container.manager.reset(scope: .session)
///
/// A factory of an optional type may return `nil`. A scope does not store `nil`, so the next
/// resolution tries again.
// This class is Sendable although it has subclasses. All subclasses are final and in this module.
// Their only mutable state is the store of `Singleton`, which has a lock.
public class Scope: @unchecked Sendable {
    fileprivate init() {}
}

extension Scope {
    /// The type of `$singleton`. It hides Swift's `TaskLocal` for the same reason as
    /// ``SharedContainer/TaskLocal``.
    fileprivate typealias TaskLocal = TaskLocalVariable

    /// A scope that creates a new instance on each resolution.
    public static let unique = Unique()

    /// A scope that stores one instance for each container, until a reset.
    public static let cached = Cached()

    /// A scope that stores one instance for each container, while any strong reference to the
    /// instance exists.
    public static let shared = Shared()

    /// A scope that stores one instance for each resolution, including its nested resolutions.
    public static let graph = Graph()

    /// A scope that stores one instance shared by containers, until a reset. A test can bind its
    /// own singleton scope.
    @TaskLocal public static var singleton = Singleton()

    /// A scope that stores nothing.
    public final class Unique: Scope, @unchecked Sendable {
        public override init() {}
    }

    /// A scope that stores instances in their container until they are reset.
    public final class Cached: Scope, @unchecked Sendable {
        public override init() {}
    }

    /// A scope that stores instances weakly in their container. It stores only instances of
    /// classes, including those in optionals.
    public final class Shared: Scope, @unchecked Sendable {
        public override init() {}
    }

    /// A scope that stores instances until the outermost resolution on the thread ends.
    public final class Graph: Scope, @unchecked Sendable {
        public override init() {}

        /// The number of factories that the current thread is running.
        public static var depth: Int {
            ThreadState.current.depth
        }

        /// The number of factories that the current thread is running, regardless of their scopes.
        public var depth: Int {
            Self.depth
        }
    }

    /// A scope that stores the instances itself, so that all containers of one type share them.
    ///
    /// A factory that is defined in an extension of ``SharedContainer``, without a custom key, has
    /// one singleton for all types of containers. Other factories have one singleton for each type.
    /// A macro that generates factories of one name for several types of containers must give each
    /// factory a custom key, because the factories have the line and column of the macro.
    public final class Singleton: Scope, @unchecked Sendable {
        let store = Locked(FactoryTable())

        /// Creates a scope without instances, which a test can bind to `Scope.$singleton`.
        public override init() {}

        /// Returns a scope that starts with the singletons of this scope. Later changes to one
        /// scope do not affect the other.
        public func clone() -> Singleton {
            let table = store.withLock { $0.copyOfInstances() }
            let clone = Singleton()
            clone.store.withLock { $0 = table }
            return clone
        }

        /// Removes all singletons.
        public func reset() {
            store.removeInstances()
        }
    }
}

/// The scope of a factory.
///
/// Each predefined scope has its own case, because a reference would be retained each time that a
/// factory is copied.
@usableFromInline enum ScopeReference: Equatable {
    /// No scope is specified, so a less specific scope applies, such as the default scope of the
    /// container.
    case unspecified
    case unique
    case cached
    case shared
    case graph
    case singleton
    case custom(Scope)

    init(_ scope: Scope) {
        let predefined: [ScopeReference] = [.unique, .cached, .shared, .graph]
        self = predefined.first { $0.scope === scope } ?? .custom(scope)
    }

    /// A number that identifies the scope while it exists.
    @inlinable var mark: UInt {
        @inline(__always) get {
            switch self {
            case .unspecified: 0
            case .unique: 1
            case .cached: 2
            case .shared: 3
            case .graph: 4
            case .singleton: 5
            case .custom(let scope): UInt(bitPattern: ObjectIdentifier(scope))
            }
        }
    }

    var scope: Scope {
        switch self {
        case .unspecified, .unique: .unique
        case .cached: .cached
        case .shared: .shared
        case .graph: .graph
        case .singleton: Scope.singleton
        case .custom(let scope): scope
        }
    }

    /// Returns this scope, or `other` if this scope is unspecified.
    func or(_ other: ScopeReference) -> ScopeReference {
        self == .unspecified ? other : self
    }

    @inline(__always)
    @usableFromInline static func == (left: ScopeReference, right: ScopeReference) -> Bool {
        left.mark == right.mark
    }
}

extension FactoryModifying {
    /// Creates a new instance each time, even if the container has another default scope.
    @inlinable public var unique: Self {
        consuming get { set(.unique) }
    }

    /// Stores the instance in the container until the container or the scope is reset.
    @inlinable public var cached: Self {
        consuming get { set(.cached) }
    }

    /// Stores the instance in the container while any strong reference exists.
    @inlinable public var shared: Self {
        consuming get { set(.shared) }
    }

    /// Stores one instance shared by containers; see ``Scope/Singleton``.
    @inlinable public var singleton: Self {
        consuming get { set(.singleton) }
    }

    /// Stores one instance for each outermost resolution, which its nested resolutions share.
    @inlinable public var graph: Self {
        consuming get { set(.graph) }
    }

    /// Stores the instance in the given scope, which may be a custom scope.
    @discardableResult
    public consuming func scope(_ scope: Scope) -> Self {
        definition.remember(ScopeReference(scope))
        return self
    }

    // Usually, the container stores the scope when the factory value is used. A value that `once()`
    // or `register` has returned may never be used, so its scope is stored immediately.
    @inlinable
    @inline(__always)
    consuming func set(_ scope: ScopeReference) -> Self {
        if definition.isDefining {
            definition.scope = scope
        } else {
            definition.remember(scope)
        }
        return self
    }
}
