/// A service of which an asynchronous registry has one instance; otherwise as ``Shared``.
public final class AsyncShared<Instance: Sendable>: Registration<AsyncRegistry, Instance>, @unchecked Sendable {
    /// Registers how to make the instance from what the registry has.
    public init(
        named name: String? = nil, eager: Bool = false,
        _ make: @escaping @Sendable (_ resolver: AsyncRegistry) async throws -> Instance
    ) {
        super.init(AsyncMaker(make), named: name, isShared: true, isEager: eager)
    }

    /// Registers an initialiser, whose parameters are looked up by their types, or a closure without parameters.
    public init<each Parameter: Sendable>(
        named name: String? = nil, eager: Bool = false,
        _ make: @escaping @Sendable (repeat each Parameter) async throws -> Instance
    ) {
        super.init(AsyncMaker<Instance>.lookingUp(make), named: name, isShared: true, isEager: eager)
    }
}
