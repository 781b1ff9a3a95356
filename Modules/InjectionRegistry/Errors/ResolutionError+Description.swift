import Injection

extension ResolutionError: CustomStringConvertible {
    /// One line that says what went wrong, where, and what to do about it.
    public var description: String {
        switch self {
        case .notRegistered(let key, let chain, let nearMisses):
            "\(key) is not registered.\(Self.way(chain))\(Self.suggestion(nearMisses))"
        case .parameterNotRegistered(let key, let service, let chain, let nearMisses):
            "\(key) is not registered, and \(service) takes one, which is looked up by its type.\(Self.way(chain))"
                + "\(Self.suggestion(nearMisses)) If it is meant as a run-time argument: \(Self.resolverFirst(key)), and an "
                + "initialiser is registered with their types, New(\(service).init, arguments: \(key).self)."
        case .cycle(let circle): CircularDependency.message(for: circle)
        case .notOfType(let instance, let type, let chain):
            "\(instance) is not of the type \(type), which it was registered as.\(Self.way(chain)) "
                + "With a closure the compiler checks it: .as { $0 as … }."
        case .unusedArguments(let types, let chain):
            "Arguments that the initialiser does not take: \(types.map { "\($0)" }.joined(separator: ", "))."
                + "\(Self.way(chain)) The types after 'arguments:' are those of its parameters, exactly."
        case .failed(let error, let chain): "\(chain.suffix(1).joined()) could not be made: \(error).\(Self.way(chain))"
        }
    }

    /// The remedy where a closure's arguments were taken for what is to be looked up.
    fileprivate static func resolverFirst(_ key: ServiceKey) -> String {
        "a closure with run-time arguments takes the resolver first, New { (_, argument: \(key)) in … }"
    }

    private static func way(_ chain: [String]) -> String {
        chain.count > 1 ? " The way there: \(chain.joined(separator: " → "))." : ""
    }

    private static func suggestion(_ nearMisses: [NearMiss]) -> String {
        nearMisses.isEmpty ? "" : " Registered: \(nearMisses.map(\.description).joined(separator: "; "))."
    }
}

extension NearMiss: CustomStringConvertible {
    /// What is registered, and in what it differs.
    public var description: String {
        switch self {
        case .otherName(let key): key.name == nil ? "\(key), without a name" : "\(key)"
        case .otherArguments(let key): key.arguments.isEmpty ? "\(key), without arguments" : "\(key)"
        case .similarType(let key): "\(key)"
        case .inChild(let key): "\(key), but in a child of the registry that was asked"
        case .lookedUpParameters(let key, let parameters):
            "\(key), without run-time arguments: what it takes (\(parameters.map(\.description).joined(separator: ", "))) is "
                + "looked up by type; \(ResolutionError.resolverFirst(parameters[0]))"
        }
    }
}
