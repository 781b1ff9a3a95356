import Injection

/// Resolves through a literal path on a concrete container.
public struct Reader: Sendable {
    @Injected(\Shelf.unique) private var linkStore

    public init() {}
}

/// Resolves through a path that is put together at run time, because the container is a parameter.
public struct GenericReader<C: LinkStoreProviding>: Sendable {
    @Injected(\C.unique) private var linkStore

    public init() {}
}
