import Synchronization

/// The factories that one thread is running, from the first that was asked to the one that runs now.
///
/// A factory is synchronous, so it ends on the thread it began on: the thread's chain is the exact answer to "who asked for
/// this?". (A task-local would not be, since a task started by a factory inherits it and outlives the factory.)
@usableFromInline package struct ResolutionChain: Equatable {
    @usableFromInline let thread: ThreadState

    @usableFromInline init(thread: ThreadState) {
        self.thread = thread
    }

    /// The chain of the calling thread.
    package static var current: ResolutionChain { ResolutionChain(thread: .current) }

    /// Runs a factory as the last of the chain; `construction` is nil if nobody can wait for what it makes.
    ///
    /// Who has a construction ends the graph, after it has finished that.
    package func run<R, E: Error>(
        _ key: FactoryKey, _ construction: Construction? = nil, _ factory: () throws(E) -> R
    ) throws(E) -> R {
        var link = Link(key, construction)
        return try unsafe withUnsafeMutablePointer(to: &link) { link throws(E) in
            unsafe append(Link.Reference(link))
            defer {
                removeLast()
                if construction == nil { endGraph() }
            }
            return try factory()
        }
    }

    @usableFromInline func append(_ link: Link.Reference) {
        link.follow(thread.last)
        thread.last = link
        thread.depth += 1
        if thread.depth.isMultiple(of: Self.suspiciousLength), Self.stopsIfEndless.load(ordering: .relaxed) {
            stopIfEndless()
        }
    }

    @usableFromInline func removeLast() {
        thread.last = thread.last?.link.previous
        thread.depth -= 1
    }

    /// Stops the program if the chain goes round and round, as factories do that keep nothing and need each other.
    ///
    /// A factory with a parameter may well resolve itself, for a tree say; one that does so this often has no end.
    private func stopIfEndless() {
        let keys = keys
        let rounds = keys.indices.filter { keys[$0] == keys.last }
        // The message begins with the factory that the chain came by first.
        guard rounds.count > Self.suspiciousRounds,
            case let round = keys[rounds[rounds.count - 2]..<rounds[rounds.count - 1]],
            let start = keys.lazy.compactMap({ round.firstIndex(of: $0) }).first
        else { return }
        fatalError(CircularDependency.message(for: round[start...] + round[..<start] + [round[start]]))
    }

    /// Whether to look for chains without end.
    static let stopsIfEndless = Atomic(true)

    // Looking costs something only here and then; a stack has room for several times this length.
    private static let suspiciousLength = 128
    private static let suspiciousRounds = 32

    /// The factories of the chain.
    package var keys: [FactoryKey] { links.map(\.key).reversed() }

    /// How often the chain makes what is for this construction.
    package func count(of construction: Construction) -> Int {
        links.reduce(0) { $1.isOf(construction) ? $0 + 1 : $0 }
    }

    /// The factories that the chain runs for the given construction, which it owns. They are none yet if a wrapper that resolves its
    /// factory waits for another thread.
    func keys(from construction: Construction) -> [FactoryKey] {
        Array(keys.dropFirst(construction.depth))
    }

    /// From the one that runs now to the first.
    private var links: some Sequence<Link> {
        sequence(state: thread.last) { next in
            defer { next = next?.link.previous }
            return next?.link
        }
    }
}
