extension ManagedContainer {
    /// Defines a factory that another module is to supply: `var loader: Factory<(any Loader)?> { promised() }`.
    ///
    /// Resolved before that, it is nil, and stops the program if ``ContainerManager/promiseTriggersError`` says so.
    public func promised<T>(
        name: StaticString = #function, fileID: StaticString = #fileID, line: UInt32 = #line
    ) -> Factory<T?> {
        Factory(self, name: name, fileID: fileID, line: line) { self.breakPromise(name, fileID) }
    }

    /// Defines a factory with a key of your own that another module is to supply, with the same key.
    public func promised<T>(key: StaticString, fileID: StaticString = #fileID) -> Factory<T?> {
        Factory(self, key: key) { self.breakPromise(key, fileID) }
    }

    /// Defines a factory with a parameter that another module is to supply; see ``promised(name:fileID:line:)``.
    public func promised<P, T>(
        name: StaticString = #function, fileID: StaticString = #fileID, line: UInt32 = #line
    ) -> ParameterFactory<P, T?> {
        ParameterFactory(self, name: name, fileID: fileID, line: line) { _ in self.breakPromise(name, fileID) }
    }

    /// Defines a factory with a parameter and a key of your own that another module is to supply, with the same key.
    public func promised<P, T>(key: StaticString, fileID: StaticString = #fileID) -> ParameterFactory<P, T?> {
        ParameterFactory(self, key: key) { _ in self.breakPromise(key, fileID) }
    }

    private func breakPromise<T>(_ name: StaticString, _ fileID: StaticString) -> T? {
        guard manager.promiseTriggersError else { return nil }
        fatalError(
            "\(T.self) was not registered for \(type(of: self)).\(name), which \(fileID) promises. Register it before it is first "
                + "resolved: container.\(name).register { … }")
    }
}

extension ContainerManager {
    /// Whether a promised factory that nobody has supplied stops the program and names itself. It does in debug builds, unless this
    /// says otherwise; elsewhere it is nil.
    public var promiseTriggersError: Bool {
        get { settings.promiseTriggersError }
        set { set(\.promiseTriggersError, to: newValue) }
    }
}
