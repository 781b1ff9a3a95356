/// The recipe of an ``AsyncRegistry``.
final class AsyncMaker<Instance, each Argument>: Recipe {
    typealias Make = @Sendable (AsyncRegistry, repeat each Argument) async throws -> Instance

    let make: Make
    let parameters: [Any.Type]

    init(parameters: [Any.Type] = [], _ make: @escaping Make) {
        self.make = make
        self.parameters = parameters
    }

    /// The recipe that looks up by type what an initialiser takes.
    static func lookingUp<each Parameter: Sendable>(
        _ make: @escaping @Sendable (repeat each Parameter) async throws -> Instance
    ) -> AsyncMaker<Instance> {
        AsyncMaker<Instance>(parameters: Arguments<repeat each Parameter>.types) { registry in
            try await make(repeat registry.instance(ServiceKey((each Parameter).self), for: Instance.self))
        }
    }

    /// Takes back the type of a recipe that was found under a key, as ``Maker/open(_:)`` does.
    static func open(_ recipe: AnyObject) -> Self {
        unsafe unsafeDowncast(recipe, to: Self.self)
    }

    var arguments: (any ArgumentList.Type)? { Arguments<repeat each Argument>.list }

    func alias<View>(of key: ServiceKey, _ view: @escaping (Instance) throws -> View) -> any Recipe {
        // It runs in any task, by contract, as other closures of registrations do on any thread.
        nonisolated(unsafe) let view = view
        return AsyncMaker<View, repeat each Argument> { (registry: AsyncRegistry, arguments: repeat each Argument) in
            try unsafe view(await registry.instance(key, repeat each arguments))
        }
    }
}
