import Foundation

/// Runs the body on as many threads at once and returns what they made, in any order.
func onThreads<R: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> R) async -> [R] {
    await withTaskGroup { group in
        for index in 0..<count {
            group.addTask {
                await withCheckedContinuation { continuation in
                    Thread { continuation.resume(returning: body(index)) }.start()
                }
            }
        }
        return await group.reduce(into: []) { $0.append($1) }
    }
}

/// A number that threads can wait for.
final class Counter: @unchecked Sendable {
    private let condition = NSCondition()
    private var count = 0

    var value: Int { condition.withLock { count } }

    @discardableResult
    func increment() -> Int {
        condition.withLock {
            count += 1
            condition.broadcast()
            return count
        }
    }

    /// Blocks the thread until the number is reached; false after ten seconds, which only a broken engine lets pass.
    @discardableResult
    func wait(for number: Int) -> Bool {
        condition.withLock {
            let deadline = Date(timeIntervalSinceNow: 10)
            while count < number {
                if !condition.wait(until: deadline) { return false }
            }
            return true
        }
    }
}
