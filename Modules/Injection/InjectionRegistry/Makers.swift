import Injection

/// How to make an instance, whatever run-time arguments that takes.
protocol Recipe<Instance>: AnyObject {
    associatedtype Instance
    /// The types of the arguments; nil if there are none.
    var arguments: (any ArgumentList.Type)? { get }
    /// The types that are looked up, if that is not written out.
    var parameters: [Any.Type] { get }
    /// The recipe that resolves this recipe's service and shows it as another type.
    func alias<View>(of key: ServiceKey, _ view: @escaping (Instance) throws -> View) -> any Recipe
}

/// The recipe of a ``Registry``.
// A class of its own rather than a closure in a box: a closure with a parameter pack is called differently where the pack is known.
final class Maker<Instance, each Argument>: Recipe {
    let make: (Registry, repeat each Argument) throws -> Instance
    let parameters: [Any.Type]

    init(parameters: [Any.Type] = [], _ make: @escaping (Registry, repeat each Argument) throws -> Instance) {
        self.make = make
        self.parameters = parameters
    }

    /// The recipe that looks up by type what an initialiser takes.
    static func lookingUp<each Parameter>(
        _ make: @escaping (repeat each Parameter) throws -> Instance
    ) -> Maker<Instance> {
        Maker<Instance>(parameters: Arguments<repeat each Parameter>.types) { registry in
            try make(repeat registry.instance(ServiceKey((each Parameter).self), for: Instance.self))
        }
    }

    /// Takes back the type of a recipe that was found under a key.
    static func open(_ recipe: AnyObject) -> Self {
        // A key holds the type of the instance and those of the arguments, and so those of the recipe stored under it.
        unsafe unsafeDowncast(recipe, to: Self.self)
    }

    var arguments: (any ArgumentList.Type)? { Arguments<repeat each Argument>.list }

    func alias<View>(of key: ServiceKey, _ view: @escaping (Instance) throws -> View) -> any Recipe {
        Maker<View, repeat each Argument> { (registry: Registry, arguments: repeat each Argument) in
            try view(registry.instance(key, repeat each arguments))
        }
    }
}

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

/// The run-time arguments of one resolution, for an initialiser that takes them among other parameters.
struct GivenArguments {
    private var boxes: [(type: Any.Type, box: AnyObject)] = []

    init<each Argument>(_ arguments: repeat each Argument) {
        repeat boxes.append(((each Argument).self, Box(each arguments)))
    }

    /// Returns the next argument of the parameter's type, or else what the registry has.
    mutating func take<Parameter, Service>(
        _ type: Parameter.Type, of service: Service.Type, from registry: Registry
    ) throws(ResolutionError) -> Parameter {
        guard let index = boxes.firstIndex(where: { $0.type == type }) else {
            return try registry.instance(ServiceKey(type), for: service)
        }
        return Box<Parameter>.open(boxes.remove(at: index).box)
    }

    /// Throws if there is an argument that no parameter took.
    func expectNone() throws(ResolutionError) {
        if !boxes.isEmpty { throw .unusedArguments(boxes.map(\.type), chain: ResolutionChain.current.labels) }
    }
}
