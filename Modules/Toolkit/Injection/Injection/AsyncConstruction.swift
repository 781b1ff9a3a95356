/// The construction of an instance, which runs in a separate task. Any number of tasks can await
/// it.
///
/// Each waiting task has its own continuation, so one task can be canceled without affecting the
/// others. To detect cycles, each waiter also records the construction to which its task belongs.
// This class is Sendable because the monitor guards its state.
package final class AsyncConstruction: AnyConstruction, @unchecked Sendable {
    package typealias Instance = any AnyObject & Sendable

    /// A closure that creates the instance in the construction's own task. The task may be canceled
    /// before the closure starts.
    ///
    /// Before the closure returns or throws, it must store the instance or clear the place reserved
    /// for it, so that later resolutions find the instance or start another construction.
    package typealias Build = @Sendable () async throws -> Instance

    fileprivate typealias Outcome = Result<Instance?, any Error>

    private var waiters: [Waiter] = []
    private var task: Task<Void, Never>?
    private var isAbandoned = false
    /// The instances of the graph scope, or `nil` after the construction has ended.
    private var graph: Locked<FactoryTable>?

    /// The construction that the current task runs. Tasks that the construction starts inherit the
    /// value, and may outlive the construction.
    @TaskLocal private static var current: AsyncConstruction?

    package init(of key: FactoryKey) {
        graph = Self.currentGraph ?? Locked(FactoryTable())
        super.init(key: key)
    }

    /// The graph of the construction that the current task runs, or `nil` if there is none.
    static var currentGraph: Locked<FactoryTable>? {
        get {
            current.flatMap { current in
                monitor.withLock { current.graph }
            }
        }
        set { monitor.withLock { current?.graph = newValue } }
    }

    /// The keys of the constructions that wait for the construction of the current task, and the
    /// key of this construction, outermost first.
    static var keys: [FactoryKey] {
        monitor.withLock {
            let waiting = current.map { sequence(first: $0, next: \.waiters.first?.requester) }
            return waiting?.map(\.key).reversed() ?? []
        }
    }

    /// Waits until the construction has ended. Tasks that wait here do not keep the construction
    /// running: the construction is canceled when the last task that waits in `join` is canceled.
    func waitForEnd() async {
        await Self.monitor.withLock { task }?.value
    }

    /// Awaits the instance. The first call starts `build`, which inherits the task-local values of
    /// the caller.
    ///
    /// The construction gets at least the priority of the caller. If the last waiting task is
    /// canceled, the construction is canceled too.
    ///
    /// - Returns: The result of `build`, or `nil` if the construction has already ended or was
    ///   canceled. If the result is `nil`, look up the instance again.
    /// - Throws: The error that `build` throws. If the calling task is canceled, throws
    ///   `CancellationError` immediately. If waiting would close a cycle, throws
    ///   ``CircularDependencyError``.
    nonisolated(nonsending) package func join(_ build: @escaping Build) async throws -> Instance? {
        let waiter = Waiter()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enter(waiter, continuation, build)
            }
        } onCancel: {
            leave(waiter)
        }
        // The task that built the instance acquired the monitor afterward, so acquiring it here
        // orders the accesses to the instance. The continuation already does so, but the thread
        // sanitizer does not recognize that.
        return try Self.monitor.withLock { outcome }.get()
    }

    private func enter(
        _ waiter: Waiter,
        _ continuation: CheckedContinuation<Outcome, Never>,
        _ build: @escaping Build
    ) {
        var cycle: [FactoryKey]?
        var running: Task<Void, Never>?
        let isWaiting = Self.monitor.withLock {
            if graph == nil {
                return false
            }
            cycle = self.cycle(closedBy: waiter)
            if cycle != nil {
                return false
            }
            waiter.continuation = continuation
            waiters.append(waiter)
            running = task
            task = task ?? start(build)
            return true
        }
        // An escalation may call a handler of the user, so the monitor is not held.
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            running?.escalatePriority(to: Task.currentPriority)
        }
        if !isWaiting {
            let error = cycle.map { CircularDependencyError(chain: $0.map(\.description)) }
            continuation.resume(returning: error.map(Outcome.failure) ?? .success(nil))
        } else if Task.isCancelled {
            // If the task was canceled before this function stored the waiter, the cancellation
            // handler did not find it.
            leave(waiter)
        }
    }

    private func leave(_ waiter: Waiter) {
        var abandoned: Task<Void, Never>?
        let continuation = Self.monitor.withLock {
            waiters.firstIndex { $0 === waiter }.flatMap { index in
                waiters.remove(at: index)
                if waiters.isEmpty {
                    isAbandoned = true
                    abandoned = task
                }
                return waiter.continuation
            }
        }
        continuation?.resume(returning: .failure(CancellationError()))
        abandoned?.cancel()
    }

    private func start(_ build: @escaping Build) -> Task<Void, Never> {
        Task {
            do {
                finish(with: .success(try await Self.$current.withValue(self, operation: build)))
            } catch {
                finish(with: .failure(error))
            }
        }
    }

    private func finish(with outcome: Outcome) {
        let (waiters, graph, isAbandoned) = Self.monitor.withLock {
            let waiters = exchange(&self.waiters, with: [])
            return (waiters, exchange(&self.graph, with: nil), self.isAbandoned)
        }
        withExtendedLifetime(graph) {}
        var outcome = outcome
        // The error of a canceled construction does not concern tasks that joined later. They look
        // up the instance again.
        if isAbandoned, case .failure = outcome {
            outcome = .success(nil)
        }
        for waiter in waiters {
            waiter.continuation?.resume(returning: outcome)
        }
    }
}

extension AsyncConstruction {
    // This class is Sendable because the monitor guards the continuation, and the other properties
    // never change.
    private final class Waiter: @unchecked Sendable {
        /// The construction that the waiting task runs, or `nil` if the task does not run one.
        let requester = AsyncConstruction.current
        var continuation: CheckedContinuation<Outcome, Never>?
    }

    /// Returns the cycle that a new waiter would close, or `nil` if there is none.
    ///
    /// The method searches the constructions that wait, directly or indirectly, for the
    /// construction that the new waiter's task runs. If this construction is one of them, the new
    /// waiter would close a cycle.
    private func cycle(closedBy waiter: Waiter) -> [FactoryKey]? {
        var paths = [[waiter]]
        var seen: Set<ObjectIdentifier> = []
        while let path = paths.popLast() {
            guard let requester = path.last?.requester,
                seen.insert(ObjectIdentifier(requester)).inserted
            else { continue }
            var keys = path.compactMap(\.requester?.key)
            // If the instance is not stored, each resolution starts another construction, so a
            // cycle appears as infinite recursion. A factory may occur 32 times in a chain with the
            // same parameter. Only the hashes of parameters are compared, because a comparison is
            // user code, which must not run under the monitor.
            let rounds = keys.indices.filter { index in
                keys[index].location == key.location && keys[index].hash == key.hash
            }
            if requester === self || rounds.count > 32 {
                if requester !== self {
                    keys = Array(keys[...rounds[0]])
                }
                return Array(([key] + keys).reversed())
            }
            for next in requester.waiters {
                paths.append(path + [next])
            }
        }
        return nil
    }
}
