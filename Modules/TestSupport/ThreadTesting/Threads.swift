import Foundation

/// Runs the body on `count` threads at the same time and returns the results in the order of the
/// thread numbers.
public func onThreads<R: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (Int) -> R
) async -> [R] {
    let (results, continuation) = AsyncStream.makeStream(of: (index: Int, value: R).self)
    for index in 0..<count {
        Thread { continuation.yield((index, body(index))) }.start()
    }
    let ended = await results.prefix(count).reduce(into: []) { $0.append($1) }
    return ended.sorted { $0.index < $1.index }.map(\.value)
}

/// A counter that threads can increment, and whose value threads can wait for.
///
/// `@unchecked Sendable`: the value is only accessed under the lock of the condition.
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

    /// Increments the counter, then blocks the thread until other threads have raised the counter
    /// to a number.
    public func incrementAndWait(for number: Int) {
        increment()
        wait(for: number)
    }
}
