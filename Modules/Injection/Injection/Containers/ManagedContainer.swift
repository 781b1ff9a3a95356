/// Something that factories are defined on: a class with a manager, which keeps all its state.
public protocol ManagedContainer: AnyObject, Sendable {
    /// Keeps what is registered and cached. It is always the same object: a stored `let`, as a rule.
    var manager: ContainerManager { get }
}

extension ManagedContainer {
    /// Defines a factory: `var service: Factory<any Service> { self { LiveService() } }`.
    @inlinable
    public func callAsFunction<T>(
        name: StaticString = #function, fileID: StaticString = #fileID, line: UInt32 = #line,
        _ factory: @escaping () -> T
    ) -> Factory<T> {
        Factory(self, name: name, fileID: fileID, line: line, factory)
    }

    /// Defines a factory with a key of your own.
    @inlinable
    public func callAsFunction<T>(key: StaticString, _ factory: @escaping () -> T) -> Factory<T> {
        Factory(self, key: key, factory)
    }

    /// Defines a factory with a parameter: `var document: ParameterFactory<URL, Document> { self { Document(url: $0) } }`.
    @inlinable
    public func callAsFunction<P, T>(
        name: StaticString = #function, fileID: StaticString = #fileID, line: UInt32 = #line,
        _ factory: @escaping (P) -> T
    ) -> ParameterFactory<P, T> {
        ParameterFactory(self, name: name, fileID: fileID, line: line, factory)
    }

    /// Defines a factory with a parameter and a key of your own.
    @inlinable
    public func callAsFunction<P, T>(key: StaticString, _ factory: @escaping (P) -> T) -> ParameterFactory<P, T> {
        ParameterFactory(self, key: key, factory)
    }

    /// Calls the closure with the container and returns the container: `Container() { $0.service.register { Fake() } }`.
    @discardableResult
    public func callAsFunction(_ transform: (Self) -> Void) -> Self {
        with(transform)
    }

    /// Calls the closure with the container and returns the container: `Container().with { $0.service.register { Fake() } }`.
    @discardableResult
    public func with(_ transform: (Self) -> Void) -> Self {
        transform(self)
        return self
    }

    /// Calls the asynchronous closure with the container and returns the container, which `@MainActor` factories need to be registered:
    /// `await Container() { @MainActor in await $0.prepare() }`.
    // Disfavored, so that a closure that awaits nothing is a synchronous one, also where this is called from an asynchronous function.
    @_disfavoredOverload
    @discardableResult
    nonisolated(nonsending) public func callAsFunction(
        _ transform: @Sendable (Self) async -> Void
    ) async -> Self {
        await with(transform)
    }

    /// Calls the asynchronous closure with the container and returns the container: `await Container().with { @MainActor in … }`.
    @_disfavoredOverload
    @discardableResult
    nonisolated(nonsending) public func with(
        _ transform: @Sendable (Self) async -> Void
    ) async -> Self {
        await transform(self)
        return self
    }

    /// Takes back what was registered or cached in this container; see ``ContainerManager/reset(options:)``.
    public func reset(options: FactoryResetOptions = .all) {
        manager.reset(options: options)
    }
}
