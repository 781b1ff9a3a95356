/// Resolves a factory of a shared container when the value is first read, and holds what it made weakly.
///
///     @WeakLazyInjected(\.delegate) private var delegate   // nil once nobody else holds it
///
/// It is not resolved again by itself; see ``resolve(reset:)``. What is no object is not held.
@propertyWrapper
public struct WeakLazyInjected<T> {
    @usableFromInline let path: FactoryPath<T>
    @usableFromInline weak var dependency: AnyObject?
    @usableFromInline var isResolved = false

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

    /// The instance, as long as someone else holds it; setting it replaces it here and nowhere else.
    public var wrappedValue: T? {
        mutating get { isResolved ? resolvedOrNil() : resolve() }
        set { hold(newValue) }
    }

    /// The wrapper: `$delegate.resolve(reset: .scope)`.
    public var projectedValue: WeakLazyInjected<T> {
        get { self }
        set { self = newValue }
    }

    /// The factory of the container that is the shared one now.
    public var factory: Factory<T> { path.factory }

    /// Resets the factory as far as asked, resolves it (again), and returns the new value.
    @discardableResult
    public mutating func resolve(reset options: FactoryResetOptions = .none) -> T? {
        let resolved = path.resolve(reset: options)
        hold(resolved)
        return resolved
    }

    /// The instance, if it was resolved or set and is still there; it is not resolved by this.
    public func resolvedOrNil() -> T? {
        dependency as? T
    }

    private mutating func hold(_ value: T?) {
        let object = unwrapped(value as Any)
        dependency = object.flatMap { type(of: $0) is AnyObject.Type ? $0 as AnyObject : nil }
        isResolved = true
    }
}
