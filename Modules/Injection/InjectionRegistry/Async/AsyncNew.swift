/// A service that an asynchronous registry makes each time it is asked for; otherwise as ``New``.
public final class AsyncNew<Instance: Sendable>: Registration<AsyncRegistry, Instance>, @unchecked Sendable {
    /// Registers how to make an instance from what the registry has, and from run-time arguments of any number.
    public init<each Argument: Sendable>(
        named name: String? = nil,
        _ make: @escaping @Sendable (_ resolver: AsyncRegistry, repeat each Argument) async throws -> Instance
    ) {
        super.init(AsyncMaker(make), named: name, isShared: false)
    }

    /// Registers an initialiser, whose parameters are looked up by their types, or a closure without parameters.
    // Disfavoured, as in `New`.
    @_disfavoredOverload
    public init<each Parameter: Sendable>(
        named name: String? = nil, _ make: @escaping @Sendable (repeat each Parameter) async throws -> Instance
    ) {
        super.init(AsyncMaker<Instance>.lookingUp(make), named: name, isShared: false)
    }
}
