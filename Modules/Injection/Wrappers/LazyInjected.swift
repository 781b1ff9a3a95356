/// Resolves a factory of a shared container when the value is first read; otherwise as ``Injected``.
///
/// It also breaks a circle of objects that need each other, provided that neither reads the other while it is made.
@propertyWrapper
public struct LazyInjected<T> {
    @usableFromInline let path: FactoryPath<T>
    @usableFromInline var dependency: T?

    /// Resolves a factory of `Container.shared`.
    @inlinable
    public init(_ keyPath: KeyPath<Container, Factory<T>>) {
        path = FactoryPath(keyPath)
    }

    /// Resolves a factory of the container's shared instance.
    @inlinable
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
        path = FactoryPath(keyPath)
    }

    /// The instance; setting it replaces it here and nowhere else.
    public var wrappedValue: T {
        mutating get { dependency ?? resolve() }
        set { dependency = newValue }
    }

    /// The wrapper: `$store.resolve(reset: .scope)`.
    public var projectedValue: LazyInjected<T> {
        get { self }
        set { self = newValue }
    }

    /// The factory of the container that is the shared one now.
    public var factory: Factory<T> { path.factory }

    /// Resets the factory as far as asked, resolves it (again), and returns the new value.
    @discardableResult
    public mutating func resolve(reset options: FactoryResetOptions = .none) -> T {
        let resolved = path.resolve(reset: options)
        dependency = resolved
        return resolved
    }

    /// The instance, if it was resolved or set; it is not resolved by this.
    public func resolvedOrNil() -> T? {
        dependency
    }
}

extension LazyInjected: Sendable where T: Sendable {}
