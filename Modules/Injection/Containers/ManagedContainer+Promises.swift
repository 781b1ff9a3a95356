extension ManagedContainer {
    /// Defines a factory that another module is to supply: `var loader: Factory<(any Loader)?> { promised() }`.
    ///
    /// Resolved before that, it is nil, and stops the program if ``ContainerManager/promiseTriggersError`` says so.
    public func promised<T>(name: StaticString = #function, fileID: StaticString = #fileID) -> Factory<T?> {
        Factory(self, name: name, fileID: fileID) { self.breakPromise(name, fileID) }
    }

    /// Defines a factory with a parameter that another module is to supply; see ``promised(name:fileID:)``.
    public func promised<P, T>(
        name: StaticString = #function, fileID: StaticString = #fileID
    ) -> ParameterFactory<P, T?> {
        ParameterFactory(self, name: name, fileID: fileID) { _ in self.breakPromise(name, fileID) }
    }

    private func breakPromise<T>(_ name: StaticString, _ fileID: StaticString) -> T? {
        guard manager.promiseTriggersError else { return nil }
        fatalError(
            "Nothing is registered for \(type(of: self)).\(name), which \(fileID) promises. Register it before it is first "
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
