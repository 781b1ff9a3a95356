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
