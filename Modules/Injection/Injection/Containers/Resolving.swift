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
        manager.autoRegister(self)
        let key = FactoryKey(
            container: Swift.type(of: self), factory: Factory<T>.self, name: FactoryKey.typed, fileID: nil)
        guard let registered = manager.override(of: key)?.registered else { return nil }
        return Factory(self, key: FactoryKey.typed, Box<Factory<T>.Closure>.open(registered))
    }

    /// Resolves what was registered for exactly this type; nil if there is nothing.
    public func resolve<T>(_ type: T.Type = T.self) -> T? {
        factory(type)?()
    }
}
