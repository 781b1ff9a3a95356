import Synchronization

/// The chain of factories that a thread runs, from the outermost to the innermost. A synchronous factory returns on its own thread, so the chain is exact. A
/// task-local value would not be: a task started by a factory inherits it and may outlive the factory.
extension ThreadState {
    package var keys: [FactoryKey] { links.map(\.key) }

    package func count(of construction: Construction) -> Int { links.count { $0.construction === construction } }

    /// Returns the factories of the chain, starting with that of the construction. Empty while a wrapper waits for another thread.
    func keys(from construction: Construction) -> [FactoryKey] { Array(keys.dropFirst(construction.depth)) }

    /// Stops the program on infinite recursion, as with unique factories that depend on each other. A factory with a parameter may resolve itself, for example
    /// for a tree. More levels are treated as infinite recursion.
    func stopIfCircular() {
        guard Self.stopsIfCircular.load(ordering: .relaxed) else { return }
        let keys = keys
        let rounds = keys.indices.filter { keys[$0] == keys.last }
        // The message starts with the outermost factory.
        guard rounds.count > Self.cycleRoundLimit,
            case let round = keys[rounds[rounds.count - 2]..<rounds[rounds.count - 1]],
            let start = keys.lazy.compactMap({ round.firstIndex(of: $0) }).first
        else { return }
        fatalError("\(CircularDependency(keys: round[start...] + round[..<start] + [round[start]]))")
    }

    static let stopsIfCircular = Atomic(true)
    static let cycleRoundLimit = 32
}

extension ThreadState {
    var currentGraph: InstanceStore {
        let graph = graph ?? InstanceStore()
        self.graph = graph
        return graph
    }

    @usableFromInline func releaseGraph() { withExtendedLifetime(exchange(&graph, with: nil)) {} }
}

/// A cycle of factories, on one thread or on threads that wait for each other. The first factory is repeated at the end.
package struct CircularDependency: Error, CustomStringConvertible {
    package let keys: [FactoryKey]

    /// One line that names the whole cycle and the remedy. Ends with FactoryKit's wording of the types, which users and their tests search for.
    package var description: String {
        Self.message(for: keys.map(\.description)) + " FACTORY: Circular dependency chain - "
            + keys.map(\.instanceType).joined(separator: " > ")
    }

    /// Returns the message for the names of factories, without their types.
    package static func message(for cycle: [String], by means: String = " (@LazyInjected)") -> String {
        "Circular dependency: \(cycle.joined(separator: " → ")). "
            + "To break it, let one of them resolve the other on first use\(means), not while it is built."
    }
}

/// The error of asynchronous factories that await each other.
public struct CircularDependencyError: Error, Equatable, CustomStringConvertible {
    /// The names of the factories, such as `AppContainer.store`. Each awaits the next one; the first one is repeated at the end.
    public let chain: [String]

    init(_ cycle: [FactoryKey]) { chain = cycle.map(\.description) }

    /// One line that names the whole cycle and the remedy.
    public var description: String { CircularDependency.message(for: chain, by: "") }
}
