/// An instance that one thread builds and that others may wait for; a run of `autoRegister()` is one too.
///
/// The thread that builds holds no lock, so a slow factory delays only the threads that need what it makes.
// Sendable because `key`, `owner` and `depth` never change, and the rest is guarded by `lock`.
@usableFromInline package final class Construction: @unchecked Sendable {
    package let key: FactoryKey
    /// The thread that builds.
    let owner = ThreadState.current
    /// The number of factories that the thread ran when the construction began.
    let depth: Int
    private var outcome: Outcome?
    private var tasks: AsyncConstruction?

    // One for all constructions, because only a view of all waiting threads tells whether they wait in a cycle. A resolution that finds its
    // instance never takes it.
    private static let lock = Lock()
    private static let arrival = Condition()

    /// A box with the instance, or the error of a construction that may fail.
    package typealias Outcome = Result<AnyObject, any Error>

    package init(of key: FactoryKey) {
        self.key = key
        depth = owner.depth
    }

    /// The same construction for tasks to await, if its factory is asynchronous; then no thread waits for it.
    func ofTasks(sharing graph: InstanceStore?) -> AsyncConstruction {
        Self.lock.withLock {
            let tasks = tasks ?? AsyncConstruction(of: key, graph: graph)
            self.tasks = tasks
            return tasks
        }
    }

    package var isOwnedByThisThread: Bool { owner == .current }

    /// Hands the outcome to all waiting threads.
    package func finish(with outcome: Outcome) {
        Self.lock.withLock {
            self.outcome = outcome
            Self.arrival.broadcast()
        }
    }

    /// Waits for the instance of a construction that cannot fail. Stops the program if it waits for this thread.
    func wait() -> AnyObject { do { return try outcomeOrCycle().get() } catch { fatalError("\(error)") } }

    /// Waits for the outcome; fails with a ``CircularDependency`` if the thread that builds waits for this one, maybe by way of others.
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

    /// Follows which thread waits for which, from the owner of this construction, and returns the factories on the way if it leads
    /// back to `thread`.
    ///
    /// Every thread on the way but the last is blocked, so its chain does not change. The search ends, because a cycle that was closed
    /// before would have stopped the program.
    private func cycle(closedBy thread: ThreadState) -> [FactoryKey]? {
        var way: [FactoryKey] = []
        var construction = self
        while construction.owner != thread {
            guard let next = construction.owner.awaited, next.outcome == nil else { return nil }
            way += construction.owner.keys(from: construction)
            construction = next
        }
        return way + thread.keys(from: construction) + [key]
    }
}
