/// Resolves a factory of a shared container when the value is first read. In all other respects,
/// the wrapper works like ``Injected``.
///
///     @LazyInjected(\.store) private var store
///
/// The wrapper resolves only once, even if several threads read it concurrently. Reading does not
/// mutate the owner, so the owner can be a `let`. The wrapper can break a dependency cycle between
/// two objects, provided that neither object reads the other during initialization.
///
/// Copies of a wrapper share the instance, even if they were made by copying the owner: the first
/// read of any copy, a call of ``resolve(reset:)`` and an assignment affect all copies. Do not set
/// the value while another thread reads the same copy.
@propertyWrapper
@frozen public struct LazyInjected<T> {
    @usableFromInline let instance: LazyInstance<T>

    @inlinable
    public init(_ keyPath: @autoclosure @escaping () -> KeyPath<Container, Factory<T>>) {
        instance = LazyInstance(FactoryPath(keyPath), isWeak: false)
    }

    @inlinable
    public init<C: SharedContainer>(
        _ keyPath: @autoclosure @escaping () -> KeyPath<C, Factory<T>>
    ) {
        instance = LazyInstance(FactoryPath(keyPath), isWeak: false)
    }

    /// The instance. Setting this property affects all copies of the wrapper, but not the
    /// container.
    public var wrappedValue: T {
        @inlinable get { instance.value ?? resolveFirst() }
        set { instance.set(newValue) }
    }

    @usableFromInline func resolveFirst() -> T {
        while true {
            if let resolved = instance.resolve() {
                return resolved
            }
        }
    }

    public var projectedValue: LazyInjected<T> {
        get { self }
        set { self = newValue }
    }

    public var factory: Factory<T> {
        instance.path.factory
    }

    /// Resets the factory with the given options, resolves it, and returns the new value.
    @discardableResult
    public func resolve(reset options: FactoryResetOptions = .none) -> T {
        instance.resolve(reset: options)
    }

    /// Returns the instance, or `nil` if it was neither resolved nor set. This method does not
    /// resolve the factory.
    public func resolvedOrNil() -> T? {
        instance.value
    }
}

extension LazyInjected: Sendable where T: Sendable {}

/// Resolves a factory of a shared container when the value is first read, and holds the instance
/// weakly.
///
///     @WeakLazyInjected(\.delegate) private var delegate   // nil once no other object holds it
///
/// The wrapper does not resolve the factory again automatically; see ``resolve(reset:)``. The
/// wrapper cannot hold a weak reference to a value type. Threads and copies share the instance as
/// with ``LazyInjected``.
@propertyWrapper
@frozen public struct WeakLazyInjected<T> {
    @usableFromInline let instance: LazyInstance<T>

    @inlinable
    public init(_ keyPath: @autoclosure @escaping () -> KeyPath<Container, Factory<T>>) {
        instance = LazyInstance(FactoryPath(keyPath), isWeak: true)
    }

    @inlinable
    public init<C: SharedContainer>(
        _ keyPath: @autoclosure @escaping () -> KeyPath<C, Factory<T>>
    ) {
        instance = LazyInstance(FactoryPath(keyPath), isWeak: true)
    }

    /// The instance, or `nil` after its release. Setting this property affects all copies of the
    /// wrapper, but not the container.
    public var wrappedValue: T? {
        get { instance.value ?? instance.resolve() }
        set { instance.set(newValue) }
    }

    public var projectedValue: WeakLazyInjected<T> {
        get { self }
        set { self = newValue }
    }

    public var factory: Factory<T> {
        instance.path.factory
    }

    /// Resets the factory with the given options, resolves it, and returns the new value.
    @discardableResult
    public func resolve(reset options: FactoryResetOptions = .none) -> T? {
        instance.resolve(reset: options)
    }

    /// Returns the instance, or `nil` if it was neither resolved nor set or is no longer alive.
    /// This method does not resolve the factory.
    public func resolvedOrNil() -> T? {
        instance.value
    }
}

extension WeakLazyInjected: Sendable where T: Sendable {}

/// The instance of a lazy wrapper and its copies.
///
/// The first thread that reads the wrapper resolves the factory, without holding a lock. Threads
/// that read the wrapper in the meantime wait for the construction.
// This type is Sendable because a lock guards the state, and the other properties never change.
@usableFromInline struct LazyInstance<T>: @unchecked Sendable {
    @usableFromInline let path: FactoryPath<T>
    let isWeak: Bool
    @usableFromInline let state: Locked<InstanceContent>

    @usableFromInline init(_ path: FactoryPath<T>, isWeak: Bool) {
        self.path = path
        self.isWeak = isWeak
        state = Locked(InstanceContent())
    }

    /// The instance, or `nil` if it was neither resolved nor set or is no longer alive.
    @inlinable var value: T? {
        state.withLock { $0 }.instance()
    }

    /// Sets the value of the wrapper and its copies.
    func set(_ value: T?) {
        let content = content(of: value.map(Box.init))
        let old = state.withLock { exchange(&$0, with: content) }
        withExtendedLifetime(old) {}
    }

    private func content(of box: AnyObject?) -> InstanceContent {
        if let box, !isWeak {
            return InstanceContent(.box, box)
        }
        // A value that is not an object cannot be held weakly, so it is discarded.
        let object = box.flatMap { classInstance(in: Box<T>.open($0)) }
        return InstanceContent(.reference, WeakBox(object))
    }

    /// Returns the instance, which the first caller resolves. Returns `nil` if the instance is held
    /// weakly and was released.
    @usableFromInline func resolve() -> T? {
        let factory = path.factory
        let key = factory.definition.key
        let box = Construction.objectOrStop {
            let step = state.withLock { content in
                content.kind == .reference ? nil : content.step { Construction(of: key) }
            }
            // The factory reads the wrapper that is resolving the factory. Waiting would never end,
            // so the factory is called again. The check of the thread's chain detects infinite
            // recursion.
            if case .wait(let current) = step, current.isOwnedByThisThread {
                return .use(Box(factory()))
            }
            return step
        } make: { _ in
            Box(factory())
        } settle: { construction, box in
            let content = box == nil ? InstanceContent() : content(of: box)
            // This has no effect if the wrapper was resolved again in the meantime.
            state.withLock { $0.settle(construction, as: content) }
        }
        guard let box else { return value }
        return Box<T>.open(box)
    }

    /// Resolves the factory after a reset. A construction that is already running does not affect
    /// the result.
    func resolve(reset options: FactoryResetOptions) -> T {
        let value = path.resolve(reset: options)
        set(value)
        return value
    }
}
