import Synchronization

/// The factories that one thread is running, from the first that was asked to the one that runs now.
///
/// A factory is synchronous, so it ends on the thread it began on: the thread's chain is the exact answer to "who asked for
/// this?". (A task-local would not be, since a task started by a factory inherits it and outlives the factory.)
// Not Sendable by itself: `links` belongs to its thread, and others read it only while that thread waits; `awaited` is guarded by
// the mutex of `Construction`.
package final class ResolutionChain {
    private struct Link {
        let key: FactoryKey
        let construction: Construction?
    }

    private var links: [Link] = []

    /// What the thread is blocked on.
    var awaited: Construction?

    /// The instances that live until the chain is at its end; nil if there are none.
    var graph: InstanceTable?

    /// The record of what the chain resolves, if its first container is traced.
    var trace: Trace?

    private static let ofThread = Pthread.ThreadLocal { ResolutionChain() }

    /// The chain of the calling thread.
    package static var current: ResolutionChain { ofThread.value }

    /// Runs a factory as the last of the chain; `construction` is nil if nobody can wait for what it makes.
    package func run<R, E: Error>(
        _ key: FactoryKey, _ construction: Construction? = nil, _ factory: () throws(E) -> R
    ) throws(E) -> R {
        links.append(Link(key: key, construction: construction))
        if links.count.isMultiple(of: Self.suspiciousLength), Self.stopsIfEndless.load(ordering: .relaxed) {
            stopIfEndless()
        }
        defer {
            links.removeLast()
            if graph != nil, links.isEmpty { endGraph() }
        }
        return try factory()
    }

    /// Stops the program if the chain goes round and round, as factories do that keep nothing and need each other.
    ///
    /// A factory with a parameter may well resolve itself, for a tree say; one that does so this often has no end.
    private func stopIfEndless() {
        guard let last = links.last?.key else { return }
        let rounds = links.indices.filter { links[$0].key == last }
        guard rounds.count > Self.suspiciousRounds else { return }
        fatalError(CircularDependency.message(for: links[rounds[rounds.count - 2]...].map(\.key)))
    }

    /// Whether to look for chains without end.
    static let stopsIfEndless = Atomic(true)

    // Looking costs something only here and then; a stack has room for several times this length.
    private static let suspiciousLength = 128
    private static let suspiciousRounds = 32

    /// The factories of the chain.
    package var keys: [FactoryKey] { links.map(\.key) }

    /// How often the chain makes what is for this construction.
    package func count(of construction: Construction) -> Int {
        links.count { $0.construction === construction }
    }

    /// The factories from the given construction to the end.
    func keys(from construction: Construction) -> [FactoryKey] {
        links.drop { $0.construction !== construction }.map(\.key)
    }
}
