/// Resolves a factory of a shared container each time the value is read.
///
///     @DynamicInjected(\.settings) private var settings   // as registered now, in the container that is the shared one now
@propertyWrapper
public struct DynamicInjected<T>: Sendable {
    @usableFromInline let path: FactoryPath<T>

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

    /// What the factory gives now.
    public var wrappedValue: T { path.factory() }

    /// The factory of the container that is the shared one now: `$settings.register { … }`, `$settings.reset()`, `$settings()`.
    public var projectedValue: Factory<T> { path.factory }
}
