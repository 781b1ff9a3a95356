/// Resolves a factory of `Container.shared`: `let store = dependency(\.store)`.
@inlinable
public func dependency<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
    Container.shared[keyPath: keyPath]()
}

/// Resolves a factory in the shared instance of a container type:
/// `let store = dependency(\AppContainer.store)`.
@inlinable
public func dependency<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
    C.shared[keyPath: keyPath]()
}

/// Resolves a factory of `Container.shared` that takes a parameter:
/// `let page = dependency(\.page, parameter: "swift.org")`.
@inlinable
public func dependency<P, T>(
    _ keyPath: KeyPath<Container, ParameterFactory<P, T>>,
    parameter: P
) -> T {
    Container.shared[keyPath: keyPath](parameter)
}

@inlinable
public func dependency<C: SharedContainer, P, T>(
    _ keyPath: KeyPath<C, ParameterFactory<P, T>>,
    parameter: P
) -> T {
    C.shared[keyPath: keyPath](parameter)
}

/// Resolves a factory of `Container.shared`: `let store = resolve(\.store)`. This function is an
/// alias for `dependency(_:)`.
@inlinable
public func resolve<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
    dependency(keyPath)
}

@inlinable
public func resolve<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
    dependency(keyPath)
}
