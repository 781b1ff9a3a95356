import Injection

/// A service of which an asynchronous registry has one instance; otherwise as ``Shared``.
public final class AsyncShared<Instance: Sendable>: Registration<AsyncRegistry, Instance>, @unchecked Sendable {
    /// Registers how to make the instance from what the registry has.
    public init(
        named name: String? = nil, eager: Bool = false,
        _ make: @escaping @Sendable (_ resolver: AsyncRegistry) async throws -> Instance
    ) {
        let maker = AsyncMaker(make)
        super.init(maker, Self.blueprint(name, eager, maker))
    }

    /// Registers an initialiser, whose parameters are looked up by their types, or a closure without parameters.
    public init<each Parameter: Sendable>(
        named name: String? = nil, eager: Bool = false,
        _ make: @escaping @Sendable (repeat each Parameter) async throws -> Instance
    ) {
        let maker = AsyncMaker { registry in
            try await make(repeat registry.parameter((each Parameter).self, of: Instance.self))
        }
        var blueprint = Self.blueprint(name, eager, maker)
        blueprint.parameters = Arguments<repeat each Parameter>.types
        super.init(maker, blueprint)
    }

    private static func blueprint(
        _ name: String?, _ eager: Bool, _ maker: AsyncMaker<Instance>
    ) -> Blueprint<AsyncRegistry> {
        let warmUp: AsyncRegistry.WarmUp = { registry in _ = try await registry.resolve(Instance.self, named: name) }
        return Blueprint(
            key: ServiceKey(Instance.self, named: name), recipe: maker, isShared: true,
            warmUp: eager ? Box(warmUp) : nil)
    }
}
