/// Resolves a factory of a shared container when the value is first read, and holds what it made weakly.
///
///     @WeakLazyInjected(\.delegate) private var delegate   // nil once nobody else holds it
///
/// It is not resolved again by itself; see ``resolve(reset:)``. What is no object is not held. Threads and copies of the wrapper share it
/// as they share a ``LazyInjected``.
@propertyWrapper
public struct WeakLazyInjected<T> {
    @usableFromInline let path: FactoryPath<T>
    @usableFromInline var instance: LazyInstance

    /// Resolves a factory of `Container.shared`.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) {
        path = FactoryPath(keyPath)
        instance = LazyInstance()
    }

    /// Resolves a factory of the container's shared instance.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
        path = FactoryPath(keyPath)
        instance = LazyInstance()
    }

    /// The instance, as long as someone else holds it; setting it replaces it in this copy of the wrapper and nowhere else.
    public var wrappedValue: T? {
        get {
            let (object, isKnown) = instance.weakObject
            if isKnown { return object as? T }
            // Nil if another thread resolved or set it in the meantime.
            return instance.resolve(path, isWeak: true) ?? resolvedOrNil()
        }
        set { instance = LazyInstance(weak: newValue as Any) }
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
    public func resolve(reset options: FactoryResetOptions = .none) -> T? {
        let resolved = path.resolve(reset: options)
        instance.hold(weak: resolved)
        return resolved
    }

    /// The instance, if it was resolved or set and is still there; it is not resolved by this.
    public func resolvedOrNil() -> T? {
        instance.weakObject.object as? T
    }
}

extension WeakLazyInjected: Sendable where T: Sendable {}
