/// Resolves an asynchronous factory of `Container.shared`: `let database = try await dependency(\.database)`.
nonisolated(nonsending) public func dependency<T>(_ keyPath: KeyPath<Container, AsyncFactory<T>>) async throws -> T {
    try await Container.shared[keyPath: keyPath]()
}

/// Resolves an asynchronous factory of a container's shared instance: `try await dependency(\AppContainer.database)`.
nonisolated(nonsending) public func dependency<C: SharedContainer, T>(
    _ keyPath: KeyPath<C, AsyncFactory<T>>
) async throws -> T {
    try await C.shared[keyPath: keyPath]()
}
