import Injection

extension ResolutionError: CustomStringConvertible {
    /// One line that says what went wrong, where, and what to do about it.
    public var description: String {
        switch self {
        case .notRegistered(let key, let service?, let chain, let nearMisses):
            "\(key) is not registered, and \(service) takes one, which is looked up by its type.\(Self.way(chain))"
                + "\(Self.suggestion(nearMisses)) If it is meant as a run-time argument: \(Self.resolverFirst(key.type)), and an "
                + "initialiser is registered with their types, New(\(service).init, arguments: \(key).self)."
        case .notRegistered(let key, nil, let chain, let nearMisses):
            "\(key) is not registered.\(Self.way(chain))\(Self.suggestion(nearMisses))"
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
    static func resolverFirst(_ argument: Any.Type) -> String {
        "a closure with run-time arguments takes the resolver first, New { (_, argument: \(argument)) in … }"
    }

    private static func way(_ chain: [String]) -> String {
        chain.count > 1 ? " The way there: \(chain.joined(separator: " → "))." : ""
    }

    private static func suggestion(_ nearMisses: [String]) -> String {
        nearMisses.isEmpty ? "" : " Registered: \(nearMisses.joined(separator: "; "))."
    }
}
