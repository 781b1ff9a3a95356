import Injection

/// A service that an asynchronous registry makes each time it is asked for; otherwise as ``New``.
public final class AsyncNew<Instance: Sendable>: Registration<AsyncRegistry, Instance>, @unchecked Sendable {
    /// Registers how to make an instance from what the registry has, and from run-time arguments of any number.
    public init<each Argument: Sendable>(
        named name: String? = nil,
        _ make: @escaping @Sendable (_ resolver: AsyncRegistry, repeat each Argument) async throws -> Instance
    ) {
        let maker = AsyncMaker(make)
        super.init(maker, Self.blueprint(name, maker))
    }

    /// Registers an initialiser, whose parameters are looked up by their types, or a closure without parameters.
    public init<each Parameter: Sendable>(
        named name: String? = nil, _ make: @escaping @Sendable (repeat each Parameter) async throws -> Instance
    ) {
        let maker = AsyncMaker { registry in
            try await make(repeat registry.parameter((each Parameter).self, of: Instance.self))
        }
        var blueprint = Self.blueprint(name, maker)
        blueprint.parameters = Arguments<repeat each Parameter>.types
        super.init(maker, blueprint)
    }

    private static func blueprint(_ name: String?, _ recipe: some Recipe<Instance>) -> Blueprint<AsyncRegistry> {
        Blueprint(
            key: ServiceKey(Instance.self, named: name, arguments: recipe.arguments), recipe: recipe, isShared: false)
    }
}
