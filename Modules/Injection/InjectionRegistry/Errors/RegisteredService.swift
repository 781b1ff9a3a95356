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
