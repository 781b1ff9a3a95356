import Foundation

/// A number that threads can wait for.
// Sendable because the number is only touched under the condition's lock.
public final class Counter: @unchecked Sendable {
    private let condition = NSCondition()
    private var count = 0

    public init() {}

    public var value: Int { condition.withLock { count } }

    @discardableResult
    public func increment() -> Int {
        condition.withLock {
            count += 1
            condition.broadcast()
            return count
        }
    }

    /// Blocks the thread until the number is reached; false after ten seconds, which only what is broken lets pass.
    @discardableResult
    public func wait(for number: Int) -> Bool {
        condition.withLock {
            let deadline = Date(timeIntervalSinceNow: 10)
            while count < number {
                if !condition.wait(until: deadline) { return false }
            }
            return true
        }
    }
}
