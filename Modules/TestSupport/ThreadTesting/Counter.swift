import Foundation

/// A counter that threads and tasks can increment, and whose value they can wait for.
///
/// `@unchecked Sendable`: the variables are only accessed under the lock of the condition.
public final class Counter: @unchecked Sendable {
    private let condition = NSCondition()
    private var count = 0
    private var waitingTasks: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []

    public init() {}

    public var value: Int { condition.withLock { count } }

    @discardableResult
    public func increment() -> Int {
        condition.withLock {
            count += 1
            condition.broadcast()
            for task in waitingTasks where task.number <= count {
                task.continuation.resume()
            }
            waitingTasks.removeAll { $0.number <= count }
            return count
        }
    }

    /// Blocks the thread until the counter reaches a number, or until ten seconds have passed.
    ///
    /// - Returns: Whether the counter reached the number in time.
    @discardableResult
    public func wait(for number: Int) -> Bool {
        condition.withLock {
            let deadline = Date(timeIntervalSinceNow: 10)
            while count < number {
                if !condition.wait(until: deadline) {
                    return false
                }
            }
            return true
        }
    }

    /// Suspends the task until the counter reaches a number, even if the task is canceled.
    public func wait(for number: Int) async {
        await withCheckedContinuation { continuation in
            condition.withLock {
                if count >= number {
                    continuation.resume()
                } else {
                    waitingTasks.append((number, continuation))
                }
            }
        }
    }

    /// Increments the counter, then blocks the thread until other threads have raised the counter
    /// to a number.
    public func incrementAndWait(for number: Int) {
        increment()
        wait(for: number)
    }

    /// Increments the counter, then suspends the task until another counter reaches the same
    /// number.
    @discardableResult
    public func increment(waitingFor other: Counter) async -> Int {
        let number = increment()
        await other.wait(for: number)
        return number
    }

    /// Increments the counter. The first call then runs a closure on another thread and waits until
    /// it ends.
    ///
    /// - Returns: The number of the call, or 0 if the closure is blocked.
    @discardableResult
    public func increment(runningOnce body: @escaping @Sendable () -> Void) -> Int {
        let number = increment()
        return number > 1 || onThread(body) != nil ? number : 0
    }
}
