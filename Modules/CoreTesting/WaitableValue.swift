import Foundation

/// A value that is protected by a lock, with support for tasks that wait for a condition.
///
/// The lock is an `NSLock`, which is a `pthread_mutex_t` on Linux, because the thread sanitizer
/// does not understand `Synchronization.Mutex` on Linux and would report false races.
///
/// `@unchecked Sendable` is correct because all stored variables are accessed only while holding
/// `lock`.
public final class WaitableValue<Value: Sendable>: @unchecked Sendable {
    private struct Waiter {
        var id: Int
        var condition: @Sendable (Value) -> Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    private let lock = NSLock()
    private var storage: Value
    private var waiters: [Waiter] = []
    private var nextID = 0

    public init(_ value: Value) {
        storage = value
    }

    /// The current value. Reading it does not wake any tasks.
    public var value: Value { lock.withLock { storage } }

    /// Reads or changes the value, then wakes the tasks whose condition holds, in the order in
    /// which they began to wait.
    public func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        var woken: [Waiter] = []
        let result = lock.withLock {
            let result = body(&storage)
            waiters.removeAll { waiter in
                let isWoken = waiter.condition(storage)
                if isWoken {
                    woken.append(waiter)
                }
                return isWoken
            }
            return result
        }
        for waiter in woken {
            waiter.continuation.resume()
        }
        return result
    }

    /// Waits until the condition holds, or until the calling task is canceled.
    public func wait(until condition: @escaping @Sendable (Value) -> Bool) async {
        let id = lock.withLock {
            nextID += 1
            return nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = lock.withLock {
                    guard !Task.isCancelled, !condition(storage) else {
                        return false
                    }
                    waiters.append(Waiter(id: id, condition: condition, continuation: continuation))
                    return true
                }
                if !mustWait {
                    continuation.resume()
                }
            }
        } onCancel: {
            let canceled = lock.withLock {
                waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0) }
            }
            canceled?.continuation.resume()
        }
    }
}
