import Injection

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
