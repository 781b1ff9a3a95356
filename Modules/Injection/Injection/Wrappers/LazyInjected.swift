/// Resolves a factory of a shared container when the value is first read; otherwise as ``Injected``.
///
///     @LazyInjected(\.store) private var store
///
/// However many threads read it first, it is resolved once. Reading it does not mutate its owner, so that the owner can be a `let`. It also
/// breaks a cycle of objects that need each other, provided that neither reads the other while it is made.
///
/// Copies of a wrapper share its instance, as copies of a structure that has one do: the copy that is read first resolves it for all of
/// them, and so does ``resolve(reset:)``. Setting the value replaces the instance in that copy alone. It changes the wrapper like any
/// other variable, and so must not happen while another thread reads the same copy.
@propertyWrapper
public struct LazyInjected<T> {
    // It holds the path too, as a wrapper with one reference is copied faster.
    @usableFromInline var instance: LazyInstance<T>

    /// Resolves a factory of `Container.shared`.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) {
        instance = LazyInstance(FactoryPath(keyPath))
    }

    /// Resolves a factory of the container's shared instance.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
        instance = LazyInstance(FactoryPath(keyPath))
    }

    /// The instance; setting it replaces it in this copy of the wrapper and nowhere else.
    public var wrappedValue: T {
        @inlinable get {
            resolvedOrNil() ?? first()
        }
        set { instance = LazyInstance(instance.path, Box(newValue)) }
    }

    /// Resolves the factory, unless another thread does.
    @usableFromInline func first() -> T {
        while true {
            if let resolved = instance.resolve({ $0 }) ?? resolvedOrNil() { return resolved }
        }
    }

    /// The wrapper: `$store.resolve(reset: .scope)`.
    public var projectedValue: LazyInjected<T> {
        get { self }
        set { self = newValue }
    }

    /// The factory of the container that is the shared one now.
    public var factory: Factory<T> { instance.path.factory }

    /// Resets the factory as far as asked, resolves it (again), and returns the new value.
    @discardableResult
    public func resolve(reset options: FactoryResetOptions = .none) -> T {
        let resolved = instance.path.resolve(reset: options)
        instance.hold(Box(resolved))
        return resolved
    }

    /// The instance, if it was resolved or set; it is not resolved by this.
    @inlinable
    public func resolvedOrNil() -> T? {
        // Nothing but a box with a T is ever put in.
        withExtendedLifetime(instance) { instance.beginReading()?.end(with: T.self) }
    }
}

extension LazyInjected: Sendable where T: Sendable {}
