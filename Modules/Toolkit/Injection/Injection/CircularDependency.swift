import Synchronization

/// A cycle of factories that need each other. It is thrown if asynchronous factories await each
/// other. Other cycles stop the program.
///
/// A cycle is searched for before a thread or a task waits for the construction of an instance, and
/// in sections of a long chain of factories. A cycle is not found if it leads through a thread that
/// a factory starts and waits for, through a signal handler, or through a child process after a
/// fork.
public struct CircularDependencyError: Error, CustomStringConvertible, CustomDebugStringConvertible
{
    package let keys: [FactoryKey]

    /// The names of the factories, such as `AppContainer.store`.
    ///
    /// Each factory needs the next factory. The first factory is repeated at the end.
    public var chain: [String] {
        keys.map(\.description)
    }

    /// One line that names the whole cycle and the remedy.
    ///
    /// The line ends with the types of the instances in the wording of FactoryKit, because users
    /// and their tests search for that wording.
    public var debugDescription: String {
        let types = keys.map(\.instanceType).joined(separator: " > ")
        return "\(self) FACTORY: Circular dependency chain - \(types)"
    }

    /// One line that names the whole cycle and the remedy.
    public var description: String {
        Self.message(for: chain)
    }

    /// Whether unique factories are checked for infinite recursion.
    static let isTested = Atomic(true)

    /// The maximum number of times that an asynchronous factory may occur in a chain with the same
    /// parameter.
    static let roundLimit = 32

    package static func message(for chain: [String]) -> String {
        "Circular dependency: \(chain.joined(separator: " → ")). To break the cycle, resolve one of "
            + "them on first use (@LazyInjected), not while another one is built."
    }
}

extension ThreadState {
    /// Stops the program on infinite recursion, for example if unique factories depend on each
    /// other.
    ///
    /// A factory may resolve itself in another container or with another parameter, for example to
    /// build a tree. Parameters that are not Hashable are treated as equal.
    func stopIfCircular() {
        guard let previous = previousIndexOfInnermost else { return }
        let keys = keys
        let round = Array(keys[previous..<keys.endIndex - 1])
        // The message starts with the first factory of the cycle that the thread has run.
        let starts = keys.compactMap { key in
            round.firstIndex { $0.isSameFactory(as: key) }
        }
        let cycle = (0...round.count).map { round[(starts[0] + $0) % round.count] }
        fatalError(String(reflecting: CircularDependencyError(keys: cycle)))
    }
}
