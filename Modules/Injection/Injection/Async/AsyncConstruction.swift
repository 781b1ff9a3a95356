/// An instance that is built in a task of its own, and that any number of tasks may await.
///
/// Each of those has a continuation here, so that one can be let go and not the others. They also tell what is awaited for the sake
/// of what, which is how circles are found.
// Sendable because `key` never changes, and the rest is guarded by `mutex`.
package final class AsyncConstruction: @unchecked Sendable {
    /// Something that is built: an object, which may be a box.
    package typealias Instance = any AnyObject & Sendable

    /// Runs in the construction's own task, which may be cancelled from the start.
    ///
    /// Whatever comes of it, it ends what those who come later would find: the instance, or nothing that leads here.
    package typealias Build = @Sendable () async throws -> Instance

    /// What those who await it get; nil says to look again.
    typealias Outcome = Result<Instance?, any Error>

    package let key: FactoryKey

    private var waiters: [Waiter] = []
    private var task: Task<Void, Never>?
    private var isOver = false

    /// Whether it was cancelled because nobody was left who needs it.
    private var isAbandoned = false

    /// The instances of the graph scope, which it shares with what it is built for.
    private var graph: Locked<InstanceTable>?

    // One for all constructions, because a circle can only be told from a view of all that wait. A resolution that finds its
    // instance never takes it.
    private static let mutex = Pthread.Mutex()

    /// What the current task is building. Tasks that it starts inherit it, and may outlive the construction.
    @TaskLocal private static var current: AsyncConstruction?

    init(of key: FactoryKey, graph: Locked<InstanceTable>?) {
        self.key = key
        self.graph = graph ?? Self.currentGraph ?? Locked(InstanceTable())
    }

    package convenience init(of key: FactoryKey) {
        self.init(of: key, graph: nil)
    }

    /// The instances of the graph scope in the current task, if it is building.
    static var currentGraph: Locked<InstanceTable>? {
        let current = current
        return mutex.withLock { current?.graph }
    }

    /// Whether the current task belongs to a construction that is not over.
    static var isUnderWay: Bool {
        let current = current
        return mutex.withLock { current.map { !$0.isOver } ?? false }
    }

    /// Awaits the instance; the first task that does so starts `build`, which inherits its task-local values.
    ///
    /// Throws what `build` throws; `CancellationError`, at once, if the calling task is cancelled; and ``CircularDependencyError`` instead
    /// of awaiting what can never be. The last task that is cancelled cancels the construction.
    ///
    /// - Returns: What `build` returned, or nil if it was over or had been cancelled: look for the instance again.
    nonisolated(nonsending) package func join(_ build: @escaping Build) async throws -> Instance? {
        try await outcome(for: Waiter(isInNeed: true), build).get()
    }

    /// Awaits the end of a construction that was started, and is no reason for it to go on.
    func waitForEnd() async {
        _ = await outcome(for: Waiter(isInNeed: false), nil)
    }

    nonisolated(nonsending) private func outcome(for waiter: Waiter, _ build: Build?) async -> Outcome {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { enter(waiter, $0, build) }
        } onCancel: {
            leave(waiter)
        }
        // Whoever built it held the mutex after that. A continuation orders this too, but the thread sanitizer cannot see it.
        return Self.mutex.withLock { outcome }
    }

    private func enter(_ waiter: Waiter, _ continuation: CheckedContinuation<Outcome, Never>, _ build: Build?) {
        var (circle, abandoned): ([FactoryKey]?, Task<Void, Never>?)
        let answer = Self.mutex.withLock { () -> Outcome? in
            if isOver { return .success(nil) }
            circle = self.circle(closedBy: waiter)
            if circle != nil { return nil }
            if let build, task == nil { task = start(build) }
            // Read under the lock: who is cancelled from now on finds the waiter, in `leave`.
            if Task.isCancelled {
                abandoned = abandonIfUseless()
                return .failure(CancellationError())
            }
            waiter.continuation = continuation
            waiters.append(waiter)
            return nil
        }
        abandoned?.cancel()
        if let answer = circle.map({ .failure(CircularDependencyError($0)) }) ?? answer {
            continuation.resume(returning: answer)
        }
    }

    private func leave(_ waiter: Waiter) {
        var abandoned: Task<Void, Never>?
        let continuation = Self.mutex.withLock { () -> CheckedContinuation<Outcome, Never>? in
            guard let index = waiters.firstIndex(where: { $0 === waiter }) else { return nil }
            waiters.remove(at: index)
            abandoned = abandonIfUseless()
            return waiter.continuation
        }
        continuation?.resume(returning: .failure(CancellationError()))
        abandoned?.cancel()
    }

    /// Returns the task, to be cancelled once the lock is free, if nobody needs what it builds.
    private func abandonIfUseless() -> Task<Void, Never>? {
        if waiters.contains(where: \.isInNeed) { return nil }
        isAbandoned = true
        return task
    }

    private func start(_ build: @escaping Build) -> Task<Void, Never> {
        Task {
            do {
                finish(with: .success(try await Self.$current.withValue(self) { try await build() }))
            } catch {
                finish(with: .failure(error))
            }
        }
    }

    private func finish(with outcome: Outcome) {
        var outcome = outcome
        let (waiters, ended) = Self.mutex.withLock {
            isOver = true
            task = nil
            // Who came after it had been cancelled has not deserved its error.
            if isAbandoned, case .failure = outcome { outcome = .success(nil) }
            return (exchange(&self.waiters, with: []), exchange(&graph, with: nil))
        }
        withExtendedLifetime(ended) {}
        for waiter in waiters { waiter.continuation?.resume(returning: outcome) }
    }
}

extension AsyncConstruction {
    /// A task that awaits a construction.
    // Sendable because the continuation is guarded by the mutex of the constructions, and the rest never changes.
    private final class Waiter: @unchecked Sendable {
        /// What is being built by the task that awaits, if anything.
        let asker = AsyncConstruction.current
        /// Whether it is a reason for the construction to go on.
        let isInNeed: Bool
        var continuation: CheckedContinuation<Outcome, Never>?

        init(isInNeed: Bool) {
            self.isInNeed = isInNeed
        }
    }

    /// The way that leads from this construction back to it, or round and round, if it were awaited by one more.
    ///
    /// Follows who awaits whom, from the new one up: if that leads here, this construction already awaits the one that asks.
    private func circle(closedBy waiter: Waiter) -> [FactoryKey]? {
        var ways = [[waiter]]
        var seen: Set<ObjectIdentifier> = []
        while let way = ways.popLast() {
            guard let asker = way.last?.asker, seen.insert(ObjectIdentifier(asker)).inserted else { continue }
            let askers = way.compactMap(\.asker)
            let rounds = askers.indices.filter { askers[$0].key == key }
            if asker === self { return askers.reversed().map(\.key) + [key] }
            // What keeps nothing is never awaited twice, so a circle of such constructions has no end instead.
            if rounds.count > Self.suspiciousRounds { return askers[...rounds[0]].reversed().map(\.key) + [key] }
            ways += asker.waiters.map { way + [$0] }
        }
        return nil
    }

    private static let suspiciousRounds = 32
}
