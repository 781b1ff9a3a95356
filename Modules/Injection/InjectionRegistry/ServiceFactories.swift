import Injection

protocol ServiceFactory<Instance>: AnyObject {
    associatedtype Instance
    /// The types of the run-time arguments, or nil without arguments.
    var arguments: (any ArgumentList.Type)? { get }
    var parameters: [Any.Type] { get }
    /// Returns a factory that resolves this factory's service and converts it to another type.
    func alias<View>(of key: ServiceKey, _ view: @escaping (Instance) throws -> View) -> any ServiceFactory
}

// A class rather than a closure in a box: the calling convention of a closure with a parameter pack changes where the pack is known.
final class ClosureFactory<Instance, each Argument>: ServiceFactory {
    let make: (Registry, repeat each Argument) throws -> Instance
    let parameters: [Any.Type]

    init(parameters: [Any.Type] = [], _ make: @escaping (Registry, repeat each Argument) throws -> Instance) {
        self.make = make
        self.parameters = parameters
    }

    /// Creates a factory that looks up an initializer's parameters by type.
    static func lookingUp<each Parameter>(
        _ make: @escaping (repeat each Parameter) throws -> Instance
    ) -> ClosureFactory<Instance> {
        ClosureFactory<Instance>(parameters: Arguments<repeat each Parameter>.types) { registry in
            try make(repeat registry.instance(ServiceKey((each Parameter).self), for: Instance.self))
        }
    }

    /// Restores the type of a factory found under a key, which contains the types of its instance and its arguments.
    static func open(_ factory: AnyObject) -> Self { unsafe unsafeDowncast(factory, to: Self.self) }

    var arguments: (any ArgumentList.Type)? { Arguments<repeat each Argument>.list }

    func alias<View>(of key: ServiceKey, _ view: @escaping (Instance) throws -> View) -> any ServiceFactory {
        ClosureFactory<View, repeat each Argument> { (registry: Registry, arguments: repeat each Argument) in
            try view(registry.instance(key, with: ArgumentCall(repeat each arguments)))
        }
    }
}

/// A call of a service's closure with run-time arguments, whose types the key of the service contains.
protocol FactoryCall {
    func make<T>(_ type: T.Type, _ factory: AnyObject, _ registry: Registry) throws -> T
}

struct PlainCall: FactoryCall {
    func make<T>(_ type: T.Type, _ factory: AnyObject, _ registry: Registry) throws -> T {
        try ClosureFactory<T>.open(factory).make(registry)
    }
}

struct ArgumentCall<each Argument>: FactoryCall {
    private let arguments: (repeat each Argument)

    init(_ arguments: repeat each Argument) { self.arguments = (repeat each arguments) }

    func make<T>(_ type: T.Type, _ factory: AnyObject, _ registry: Registry) throws -> T {
        try ClosureFactory<T, repeat each Argument>.open(factory).make(registry, repeat each arguments)
    }
}

final class AsyncClosureFactory<Instance, each Argument>: ServiceFactory {
    typealias Make = @Sendable (AsyncRegistry, repeat each Argument) async throws -> Instance

    let make: Make
    let parameters: [Any.Type]

    init(parameters: [Any.Type] = [], _ make: @escaping Make) {
        self.make = make
        self.parameters = parameters
    }

    static func lookingUp<each Parameter: Sendable>(
        _ make: @escaping @Sendable (repeat each Parameter) async throws -> Instance
    ) -> AsyncClosureFactory<Instance> {
        AsyncClosureFactory<Instance>(parameters: Arguments<repeat each Parameter>.types) { registry in
            try await make(repeat registry.instance(ServiceKey((each Parameter).self), for: Instance.self))
        }
    }

    static func open(_ factory: AnyObject) -> Self { unsafe unsafeDowncast(factory, to: Self.self) }

    var arguments: (any ArgumentList.Type)? { Arguments<repeat each Argument>.list }

    func alias<View>(of key: ServiceKey, _ view: @escaping (Instance) throws -> View) -> any ServiceFactory {
        // By contract, closures of registrations may run in any task.
        nonisolated(unsafe) let view = view
        return AsyncClosureFactory<View, repeat each Argument> {
            (registry: AsyncRegistry, arguments: repeat each Argument) in
            try unsafe view(await registry.instance(key, repeat each arguments))
        }
    }
}

struct SuppliedArguments {
    private var boxes: [(type: Any.Type, box: AnyObject)] = []

    init<each Argument>(_ arguments: repeat each Argument) {
        repeat boxes.append(((each Argument).self, Box(each arguments)))
    }

    /// Returns the next argument of the parameter's type, or resolves the type if no argument is left.
    mutating func take<Parameter, Service>(
        _ type: Parameter.Type, of service: Service.Type, from registry: Registry
    ) throws(ResolutionError) -> Parameter {
        guard let index = boxes.firstIndex(where: { $0.type == type }) else {
            return try registry.instance(ServiceKey(type), for: service)
        }
        return Box<Parameter>.open(boxes.remove(at: index).box)
    }

    func expectNone() throws(ResolutionError) {
        if !boxes.isEmpty { throw .unusedArguments(boxes.map(\.type), chain: ThreadState.current.labels) }
    }
}
