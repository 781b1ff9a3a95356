/// An instance that one thread is building and that others may wait for; a run of `autoRegister()` is one too.
///
/// The thread that builds holds no lock. Those that wait do so on a condition of this construction alone, so that a slow factory
/// delays nobody who does not need what it makes.
// Sendable because `key` and `owner` never change, and the rest is guarded by `mutex`.
package final class Construction: @unchecked Sendable {
    package let key: FactoryKey
    /// The chain of the thread that builds. Its thread lives as long as there is no outcome, and nobody follows it after that.
    let owner: ResolutionChain
    /// How many factories that thread was running when the construction began.
    let depth: Int

    private var outcome: Outcome?
    private var arrival: Pthread.Condition?
    private var tasks: AsyncConstruction?

    // One for all constructions, and not one each, because whether threads wait in a circle can only be told from a view of all
    // that wait. A resolution that finds its instance never takes it.
    private static let mutex = Pthread.Mutex()

    /// What came of it: a box with the instance, or the error of one that may fail.
    package typealias Outcome = Result<AnyObject, any Error>

    package init(of key: FactoryKey) {
        self.key = key
        owner = .current
        depth = owner.thread.depth
    }

    /// The same construction for tasks to await, if its factory is asynchronous; then no thread ever waits for it.
    func ofTasks(sharing graph: Locked<InstanceTable>?) -> AsyncConstruction {
        Self.mutex.withLock {
            let tasks = tasks ?? AsyncConstruction(of: key, graph: graph)
            self.tasks = tasks
            return tasks
        }
    }

    package var isOwnedByThisThread: Bool { owner == ResolutionChain.current }

    /// Hands the outcome to all who wait.
    package func finish(with outcome: Outcome) {
        Self.mutex.withLock {
            self.outcome = outcome
            arrival?.broadcast()
        }
    }

    /// Returns the instance of a construction that cannot fail once there is one. Stops the program if that can never be.
    func wait() -> AnyObject {
        do {
            switch waitOrFindCircle() {
            case .outcome(let outcome): return try outcome.get()
            case .circle(let keys): throw Circle(description: CircularDependency.message(for: keys))
            }
        } catch {
            fatalError("\(error)")
        }
    }

    private struct Circle: Error, CustomStringConvertible {
        let description: String
    }

    /// What a thread that waits gets to know.
    package enum Arrival {
        case outcome(Outcome)
        /// That there will never be an outcome, because the one who builds waits, maybe by way of others, for the one who asks. The
        /// first key is also the last.
        case circle([FactoryKey])
    }

    /// Returns the outcome once there is one, or the circle that the wait would close.
    package func waitOrFindCircle() -> Arrival {
        let chain = ResolutionChain.current
        return Self.mutex.withLock {
            if let outcome { return .outcome(outcome) }
            if let circle = circle(closedBy: chain) { return .circle(circle) }
            let arrival = arrival ?? Pthread.Condition()
            self.arrival = arrival
            chain.thread.awaited = self
            defer { chain.thread.awaited = nil }
            while true {
                arrival.wait(releasing: Self.mutex)
                if let outcome { return .outcome(outcome) }
            }
        }
    }

    /// Follows who waits for whom, from the builder of this construction on, and returns the way if it leads back to `chain`.
    ///
    /// Every thread on the way but the last is blocked in `wait()`, so its chain holds still while it is read. The walk ends, as a
    /// circle that was closed before would have stopped the program.
    private func circle(closedBy chain: ResolutionChain) -> [FactoryKey]? {
        var way: [FactoryKey] = []
        var construction = self
        while construction.owner != chain {
            guard let next = construction.owner.thread.awaited, next.outcome == nil else { return nil }
            way += construction.owner.keys(from: construction)
            construction = next
        }
        return way + chain.keys(from: construction) + [key]
    }
}
