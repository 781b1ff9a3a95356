import Synchronization

/// The chain of the factories that a thread runs, from the first that was resolved to the one that runs now.
///
/// A factory is synchronous, so it ends on the thread on which it began: the thread's chain is the exact answer to "what asked for
/// this?". (A task-local value would not be, because a task started by a factory inherits it and outlives the factory.)
extension ThreadState {
    package var keys: [FactoryKey] { links.map(\.key).reversed() }

    /// The number of links for this construction.
    package func count(of construction: Construction) -> Int { links.count { $0.construction === construction } }

    /// The factories that the chain runs for a construction that it owns. There are none yet if a wrapper that resolves its factory waits
    /// for another thread.
    func keys(from construction: Construction) -> [FactoryKey] { Array(keys.dropFirst(construction.depth)) }

    /// Stops the program if the chain repeats itself endlessly, as factories do that store nothing and need each other.
    ///
    /// A factory with a parameter may resolve itself, for a tree for example; one that does so this often does not end.
    @usableFromInline func stopIfEndless() {
        guard Self.stopsIfEndless.load(ordering: .relaxed) else { return }
        let keys = keys
        let rounds = keys.indices.filter { keys[$0] == keys.last }
        // The message begins with the factory that the chain reached first.
        guard rounds.count > Self.suspiciousRounds,
            case let round = keys[rounds[rounds.count - 2]..<rounds[rounds.count - 1]],
            let start = keys.lazy.compactMap({ round.firstIndex(of: $0) }).first
        else { return }
        fatalError("\(CircularDependency(keys: round[start...] + round[..<start] + [round[start]]))")
    }

    /// Whether to look for chains without end.
    static let stopsIfEndless = Atomic(true)

    /// The number of rounds that a chain may take.
    static let suspiciousRounds = 32
}

extension ThreadState {
    /// The instances of the graph scope in the current resolution.
    var currentGraph: InstanceStore {
        let graph = graph ?? InstanceStore()
        self.graph = graph
        return graph
    }

    @usableFromInline func releaseGraph() { withExtendedLifetime(exchange(&graph, with: nil)) {} }
}

/// Factories that need each other on threads that wait for each other, or on one. The first is also the last.
package struct CircularDependency: Error, CustomStringConvertible {
    package let keys: [FactoryKey]

    /// One line that names the whole cycle and the remedy.
    ///
    /// It ends with the types in the words of FactoryKit, which its users and their tests look for.
    package var description: String {
        Self.message(for: keys.map(\.description)) + " FACTORY: Circular dependency chain - "
            + keys.map(\.instanceType).joined(separator: " > ")
    }

    /// The same for names, without the types.
    package static func message(for cycle: [String], by means: String = " (@LazyInjected)") -> String {
        "Circular dependency: \(cycle.joined(separator: " → ")). "
            + "To break it, let one of them resolve the other on first use\(means), not while it is built."
    }
}

/// Asynchronous factories that await each other, so that none of them would ever finish.
public struct CircularDependencyError: Error, Equatable, CustomStringConvertible {
    /// The factories, each of which awaits the next, as `AppContainer.store`; the first is also the last.
    public let chain: [String]

    init(_ cycle: [FactoryKey]) { chain = cycle.map(\.description) }

    /// One line that names the whole cycle and the remedy.
    public var description: String { CircularDependency.message(for: chain, by: "") }
}
