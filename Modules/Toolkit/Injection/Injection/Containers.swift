/// A class that defines factories. Its manager stores their state.
public protocol ManagedContainer: AnyObject, Sendable {
    /// The manager that stores registrations and instances. It must always be the same object,
    /// usually in a stored `let`.
    var manager: ContainerManager { get }
}

extension ManagedContainer {
    /// Defines a factory: `var store: Factory<any Store> { self { FileStore() } }`.
    @inlinable
    public func callAsFunction<T>(
        key: StaticString? = nil,
        name: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ factory: @escaping VoidFactoryType<T>
    ) -> Factory<T> {
        Factory(self, key: key, name: name, fileID: fileID, line: line, column: column, factory)
    }

    /// Defines a factory with a parameter:
    /// `var document: ParameterFactory<URL, Document> { self { Document(url: $0) } }`.
    @inlinable
    public func callAsFunction<P, T>(
        key: StaticString? = nil,
        name: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ factory: @escaping ParameterFactoryType<P, T>
    ) -> ParameterFactory<P, T> {
        ParameterFactory(
            self,
            key: key,
            name: name,
            fileID: fileID,
            line: line,
            column: column,
            factory
        )
    }

    /// Calls the closure with the container and returns the container:
    /// `Container() { $0.store.register { Fake() } }`.
    @discardableResult public func callAsFunction(_ transform: (Self) -> Void) -> Self {
        with(transform)
    }

    /// Calls the closure with the container and returns the container:
    /// `Container().with { $0.store.register { Fake() } }`.
    @discardableResult
    public func with(_ transform: (Self) -> Void) -> Self {
        transform(self)
        return self
    }

    /// Calls the asynchronous closure with the container and returns the container:
    /// `await Container() { @MainActor in await $0.prepare() }`.
    // This overload is disfavored so that a closure without `await` selects the synchronous
    // overload, even in an asynchronous function.
    @_disfavoredOverload
    @discardableResult
    nonisolated(nonsending) public func callAsFunction(
        _ transform: @Sendable (Self) async -> Void
    ) async -> Self {
        await with(transform)
    }

    /// Calls the asynchronous closure with the container and returns the container:
    /// `await Container().with { @MainActor in … }`.
    @_disfavoredOverload
    @discardableResult
    nonisolated(nonsending) public func with(
        _ transform: @Sendable (Self) async -> Void
    ) async -> Self {
        await transform(self)
        return self
    }

    public func reset(options: FactoryResetOptions = .all) {
        manager.reset(options: options)
    }
}

extension ManagedContainer {
    /// Defines a factory that another module registers:
    /// `var loader: Factory<(any Loader)?> { promised() }`. If the factory has a custom key, both
    /// modules must use that key.
    ///
    /// Without a registration, the factory resolves to `nil` or stops the program; see
    /// ``ContainerManager/promiseTriggersError``.
    public func promised<T>(
        key: StaticString? = nil,
        name: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column
    ) -> Factory<T?> {
        Factory(self, key: key, name: name, fileID: fileID, line: line, column: column) {
            self.breakPromise(name, fileID)
        }
    }

    /// Defines a factory with a parameter that another module registers; see
    /// ``promised(key:name:fileID:line:column:)``.
    public func promised<P, T>(
        key: StaticString? = nil,
        name: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column
    ) -> ParameterFactory<P, T?> {
        ParameterFactory(self, key: key, name: name, fileID: fileID, line: line, column: column) {
            _ in
            self.breakPromise(name, fileID)
        }
    }

    private func breakPromise<T>(_ name: StaticString, _ fileID: StaticString) -> T? {
        guard manager.promiseTriggersError else { return nil }
        fatalError(
            "No \(T.self) is registered for \(type(of: self)).\(name), which \(fileID) promises. "
                + "Register one before the first resolution: container.\(name).register { … }"
        )
    }
}
