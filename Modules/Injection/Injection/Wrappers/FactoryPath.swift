/// The way to a factory: a type of container, whose shared instance is meant, and a property of it.
// Sendable because a key path never changes. An index that a subscript's key path holds is only read.
@usableFromInline struct FactoryPath<T>: @unchecked Sendable {
    @usableFromInline let container: any SharedContainer.Type
    @usableFromInline let keyPath: AnyKeyPath

    @inlinable
    init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
        container = C.self
        self.keyPath = keyPath
    }

    /// The factory of the container that is the shared one now.
    var factory: Factory<T> {
        func open<C: SharedContainer>(_ container: C.Type) -> Factory<T> {
            // `init` took both from the same C.
            unsafe container.shared[keyPath: unsafeDowncast(keyPath, to: KeyPath<C, Factory<T>>.self)]
        }
        return open(container)
    }

    /// Resets the factory as far as asked, and resolves it.
    func resolve(reset options: FactoryResetOptions) -> T {
        // Two readings, as the second one restores what the definition says and the reset took back.
        factory.reset(options)
        return factory()
    }
}
