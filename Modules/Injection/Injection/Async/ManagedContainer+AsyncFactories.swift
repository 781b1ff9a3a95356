// Disfavoured, so that a closure is a synchronous factory where no type is declared, and because Swift 6.3 crashes without it on
// `Container() { $0.service.register { … } }`.
extension ManagedContainer {
    /// Defines an asynchronous factory: `var database: AsyncFactory<Database> { self { try await Database.open() } }`.
    @_disfavoredOverload
    public func callAsFunction<T: Sendable>(
        name: StaticString = #function, fileID: StaticString = #fileID, line: UInt32 = #line,
        _ factory: @escaping @Sendable () async throws -> T
    ) -> AsyncFactory<T> {
        AsyncFactory(self, name: name, fileID: fileID, line: line, factory)
    }

    /// Defines an asynchronous factory with a key of your own.
    @_disfavoredOverload
    public func callAsFunction<T: Sendable>(
        key: StaticString, _ factory: @escaping @Sendable () async throws -> T
    ) -> AsyncFactory<T> {
        AsyncFactory(self, key: key, factory)
    }

    /// Defines an asynchronous factory with a parameter: `var document: AsyncParameterFactory<URL, Document> { self { try await load($0) } }`.
    @_disfavoredOverload
    public func callAsFunction<P: Sendable, T: Sendable>(
        name: StaticString = #function, fileID: StaticString = #fileID, line: UInt32 = #line,
        _ factory: @escaping @Sendable (P) async throws -> T
    ) -> AsyncParameterFactory<P, T> {
        AsyncParameterFactory(self, name: name, fileID: fileID, line: line, factory)
    }

    /// Defines an asynchronous factory with a parameter and a key of your own.
    @_disfavoredOverload
    public func callAsFunction<P: Sendable, T: Sendable>(
        key: StaticString, _ factory: @escaping @Sendable (P) async throws -> T
    ) -> AsyncParameterFactory<P, T> {
        AsyncParameterFactory(self, key: key, factory)
    }
}
