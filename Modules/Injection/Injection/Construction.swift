import Synchronization

/// The construction of an instance by one thread. Other threads can wait for the construction.
///
/// A run of `autoRegister()` is also a construction. The thread holds no lock during the
/// construction, so a slow factory delays only the threads that need its instance.
// Sendable because `key`, `owner` and `depth` never change, and the rest is guarded by the monitor.
@usableFromInline package final class Construction: @unchecked Sendable {
    package let key: FactoryKey
    private let owner = ThreadState.current
    /// The number of factories that the thread was running when the construction began.
    private let depth: Int
    private var outcome: Outcome?
    private var tasks: AsyncConstruction?

    // All constructions share one monitor, because cycle detection requires a consistent view of
    // all waiting threads. Resolving an existing instance does not use the monitor.
    private static let monitor = Monitor()

    private typealias Outcome = Result<AnyObject, any Error>

    /// The outcome of a construction whose thread has ended.
    private struct ThreadExit: Error {}

    package init(of key: FactoryKey) {
        self.key = key
        depth = owner.depth
    }

    package var isOwnedByThisThread: Bool {
        owner === ThreadState.current
    }

    /// Returns the construction that the tasks that resolve an asynchronous factory await. No
    /// thread waits for the instance of such a factory.
    func asyncConstruction(sharing graph: Locked<FactoryTable>?) -> AsyncConstruction {
        Self.monitor.withLock {
            let tasks = tasks ?? AsyncConstruction(of: key, graph: graph)
            self.tasks = tasks
            return tasks
        }
    }

    /// Runs `make` to perform this construction, passes the new object to `store`, and wakes the
    /// waiting threads.
    ///
    /// If `make` throws an error, passes nil to `store`. If the thread ends while it runs `make`,
    /// does not call `store`.
    @discardableResult
    package func build(
        _ make: () throws -> AnyObject,
        store: (AnyObject?) -> Void
    ) rethrows -> AnyObject {
        owner.constructions.append(self)
        do {
            let object = try make()
            end(with: .success(object)) { store(object) }
            return object
        } catch {
            end(with: .failure(error)) { store(nil) }
            throw error
        }
    }

    private func end(with outcome: Outcome, store: () -> Void) {
        owner.constructions.removeLast()
        store()
        finish(with: outcome)
        owner.endGraph()
    }

    /// Ends the construction because its thread has ended.
    func abandon() {
        finish(with: .failure(ThreadExit()))
    }

    private func finish(with outcome: Outcome) {
        Self.monitor.withLock {
            self.outcome = outcome
            Self.monitor.broadcast()
        }
    }

    /// Waits for the object. Returns nil if the thread that builds the object has ended.
    ///
    /// Throws the error that ended the construction. If the thread that builds the object waits for
    /// the calling thread, directly or indirectly, throws a ``CircularDependency``.
    package func wait() throws -> AnyObject? {
        switch outcomeOrCycle() {
        case .success(let object): object
        case .failure(is ThreadExit): nil
        case .failure(let error): throw error
        }
    }

    /// Waits for the object of a construction that cannot fail. Stops the program if waiting would
    /// close a cycle.
    func waitOrStop() -> AnyObject? {
        do {
            return try wait()
        } catch {
            fatalError("\(error)")
        }
    }

    private func outcomeOrCycle() -> Outcome {
        let thread = ThreadState.current
        return Self.monitor.withLock {
            if outcome == nil, let cycle = cycle(closedBy: thread) {
                return .failure(CircularDependency(keys: cycle))
            }
            thread.awaited = self
            defer {
                thread.awaited = nil
            }
            while true {
                if let outcome {
                    return outcome
                }
                Self.monitor.wait()
            }
        }
    }

    /// Returns the factories of the cycle that `thread` would close by waiting for this
    /// construction, or nil if there would be no cycle.
    ///
    /// The search follows the threads that wait for each other. Their chains do not change while
    /// they wait. The search always ends, because a thread does not wait if waiting would close a
    /// cycle.
    private func cycle(closedBy thread: ThreadState) -> [FactoryKey]? {
        var keys: [FactoryKey] = []
        var construction = self
        while construction.owner !== thread {
            guard let next = construction.owner.awaited, next.outcome == nil else {
                return nil
            }
            keys += construction.owner.keys(from: construction.depth)
            construction = next
        }
        return keys + thread.keys(from: construction.depth) + [key]
    }
}

extension ThreadState {
    /// Returns the factories of the chain without the outermost `depth` factories.
    ///
    /// The result is empty if a lazy wrapper, which is not a factory, waits for another thread.
    fileprivate func keys(from depth: Int) -> [FactoryKey] {
        Array(keys.dropFirst(depth))
    }

    /// Stops the program on infinite recursion, for example if unique factories depend on each
    /// other.
    ///
    /// A factory with a parameter may resolve itself, for example to build a tree. Recursion deeper
    /// than the limit is treated as infinite.
    func stopIfCircular() {
        guard CircularDependency.isTested.load(ordering: .relaxed) else {
            return
        }
        let keys = keys
        let rounds = keys.indices.filter { keys[$0].isSameFactory(as: keys[keys.count - 1]) }
        guard rounds.count > CircularDependency.roundLimit else { return }
        let round = Array(keys[rounds[rounds.count - 2]..<rounds[rounds.count - 1]])
        // The message starts with the first factory of the cycle that the thread has run.
        let starts = keys.compactMap { key in
            round.firstIndex { $0.isSameFactory(as: key) }
        }
        let cycle = (0...round.count).map { round[(starts[0] + $0) % round.count] }
        fatalError("\(CircularDependency(keys: cycle))")
    }
}
