/// A container in which factories are also found by the type that they make.
///
///     extension AppContainer: Resolving {}
///     container.register((any Exporter).self) { JSONExporter() }.scope(.cached)
///     let exporter = container.resolve((any Exporter).self)   // nil if there is none
///
/// Whether a type is registered shows only when the program runs. A property that is a ``Factory`` is the better choice where it serves.
public protocol Resolving: ManagedContainer {}

extension Resolving {
    /// Registers how to make a type, and returns the factory for modifiers to follow.
    @discardableResult
    public func register<T>(_ type: T.Type = T.self, factory: @escaping () -> T) -> Factory<T> {
        Factory(self, key: FactoryKey.typed, factory).register(factory: factory)
    }

    /// Returns the factory that was registered for exactly this type; nil if there is none.
    public func factory<T>(_ type: T.Type = T.self) -> Factory<T>? {
        let definition = FactoryDefinition<Factory<T>>(self, key: FactoryKey.typed)
        let manager = definition.manager
        manager.autoRegister()
        guard let registered = manager.modifiers(of: definition.cell).registered else { return nil }
        return Factory(self, key: FactoryKey.typed, Box<Factory<T>.Closure>.open(registered))
    }

    /// Resolves what was registered for exactly this type; nil if there is nothing.
    public func resolve<T>(_ type: T.Type = T.self) -> T? { factory(type)?() }
}

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
    public init() { self.init(Container.shared) }

    /// Resolves from the given container.
    public init(_ container: any ManagedContainer) { wrappedValue = (container as? any Resolving)?.resolve(T.self) }
}

extension InjectedType: Sendable where T: Sendable {}
