import Injection

/// A box whose content is Sendable.
typealias SendableObject = any AnyObject & Sendable

/// The definition of a service in a registration. Any number of registries can build instances from
/// it.
// This type is Sendable because it never changes. The closure of a synchronous service runs on
// whichever thread resolves the service. With the trait `FactoryKitClosures`, the compiler cannot
// check this.
struct ServiceDefinition: @unchecked Sendable {
    /// A closure that creates an instance from a tuple of arguments. The instance and the tuple are
    /// in boxes.
    typealias Make = (Registry, _ arguments: AnyObject?) throws -> AnyObject

    /// The asynchronous counterpart of ``Make``.
    typealias AsyncMake = (AsyncRegistry, _ arguments: SendableObject?) async throws -> AnyObject

    let key: ServiceKey

    /// A box with a `Make` or an `AsyncMake`.
    let make: AnyObject

    var isShared = false
    var isEager = false

    /// The types of the initializer's parameters if all of them are looked up by type, otherwise an
    /// empty array.
    var parameters: [Any.Type] = []

    /// The key of the original service, or `nil` if this service is not an alias.
    var original: ServiceKey?
}

extension ServiceDefinition {
    /// Creates a definition from a closure that takes the registry and run-time arguments.
    init<Instance, each Argument>(
        _ name: String?,
        _ make: @escaping (Registry, repeat each Argument) throws -> Instance
    ) {
        let arguments = typeList(repeat (each Argument).self)
        key = ServiceKey(Instance.self, named: name, arguments: arguments)
        self.make = Box<Make> { registry, arguments in
            let arguments = Box<(repeat each Argument)>.open(arguments ?? noArguments)
            return Box(try make(registry, repeat each arguments))
        }
    }

    /// Creates a definition from an initializer. Each run-time argument is passed to the first
    /// parameter of its type. The other parameters are looked up by type.
    init<Instance, each Parameter, each Argument>(
        _ name: String?,
        lookingUp make: @escaping (repeat each Parameter) throws -> Instance,
        except types: repeat (each Argument).Type
    ) {
        let types = typeList(repeat each types)
        self.init(name) { (registry, arguments: repeat each Argument) in
            var unused = Array(zip(types, boxes(repeat each arguments)))
            func parameter<T>(_ type: T.Type) throws -> T {
                if let index = unused.firstIndex(where: { $0.0 == type }),
                    let box = unused.remove(at: index).1
                {
                    return Box<T>.open(box)
                }
                return Box<T>.open(try registry.box(for: ServiceKey(type), of: Instance.self))
            }
            let parameters = (repeat try parameter((each Parameter).self))
            if !unused.isEmpty {
                throw ResolutionError.unusedArguments(unused.map(\.0), chain: .current)
            }
            return try make(repeat each parameters)
        }
        parameters = types.isEmpty ? typeList(repeat (each Parameter).self) : []
    }

    /// Creates a definition from an asynchronous closure that takes the registry and run-time
    /// arguments.
    init<Instance: Sendable, each Argument: Sendable>(
        _ name: String?,
        _ make: @escaping @Sendable (AsyncRegistry, repeat each Argument) async throws -> Instance
    ) {
        let arguments = typeList(repeat (each Argument).self)
        key = ServiceKey(Instance.self, named: name, arguments: arguments)
        self.make = Box<AsyncMake> { registry, arguments in
            let arguments = Box<(repeat each Argument)>.open(arguments ?? noArguments)
            return Box(try await make(registry, repeat each arguments))
        }
    }

    /// Creates a definition from an asynchronous initializer whose parameters are looked up by
    /// type.
    init<Instance: Sendable, each Parameter: Sendable>(
        _ name: String?,
        lookingUp make: @escaping @Sendable (repeat each Parameter) async throws -> Instance
    ) {
        self.init(name) { (registry: AsyncRegistry) in
            func parameter<T>(_ type: T.Type) async throws -> T {
                let box = try await registry.box(for: ServiceKey(type), of: Instance.self)
                return Box<T>.open(box)
            }
            return try await make(repeat parameter((each Parameter).self))
        }
        parameters = typeList(repeat (each Parameter).self)
    }
}

private let noArguments: SendableObject = Box(())

func typeList<each T>(_ types: repeat (each T).Type) -> [Any.Type] {
    var list: [Any.Type] = []
    repeat list.append(each types)
    return list
}

/// Returns a box for each value that is not `nil`, and `nil` for each other value.
func boxes<each Value>(_ values: repeat (each Value)?) -> [AnyObject?] {
    var boxes: [AnyObject?] = []
    repeat boxes.append((each values).map { Box($0) })
    return boxes
}
