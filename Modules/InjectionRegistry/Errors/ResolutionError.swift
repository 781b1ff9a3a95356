import Injection

/// Why something could not be resolved: what was asked for, along which way, and what comes near it.
///
/// A chain names what was being made, from the first that was asked for to the last.
public enum ResolutionError: Error {
    /// Nothing is registered for the key.
    case notRegistered(ServiceKey, chain: [String], nearMisses: [NearMiss])
    /// Nothing is registered for a type that an initialiser takes, which was registered as it is.
    case parameterNotRegistered(ServiceKey, of: Any.Type, chain: [String], nearMisses: [NearMiss])
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
}

/// Something registered that may be what was meant.
public enum NearMiss: Sendable, Hashable {
    /// The same type under another name, or with none.
    case otherName(ServiceKey)
    /// The same type with other run-time arguments.
    case otherArguments(ServiceKey)
    /// The same type without arguments; these types, which its closure takes, are looked up.
    case lookedUpParameters(ServiceKey, [ServiceKey])
    /// A type whose name is much like it.
    case similarType(ServiceKey)
    /// The same in a child of the registry that was asked.
    case inChild(ServiceKey)
}

extension ResolutionError {
    /// Wraps the error of a factory; one that names its chain already stays as it is.
    init(_ error: any Error, chain: @autoclosure () -> [String] = ResolutionChain.current.labels) {
        self =
            switch error {
            case let error as ResolutionError: error
            case let error as CircularDependencyError: .cycle(error.chain)
            default: .failed(error, chain: chain())
            }
    }

    /// Says of a type that is not registered that it was looked up as a parameter.
    init(_ error: any Error, asking type: Any.Type, for service: Any.Type) {
        self.init(error)
        if case .notRegistered(ServiceKey(type, named: nil), let chain, let nearMisses) = self {
            self = .parameterNotRegistered(
                ServiceKey(type, named: nil), of: service, chain: chain, nearMisses: nearMisses)
        }
    }
}
