import Injection

/// An error that occurs while a service is resolved. A chain lists the services under construction,
/// outermost first.
public enum ResolutionError: Error {
    /// Nothing is registered for the type and name of the key.
    ///
    /// If the key belongs to a parameter of an initializer, `parameterOf` is the type that the
    /// initializer creates. Near misses are registered services with a similar type or name.
    case notRegistered(
        ServiceKey,
        parameterOf: Any.Type?,
        chain: [String],
        nearMisses: [RegisteredService]
    )

    /// The type is registered under the name of the key, but with other run-time arguments.
    ///
    /// The ``ServiceKey/arguments`` of the key are the types that were passed. The arguments of the
    /// registered services are the expected types. If the key belongs to a parameter of an
    /// initializer, `parameterOf` is the type that the initializer creates.
    case wrongArguments(
        ServiceKey,
        parameterOf: Any.Type?,
        chain: [String],
        registered: [RegisteredService]
    )

    /// Services depend on each other, on one or several threads. The first service is repeated at
    /// the end.
    case cycle([String])

    /// An instance of the first type was registered as the second type, but does not have that
    /// type.
    case notOfType(Any.Type, Any.Type, chain: [String])

    /// The last service in the chain is registered with arguments of these types, but its
    /// initializer has no parameters for them.
    case unusedArguments([Any.Type], chain: [String])

    /// The closure of the last service in the chain threw an error.
    case failed(any Error, chain: [String])

    /// The error that a closure threw, or `nil` in all other cases.
    public var underlyingError: (any Error)? {
        if case .failed(let error, _) = self {
            error
        } else {
            nil
        }
    }

    /// Creates an error that wraps the error of a closure. A ``ResolutionError`` is not wrapped.
    init(_ error: any Error, chain: @autoclosure () -> [String] = .current) {
        self =
            switch error {
            case let error as ResolutionError: error
            case let error as CircularDependency: .cycle(error.keys.labels)
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
            return Self.message(key, "\(key)", service, "not registered", chain, nearMisses)

        case .wrongArguments(let key, let service, let chain, let registered):
            let name = "\(ServiceKey(key.type, named: key.name))"
            let types = qualifiedNames(of: key.arguments)
            let problem =
                types.isEmpty
                ? "registered only with arguments"
                : "not registered with arguments of the types (\(types))"
            return Self.message(key, name, service, problem, chain, registered)

        case .cycle(let chain):
            return CircularDependency.message(for: chain)

        case .notOfType(let instance, let type, let chain):
            let instance = qualifiedName(of: instance)
            return "\(instance) was registered as \(qualifiedName(of: type)), "
                + "but is not of that type\(Self.path(chain)); "
                + "use .as { $0 as … }, which the compiler checks"

        case .unusedArguments(let types, let chain):
            let types = qualifiedNames(of: types)
            return
                "\(chain.suffix(1).joined()) is registered with arguments of the types (\(types)), "
                + "but its initializer has no parameters for them\(Self.path(chain)); "
                + "after 'arguments:', list only types of its parameters"

        case .failed(let error, let chain):
            return "cannot create \(chain.suffix(1).joined()): \(error)\(Self.path(chain))"
        }
    }

    static func resolverFirst(_ argument: Any.Type) -> String {
        "use New { (_, argument: \(qualifiedName(of: argument))) in … }"
    }

    private static func path(_ chain: [String]) -> String {
        chain.count > 1 ? "; resolved by \(chain.joined(separator: " → "))" : ""
    }

    /// Returns the message for a key that has no service.
    private static func message(
        _ key: ServiceKey,
        _ name: String,
        _ service: Any.Type?,
        _ problem: String,
        _ chain: [String],
        _ registered: [RegisteredService]
    ) -> String {
        let service = service.map(qualifiedName)
        var message = name
        if let service {
            message += ", a parameter of \(service),"
        }
        message += " is \(problem)\(path(chain))"
        if !registered.isEmpty {
            let services = registered.map { $0.description(beside: key) }
            message += "; registered: \(services.joined(separator: ", "))"
        }
        if let service {
            message += "; for a run-time argument, \(resolverFirst(key.type)), "
            message += "or New(\(service).init, arguments: \(key).self)"
        } else if registered.isEmpty {
            message += "; register it, or resolve an optional type"
        }
        return message
    }
}

/// A registered service that an error mentions.
public struct RegisteredService: Sendable {
    /// The type, the name, and the types of the run-time arguments.
    public let key: ServiceKey

    /// The types of the initializer's parameters if all of them are looked up by type, otherwise an
    /// empty array.
    public let parameters: [Any.Type]

    init(_ definition: ServiceDefinition) {
        key = definition.key
        parameters = definition.parameters
    }

    func isNear(_ wanted: ServiceKey) -> Bool {
        if key.type == wanted.type {
            return true
        }
        return key.name == wanted.name && key.hasSameArguments(as: wanted)
            && areAlike("\(key.type)", "\(wanted.type)")
    }

    func description(beside wanted: ServiceKey) -> String {
        if key.type != wanted.type {
            return "\(key)"
        }
        if let first = parameters.first, !wanted.arguments.isEmpty {
            let types = qualifiedNames(of: parameters)
            return "\(key), whose parameters (\(types)) are looked up by type: "
                + "for run-time arguments, \(ResolutionError.resolverFirst(first))"
        }
        if key.hasSameArguments(as: wanted) {
            return key.name == nil ? "\(key) without a name" : "\(key)"
        }
        return key.arguments.isEmpty ? "\(key) without arguments" : "\(key)"
    }
}

/// Returns whether two type names are similar. They may differ by a prefix or a suffix, such as
/// `Router` and `RouterLive`, or by a misspelling.
private func areAlike(_ a: String, _ b: String) -> Bool {
    let (long, short) = a.count > b.count ? (a, b) : (b, a)
    if long.hasPrefix(short) || long.hasSuffix(short) {
        return true
    }
    return short.count > 4 && long.difference(from: short).count <= 2
}
