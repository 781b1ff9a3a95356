import Injection

/// An error from resolving a service. A chain lists the services under construction, outermost first.
public enum ResolutionError: Error {
    /// Nothing is registered for the type and name of the key.
    ///
    /// If an initializer's parameter was looked up, `parameterOf` is the service that takes it. Near misses are similar services.
    case notRegistered(ServiceKey, parameterOf: Any.Type?, chain: [String], nearMisses: [RegisteredService])
    /// The type is registered under the name of the key, but with other run-time arguments.
    ///
    /// ``ServiceKey/arguments`` of the key are the types passed; those of the registered services are the types expected. If an initializer's parameter was
    /// looked up, `parameterOf` is the service that takes it.
    case wrongArguments(ServiceKey, parameterOf: Any.Type?, chain: [String], registered: [RegisteredService])
    /// Services depend on each other, on one thread or several. The first service is repeated at the end.
    case cycle([String])
    /// An instance of the first type was registered as the second type, but does not have that type.
    case notOfType(Any.Type, Any.Type, chain: [String])
    /// The initializer has no parameters for arguments of these types, although it was registered with them.
    case unusedArguments([Any.Type], chain: [String])
    /// The closure of the last service in the chain threw an error.
    case failed(any Error, chain: [String])

    public var underlyingError: (any Error)? { if case .failed(let error, _) = self { error } else { nil } }

    /// Wraps an error from a closure. A ``ResolutionError`` is kept unchanged.
    init(_ error: any Error, chain: @autoclosure () -> [String] = ThreadState.current.labels) {
        self =
            switch error {
            case let error as ResolutionError: error
            case let error as CircularDependency: .cycle(ThreadState.labels(of: error.keys))
            case let error as CircularDependencyError: .cycle(error.chain)
            default: .failed(error, chain: chain())
            }
    }
}

extension ResolutionError: CustomStringConvertible {
    /// One line with the problem, the chain and the remedy.
    public var description: String {
        switch self {
        case .notRegistered(let key, let service, let chain, let nearMisses):
            "\(key)\(Self.role(service)) is not registered" + Self.rest(key, service, chain, nearMisses)
        case .wrongArguments(let key, let service, let chain, let registered):
            "\(key.withoutArguments)\(Self.role(service)) is "
                + (key.arguments.isEmpty
                    ? "registered only with arguments"
                    : "not registered with arguments of the types (\(qualifiedNames(of: key.arguments)))")
                + Self.rest(key, service, chain, registered)
        case .cycle(let circle): CircularDependency.message(for: circle)
        case .notOfType(let instance, let type, let chain):
            "\(qualifiedName(of: instance)) was registered as \(qualifiedName(of: type)), but is not of that type\(Self.way(chain)); "
                + "use .as { $0 as … }, which the compiler checks"
        case .unusedArguments(let types, let chain):
            "the initializer has no parameters of the types (\(qualifiedNames(of: types)))\(Self.way(chain)); "
                + "list exactly the types of its parameters after 'arguments:'"
        case .failed(let error, let chain): "cannot create \(chain.suffix(1).joined()): \(error)\(Self.way(chain))"
        }
    }

    static func resolverFirst(_ argument: Any.Type) -> String {
        "use New { (_, argument: \(qualifiedName(of: argument))) in … }"
    }

    private static func way(_ chain: [String]) -> String {
        chain.count > 1 ? "; resolved by \(chain.joined(separator: " → "))" : ""
    }

    private static func role(_ service: Any.Type?) -> String {
        service.map { ", a parameter of \(qualifiedName(of: $0))," } ?? ""
    }

    /// The rest of a message about an unresolved key: the chain, the similar services and the remedy.
    private static func rest(
        _ key: ServiceKey, _ service: Any.Type?, _ chain: [String], _ registered: [RegisteredService]
    ) -> String {
        let similar = registered.map { $0.description(beside: key) }.joined(separator: ", ")
        let remedy =
            service.map {
                "; for a run-time argument, \(resolverFirst(key.type)), or New(\(qualifiedName(of: $0)).init, arguments: \(key).self)"
            } ?? (similar.isEmpty ? "; register it, or resolve an optional type" : "")
        return way(chain) + (similar.isEmpty ? "" : "; registered: \(similar)") + remedy
    }
}

/// A registered service in an error.
public struct RegisteredService: Sendable {
    /// The type, the name, and the types of the run-time arguments.
    public let key: ServiceKey
    /// The types of the initializer's parameters, if they are looked up.
    public let parameters: [Any.Type]

    init<Owner>(_ definition: ServiceDefinition<Owner>) {
        key = definition.key
        parameters = definition.factory.parameters
    }

    func isNear(_ wanted: ServiceKey) -> Bool {
        if key.type == wanted.type { return true }
        return key.argumentList == wanted.argumentList && key.name == wanted.name
            && areAlike("\(key.type)", "\(wanted.type)")
    }

    func description(beside wanted: ServiceKey) -> String {
        if key.type != wanted.type { return "\(key)" }
        if let first = parameters.first, !wanted.arguments.isEmpty {
            return
                "\(key), whose parameters (\(qualifiedNames(of: parameters))) are looked up by type: for run-time arguments, "
                + ResolutionError.resolverFirst(first)
        }
        if key.argumentList == wanted.argumentList { return key.name == nil ? "\(key) without a name" : "\(key)" }
        return key.arguments.isEmpty ? "\(key) without arguments" : "\(key)"
    }
}

extension ServiceRegistry {
    /// Returns the error for a key not found in this registry or its parents; `service` takes it as a parameter, if any.
    func error(for key: ServiceKey, parameterOf service: Any.Type?, chain: [String]) -> ResolutionError {
        let registered = registeredServices
        let sameService = registered.filter { $0.key.type == key.type && $0.key.name == key.name && $0.key != key }
        if !sameService.isEmpty {
            return .wrongArguments(key, parameterOf: service, chain: chain, registered: sameService)
        }
        let nearMisses = registered.filter { $0.isNear(key) }
        return .notRegistered(key, parameterOf: service, chain: chain, nearMisses: nearMisses)
    }
}

/// Whether two type names differ by an affix, such as `Router` and `RouterLive`, or by a typing error.
private func areAlike(_ a: String, _ b: String) -> Bool {
    let (long, short) = a.count > b.count ? (a, b) : (b, a)
    if long.hasPrefix(short) || long.hasSuffix(short) { return true }
    return short.count > 4 && long.difference(from: short).count <= 2
}
