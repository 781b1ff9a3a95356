import Synchronization

/// The construction of an object by a thread or a task.
// This class is Sendable because the key never changes.
package class AnyConstruction: @unchecked Sendable {
    package let key: FactoryKey

    // All constructions share one monitor, because cycle detection requires a consistent view of
    // all waiting threads or tasks. Resolving an existing instance does not use the monitor.
    static let monitor = Monitor()

    init(key: FactoryKey) {
        self.key = key
    }
}

/// The construction of an object by one thread. Other threads can wait for the construction.
///
/// A run of `autoRegister()` is also a construction. The thread holds no lock during the
/// construction, so a slow factory delays only the threads that need its instance.
// This class is Sendable because `owner` and `depth` never change, and the monitor guards the other
// properties.
package final class Construction: AnyConstruction, @unchecked Sendable {
    private let owner = ThreadState.current
    /// The number of factories that the thread was running when the construction began.
    private let depth: Int
    private var outcome: Outcome?

    /// The object, or `nil` if the thread ended before it built the object.
    private typealias Outcome = Result<AnyObject?, any Error>

    package init(of key: FactoryKey) {
        depth = owner.depth
        super.init(key: key)
    }

    package var isOwnedByThisThread: Bool {
        owner === ThreadState.current
    }

    /// Returns the object that a place contains. If the place is empty, the first thread that needs
    /// the object builds it.
    ///
    /// If the thread that builds the object ends, another thread builds it.
    ///
    /// - Parameters:
    ///   - begin: A function that examines the place, and stores a new construction in the place if
    ///     it is empty. If the function returns `nil`, there is no object.
    ///   - make: A function that creates the object, and may throw an error for all waiting
    ///     threads.
    ///   - settle: A function that replaces the construction with the object, or clears the place
    ///     if the object is `nil`. It must do nothing if the place no longer contains the
    ///     construction.
    /// - Throws: The error of `make`. If waiting would close a cycle, throws a
    ///   ``CircularDependency``.
    package static func object(
        _ begin: () -> ConstructionStep<Construction>?,
        make: (FactoryKey) throws -> AnyObject,
        settle: (Construction, AnyObject?) -> Void
    ) throws -> AnyObject? {
        while let step = begin() {
            switch step {
            case .use(let object):
                return object
            case .build(let construction):
                return try construction.build(make, settle)
            case .wait(let construction):
                if let object = try construction.wait().get() {
                    return object
                }
                settle(construction, nil)
            }
        }
        return nil
    }

    /// Returns the object of a place if `make` cannot fail. Stops the program if waiting would
    /// close a cycle.
    static func objectOrStop(
        _ begin: () -> ConstructionStep<Construction>?,
        make: (FactoryKey) -> AnyObject,
        settle: (Construction, AnyObject?) -> Void
    ) -> AnyObject? {
        do {
            return try object(begin, make: make, settle: settle)
        } catch {
            fatalError("\(error)")
        }
    }

    /// Runs `make` to perform this construction, passes the outcome to `settle`, and wakes the
    /// waiting threads. If the thread ends while it runs `make`, `settle` is not called.
    private func build(
        _ make: (FactoryKey) throws -> AnyObject,
        _ settle: (Construction, AnyObject?) -> Void
    ) throws -> AnyObject? {
        owner.constructions.append(self)
        let outcome = Outcome { try make(key) }
        owner.constructions.removeLast()
        settle(self, try? outcome.get())
        finish(with: outcome)
        owner.endGraph()
        return try outcome.get()
    }

    /// Ends the construction because its thread has ended.
    func abandon() {
        finish(with: .success(nil))
    }

    private func finish(with outcome: Outcome) {
        Self.monitor.withLock {
            self.outcome = outcome
            Self.monitor.broadcast()
        }
    }

    /// Waits for the outcome. If the thread that builds the object waits for the calling thread,
    /// directly or indirectly, returns a ``CircularDependency``.
    private func wait() -> Outcome {
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
    /// construction, or `nil` if there would be no cycle.
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
            keys += construction.owner.keys.dropFirst(construction.depth)
            construction = next
        }
        return keys + thread.keys.dropFirst(construction.depth) + [key]
    }
}

/// The next step of a thread or task that needs the object of a place. The type parameter is
/// `Construction` or `AsyncConstruction`.
package enum ConstructionStep<Building> {
    /// The caller must use the object.
    case use(AnyObject)
    /// The caller must wait for the thread or task that builds the object.
    case wait(Building)
    /// The caller must build the object.
    case build(Building)
}
