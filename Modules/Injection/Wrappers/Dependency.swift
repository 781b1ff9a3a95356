/// Resolves a factory of `Container.shared`: `let store = dependency(\.linkStore)`.
public func dependency<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
    Container.shared[keyPath: keyPath]()
}

/// Resolves a factory of a container's shared instance: `let store = dependency(\AppContainer.linkStore)`.
public func dependency<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
    C.shared[keyPath: keyPath]()
}

/// Resolves a factory of `Container.shared`: `let store = resolve(\.linkStore)`. Another name of `dependency(_:)`.
public func resolve<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
    dependency(keyPath)
}

/// Resolves a factory of a container's shared instance: `let store = resolve(\AppContainer.linkStore)`.
public func resolve<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
    dependency(keyPath)
}
