/// Resolves a factory of a shared container when the value is first read; otherwise like ``Injected``.
///
///     @LazyInjected(\.store) private var store
///
/// The wrapper resolves once, even if several threads read it concurrently. Reading does not mutate the owner, so the owner can be a `let`. It can break a
/// dependency cycle, if neither object reads the other while it is created.
///
/// Copies of a wrapper, including copies of its owner, share the instance: the first read of any copy, or ``resolve(reset:)``, resolves it for all. Setting the
/// value replaces the instance only in that copy, and must not happen while another thread reads the same copy.
@propertyWrapper
public struct LazyInjected<T> {
    // It holds the path too, because a wrapper with one reference is copied faster.
    @usableFromInline var instance: LazyInstance<T>

    public init(_ keyPath: @autoclosure @escaping () -> KeyPath<Container, Factory<T>>) {
        instance = LazyInstance(FactoryPath(keyPath), isWeak: false)
    }

    public init<C: SharedContainer>(_ keyPath: @autoclosure @escaping () -> KeyPath<C, Factory<T>>) {
        instance = LazyInstance(FactoryPath(keyPath), isWeak: false)
    }

    /// The instance. Setting it affects only this copy of the wrapper.
    public var wrappedValue: T {
        @inlinable get { instance.value ?? first() }
        set { instance = LazyInstance(instance, newValue) }
    }

    @usableFromInline func first() -> T {
        while true { if let resolved = instance.resolve() ?? instance.value { return resolved } }
    }

    public var projectedValue: LazyInjected<T> {
        get { self }
        set { self = newValue }
    }

    public var factory: Factory<T> { instance.path.factory }

    /// Resets the factory with the given options, resolves it (again), and returns the new value.
    @discardableResult
    public func resolve(reset options: FactoryResetOptions = .none) -> T { instance.resolve(reset: options) }

    /// Returns the instance if it was resolved or set, without resolving it.
    @inlinable
    public func resolvedOrNil() -> T? { instance.value }
}

extension LazyInjected: Sendable where T: Sendable {}

/// Resolves a factory of a shared container when the value is first read, and holds the instance weakly.
///
///     @WeakLazyInjected(\.delegate) private var delegate   // nil once no other object holds it
///
/// The wrapper does not resolve again automatically; see ``resolve(reset:)``. Values that are not objects are not retained. Threads and copies share the
/// instance as with ``LazyInjected``.
@propertyWrapper
public struct WeakLazyInjected<T> {
    @usableFromInline var instance: LazyInstance<T>

    public init(_ keyPath: @autoclosure @escaping () -> KeyPath<Container, Factory<T>>) {
        instance = LazyInstance(FactoryPath(keyPath), isWeak: true)
    }

    public init<C: SharedContainer>(_ keyPath: @autoclosure @escaping () -> KeyPath<C, Factory<T>>) {
        instance = LazyInstance(FactoryPath(keyPath), isWeak: true)
    }

    /// The instance, or nil after its release. Setting it affects only this copy of the wrapper.
    public var wrappedValue: T? {
        // Nothing is resolved if another thread did it or set the instance in the meantime.
        @inlinable get { instance.isResolved ? instance.value : instance.resolve() ?? instance.value }
        set { instance = LazyInstance(instance, newValue) }
    }

    public var projectedValue: WeakLazyInjected<T> {
        get { self }
        set { self = newValue }
    }

    public var factory: Factory<T> { instance.path.factory }

    /// Resets the factory with the given options, resolves it (again), and returns the new value.
    @discardableResult
    public func resolve(reset options: FactoryResetOptions = .none) -> T? { instance.resolve(reset: options) }

    /// Returns the instance if it was resolved or set and is alive, without resolving it.
    @inlinable
    public func resolvedOrNil() -> T? { instance.value }
}

extension WeakLazyInjected: Sendable where T: Sendable {}

/// The instance of a lazy wrapper, which is resolved when the wrapper is first read. The first thread that reads it resolves the factory, without holding a
/// lock; threads that read it in the meantime wait for that construction. Later reads take no lock; see ``PublishedReference``. Copies of a wrapper share one
/// object of this class, until one of them is set and gets its own.
// Sendable because `construction` is guarded by the lock, and apart from the published reference, the rest never changes.
@usableFromInline final class LazyInstance<T>: @unchecked Sendable {
    let path: FactoryPath<T>
    private let isWeak: Bool
    private let published = PublishedReference()
    private var construction: Construction?

    init(_ path: FactoryPath<T>, isWeak: Bool) {
        self.path = path
        self.isWeak = isWeak
    }

    convenience init(_ other: LazyInstance, _ value: T?) {
        self.init(other.path, isWeak: other.isWeak)
        publish(value.map(Box.init))
    }

    @usableFromInline var isResolved: Bool { published.kind != .none }

    /// The instance, if it was resolved or set, and is alive.
    @inlinable var value: T? {
        withExtendedLifetime(self) {
            let section = read()
            switch section.kind {
            case .instance: return section.end(with: T.self)
            case .weak: return section.endWeak(with: T.self)
            default: return nil
            }
        }
    }

    @usableFromInline func read() -> ReadSection { published.read(on: .current) }

    /// Resolves the factory, or waits for the thread that does; returns nil if the wrapper was resolved or set in the meantime.
    @usableFromInline func resolve() -> T? {
        let factory = path.factory
        let own = Construction(of: factory.definition.key)
        let current = lazyLock.withLock { () -> Construction? in
            if isResolved { return nil }
            construction = construction ?? own
            return construction
        }
        guard let current else { return nil }
        if current === own {
            let box = Box(factory())
            // Otherwise it was resolved again in the meantime.
            publish(box) { !isResolved }
            own.finish(with: .success(box))
            return box.content
        }
        // The factory reads its own wrapper. The chain detects infinite recursion.
        if current.isOwnedByThisThread { return factory() }
        return Box<T>.open(current.wait())
    }

    /// Resolves the factory after a reset. A construction that is running does not change the outcome.
    func resolve(reset options: FactoryResetOptions) -> T {
        let resolved = path.resolve(reset: options)
        publish(Box(resolved))
        return resolved
    }

    /// Publishes the instance under a condition, and releases the previous one after a grace period. A weak wrapper without an object is empty, but counts as resolved.
    private func publish(_ box: Box<T>?, if condition: () -> Bool = { true }) {
        let object: AnyObject? = isWeak ? box.flatMap { WeakBox($0.content) } : box
        let old = lazyLock.withLock { () -> AnyObject? in
            guard condition() else { return nil }
            construction = nil
            return published.replace(with: object == nil ? .own : isWeak ? .weak : .instance, object)
        }
        ThreadState.release(old.map { [$0] } ?? [])
    }
}

// One for all wrappers: it is only held for a few instructions, and a lock for each would take longer to create than the rest of a wrapper.
private let lazyLock = Lock()
