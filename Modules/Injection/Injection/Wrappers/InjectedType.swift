/// Resolves what a container has registered for a type, when the enclosing value is made; nil if there is nothing.
///
///     @InjectedType private var exporter: (any Exporter)?                        // Container.shared
///     @InjectedType(AppContainer.shared) private var exporter: (any Exporter)?
///
/// The container is to be ``Resolving``; from another one it is nil.
@propertyWrapper
public struct InjectedType<T> {
    /// The instance; setting it replaces it here and nowhere else.
    public var wrappedValue: T?

    /// Resolves from `Container.shared`.
    public init() {
        self.init(Container.shared)
    }

    /// Resolves from the given container.
    public init(_ container: any ManagedContainer) {
        wrappedValue = (container as? any Resolving)?.resolve(T.self)
    }
}

extension InjectedType: Sendable where T: Sendable {}
