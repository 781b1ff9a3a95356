import Synchronization

/// A cycle of factories on one thread, or on several threads that wait for each other. The first
/// factory is repeated at the end.
///
/// A thread looks for a cycle before it waits for a ``Construction``, and in sections of a long
/// chain of factories. It does not find a cycle through a thread that a factory starts and waits
/// for, through a signal handler, or through a child process after a fork.
package struct CircularDependency: Error, CustomStringConvertible {
    package let keys: [FactoryKey]

    /// One line that names the whole cycle and the remedy.
    ///
    /// The line ends with the types in the wording of FactoryKit, because users and their tests
    /// search for that wording.
    package var description: String {
        let types = keys.map(\.instanceType).joined(separator: " > ")
        return Self.message(for: keys.map(\.description))
            + " FACTORY: Circular dependency chain - \(types)"
    }

    /// Returns the message for a cycle of factories with the given names, without their types.
    package static func message(
        for cycle: [String],
        by means: String = " (@LazyInjected)"
    ) -> String {
        "Circular dependency: \(cycle.joined(separator: " → ")). To break the cycle, resolve "
            + "one of them on first use\(means), not while another one is built."
    }

    /// Whether unique factories are checked for infinite recursion.
    static let isTested = Atomic(true)
}

/// The error that is thrown if asynchronous factories await each other.
public struct CircularDependencyError: Error, Equatable, CustomStringConvertible {
    /// The names of the factories, such as `AppContainer.store`.
    ///
    /// Each factory awaits the next factory. The first factory is repeated at the end.
    public let chain: [String]

    /// One line that names the whole cycle and the remedy.
    public var description: String {
        CircularDependency.message(for: chain, by: "")
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
        fatalError("\(CircularDependency(keys: cycle))")
    }
}
