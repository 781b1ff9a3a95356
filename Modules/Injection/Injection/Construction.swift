/// The construction of an instance by one thread, for which others can wait. A run of `autoRegister()` is also a construction. The constructing thread holds no
/// lock, so a slow factory delays only the threads that need its instance.
// Sendable because `key`, `owner` and `depth` never change, and the rest is guarded by `lock`.
@usableFromInline package final class Construction: @unchecked Sendable {
    package let key: FactoryKey
    let owner = ThreadState.current
    /// The number of factories that the thread ran when the construction began.
    let depth: Int
    private var outcome: Outcome?
    private var tasks: AsyncConstruction?

    // One lock for all constructions, because cycle detection requires a consistent view of all waiting threads. Existing instances are found without it.
    private static let lock = Lock()
    private static let arrival = Condition()

    /// A box with the instance, or the error of a construction that may fail.
    package typealias Outcome = Result<AnyObject, any Error>

    package init(of key: FactoryKey) {
        self.key = key
        depth = owner.depth
    }

    /// The counterpart for tasks, if the factory is asynchronous; then no thread waits.
    func asyncConstruction(sharing graph: InstanceStore?) -> AsyncConstruction {
        Self.lock.withLock {
            let tasks = tasks ?? AsyncConstruction(of: key, graph: graph)
            self.tasks = tasks
            return tasks
        }
    }

    package var isOwnedByThisThread: Bool { owner == .current }

    package func finish(with outcome: Outcome) {
        Self.lock.withLock {
            self.outcome = outcome
            Self.arrival.broadcast()
        }
    }

    /// Waits for the instance of a construction that cannot fail. Stops the program if the construction waits for this thread.
    func wait() -> AnyObject { do { return try outcomeOrCycle().get() } catch { fatalError("\(error)") } }

    /// Waits for the outcome; fails with a ``CircularDependency`` if the thread that builds waits for this one, directly or indirectly.
    package func outcomeOrCycle() -> Outcome {
        let thread = ThreadState.current
        return Self.lock.withLock {
            if let outcome { return outcome }
            if let cycle = cycle(closedBy: thread) { return .failure(CircularDependency(keys: cycle)) }
            thread.awaited = self
            defer { thread.awaited = nil }
            while true {
                Self.arrival.wait(releasing: Self.lock)
                if let outcome { return outcome }
            }
        }
    }

    /// Follows the waiting threads from the owner of this construction. If the path leads back to `thread`, returns its factories. All threads on the path
    /// except the last are blocked, so their chains do not change. The search ends, because an earlier cycle would have stopped the program.
    private func cycle(closedBy thread: ThreadState) -> [FactoryKey]? {
        var keys: [FactoryKey] = []
        var construction = self
        while construction.owner != thread {
            guard let next = construction.owner.awaited, next.outcome == nil else { return nil }
            keys += construction.owner.keys(from: construction)
            construction = next
        }
        return keys + thread.keys(from: construction) + [key]
    }
}
