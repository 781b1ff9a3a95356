/// A container that also finds factories by the type of their instances.
///
///     extension AppContainer: Resolving {}
///     container.register((any Exporter).self) { JSONExporter() }.scope(.cached)
///     let exporter = container.resolve((any Exporter).self)   // nil if there is none
///
/// A missing registration is detected only at run time, so prefer a property of type ``Factory``
/// where possible.
public protocol Resolving: ManagedContainer {}

extension Resolving {
    /// Registers a closure for a type, and returns the factory, to which modifiers can be added.
    ///
    /// Types that differ only in `Sendable`, such as `any Exporter` and `any Exporter & Sendable`,
    /// are equal at run time and share one registration.
    @discardableResult
    public func register<T>(
        _ type: T.Type = T.self,
        factory: @escaping @Sendable () -> T
    ) -> Factory<T> {
        Factory(self, key: FactoryKey.typed, factory).register(factory: factory)
    }

    /// Returns the factory registered for exactly this type, or `nil` if there is none.
    public func factory<T>(_ type: T.Type = T.self) -> Factory<T>? {
        let definition = FactoryDefinition<Factory<T>>(self, key: FactoryKey.typed)
        let box = definition.manager.withSlot(at: definition.location, \.state.registered)
        return box.map { box in
            Factory(definition, factory: Box<Factory<T>.Closure>.open(box))
        }
    }

    /// Resolves the factory registered for exactly this type, or returns `nil` if there is none.
    ///
    /// Types that differ only in `Sendable` share one registration; see ``register(_:factory:)``.
    public func resolve<T>(_ type: T.Type = T.self) -> T? {
        factory(type)?()
    }
}

/// Resolves a factory by type when the enclosing value is created. The value is `nil` if no factory
/// is registered for the type.
///
///     @InjectedType private var exporter: (any Exporter)?   // Container.shared
///     @InjectedType(AppContainer.shared) private var exporter: (any Exporter)?
///
/// The value is also `nil` if the container does not conform to ``Resolving``.
@propertyWrapper
public struct InjectedType<T> {
    /// The instance. Setting this property does not affect the container or other properties.
    public var wrappedValue: T?

    public init(_ container: any ManagedContainer = Container.shared) {
        wrappedValue = (container as? any Resolving)?.resolve(T.self)
    }
}

extension InjectedType: Sendable where T: Sendable {}
