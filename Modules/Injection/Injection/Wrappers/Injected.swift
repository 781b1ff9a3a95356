/// Resolves a factory of a shared container when the enclosing value is made.
///
///     @Injected(\.store) private var store               // Container.shared
///     @Injected(\AppContainer.store) private var store   // AppContainer.shared
///
/// Collaborators taken by an initialiser need no wrapper and are the better choice where they serve.
@propertyWrapper
public struct Injected<T> {
    @usableFromInline let path: FactoryPath<T>
    @usableFromInline var dependency: T

    /// Resolves a factory of `Container.shared`.
    @inline(always)
    @inlinable
    public init(_ keyPath: KeyPath<Container, Factory<T>>) {
        path = FactoryPath(keyPath)
        dependency = Container.shared[keyPath: keyPath]()
    }

    /// Resolves a factory of the container's shared instance.
    @inline(always)
    @inlinable
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
        path = FactoryPath(keyPath)
        dependency = C.shared[keyPath: keyPath]()
    }

    /// The instance; setting it replaces it here and nowhere else.
    public var wrappedValue: T {
        get { dependency }
        set { dependency = newValue }
    }

    /// The wrapper: `$store.resolve(reset: .scope)`.
    public var projectedValue: Injected<T> {
        get { self }
        set { self = newValue }
    }

    /// The factory of the container that is the shared one now.
    public var factory: Factory<T> { path.factory }

    /// Resets the factory as far as asked, resolves it again, and returns the new value.
    @discardableResult
    public mutating func resolve(reset options: FactoryResetOptions = .none) -> T {
        dependency = path.resolve(reset: options)
        return dependency
    }
}

extension Injected: Sendable where T: Sendable {}
