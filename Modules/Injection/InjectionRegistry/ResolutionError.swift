import Injection

/// Why something could not be resolved: what was asked for, along which way, and what comes near it.
///
/// A chain names what was being made, from the first that was asked for to the last.
public enum ResolutionError: Error {
    /// Nothing is registered for the type and name of the key. If an initialiser's parameter was looked up, `parameterOf` is the service
    /// that takes it. Near misses are services that may be what was meant.
    case notRegistered(ServiceKey, parameterOf: Any.Type?, chain: [String], nearMisses: [RegisteredService])
    /// The type is registered under the name of the key, but with other run-time arguments.
    ///
    /// ``ServiceKey/arguments`` of the key are the types that were given, and those of the registered services the types that are
    /// expected. If an initialiser's parameter was looked up, `parameterOf` is the service that takes it.
    case wrongArguments(ServiceKey, parameterOf: Any.Type?, chain: [String], registered: [RegisteredService])
    /// Services need each other while they are made, on one thread or on several; the first is also the last.
    case cycle([String])
    /// An instance of the first type is not of the second, though it was registered as one.
    case notOfType(Any.Type, Any.Type, chain: [String])
    /// Arguments of these types are no parameters of the initialiser that they were registered with.
    case unusedArguments([Any.Type], chain: [String])
    /// What the last of the chain ran threw an error of its own.
    case failed(any Error, chain: [String])

    /// The error that a factory threw itself, if that is what went wrong.
    public var underlyingError: (any Error)? {
        if case .failed(let error, _) = self { error } else { nil }
    }

    /// Wraps the error of a factory; one that names its chain already stays as it is.
    init(_ error: any Error, chain: @autoclosure () -> [String] = ResolutionChain.current.labels) {
        self =
            switch error {
            case let error as ResolutionError: error
            case let error as CircularDependencyError: .cycle(error.chain)
            default: .failed(error, chain: chain())
            }
    }
}

extension ResolutionError: CustomStringConvertible {
    /// One line that says what went wrong, where, and what to do about it.
    public var description: String {
        switch self {
        case .notRegistered(let key, let service, let chain, let nearMisses):
            "\(key) is not registered" + Self.reason(key, service, chain, nearMisses)
        case .wrongArguments(let key, let service, let chain, let registered):
            "\(key.with(arguments: nil)) is registered, but not "
                + (key.arguments.isEmpty
                    ? "without arguments" : "with arguments of the types (\(qualifiedNames(of: key.arguments)))")
                + Self.reason(key, service, chain, registered)
        case .cycle(let circle): CircularDependency.message(for: circle)
        case .notOfType(let instance, let type, let chain):
            "\(qualifiedName(of: instance)) is not of the type \(qualifiedName(of: type)), which it was registered as.\(Self.way(chain)) "
                + "With a closure the compiler checks it: .as { $0 as … }."
        case .unusedArguments(let types, let chain):
            "Arguments that the initialiser does not take: \(qualifiedNames(of: types))."
                + "\(Self.way(chain)) The types after 'arguments:' are those of its parameters, exactly."
        case .failed(let error, let chain): "\(chain.suffix(1).joined()) could not be made: \(error).\(Self.way(chain))"
        }
    }

    /// The remedy where a closure's arguments were taken for what is to be looked up.
    static func resolverFirst(_ argument: Any.Type) -> String {
        "a closure with run-time arguments takes the resolver first, New { (_, argument: \(qualifiedName(of: argument))) in … }"
    }

    private static func way(_ chain: [String]) -> String {
        chain.count > 1 ? " The way there: \(chain.joined(separator: " → "))." : ""
    }

    /// The rest of a message about a key that cannot be resolved: for which parameter, along which way, and what there is.
    private static func reason(
        _ key: ServiceKey, _ service: Any.Type?, _ chain: [String], _ registered: [RegisteredService]
    ) -> String {
        let suggestion = registered.map { $0.description(beside: key) }.joined(separator: "; ")
        let rest = way(chain) + (suggestion.isEmpty ? "" : " Registered: \(suggestion).")
        guard let service = service.map(qualifiedName) else { return "." + rest }
        return ", and \(service) takes one, which is looked up by its type.\(rest) "
            + "If it is meant as a run-time argument: \(resolverFirst(key.type)), and an "
            + "initialiser is registered with their types, New(\(service).init, arguments: \(key).self)."
    }
}

/// A service of a registry, or of one of its parents, as an error reports it.
public struct RegisteredService: Sendable {
    /// The type, the name, and the types of the run-time arguments.
    public let key: ServiceKey
    /// The types of the initialiser's parameters, if they are looked up.
    public let parameters: [Any.Type]

    init<Owner>(_ blueprint: Blueprint<Owner>) {
        key = blueprint.key
        parameters = blueprint.recipe.parameters
    }

    /// Whether it may be what was meant by a key that is not registered.
    func isNear(_ wanted: ServiceKey) -> Bool {
        if key.type == wanted.type { return true }
        return key.argumentList == wanted.argumentList && key.name == wanted.name
            && areAlike("\(key.type)", "\(wanted.type)")
    }

    /// The service, and in what it differs from a key.
    func description(beside wanted: ServiceKey) -> String {
        if key.type != wanted.type { return "\(key)" }
        if let first = parameters.first, !wanted.arguments.isEmpty {
            return
                "\(key), without run-time arguments: what it takes (\(qualifiedNames(of: parameters))) is looked up by type; "
                + ResolutionError.resolverFirst(first)
        }
        if key.argumentList == wanted.argumentList { return key.name == nil ? "\(key), without a name" : "\(key)" }
        return key.arguments.isEmpty ? "\(key), without arguments" : "\(key)"
    }
}

extension ServiceRegistry {
    /// The error for a key that neither this registry nor a parent has; `service` takes it as a parameter, if that is why.
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

/// Whether two names of types are one and the same word with an affix, as `Router` and `RouterLive` are, or a slip apart.
private func areAlike(_ a: String, _ b: String) -> Bool {
    let (long, short) = a.count > b.count ? (a, b) : (b, a)
    if long.hasPrefix(short) || long.hasSuffix(short) { return true }
    return short.count > 4 && long.difference(from: short).count <= 2
}
