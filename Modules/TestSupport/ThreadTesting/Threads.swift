import Foundation
import Synchronization

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

/// Threads that resolve the same dependency at the same time. The code that builds the dependency
/// returns only after all threads have started to resolve it.
public struct Rendezvous: Sendable {
    public let built = Counter()
    private let arrived = Counter()
    private let threads: Int

    public init(threads: Int = 8) {
        self.threads = threads
    }

    /// Counts a construction and waits until every thread has started to resolve.
    public func build() {
        built.increment()
        arrived.wait(for: threads)
    }

    /// Runs the body on all threads and returns the results in the order of the thread numbers.
    public func resolve<R: Sendable>(_ body: @escaping @Sendable (Int) -> R) async -> [R] {
        await onThreads(threads) { index in
            arrived.increment()
            return body(index)
        }
    }
}

/// A thread that builds a dependency, and another thread that runs a closure during the
/// construction.
public struct Interruption: Sendable {
    public let built = Counter()
    private let ended = Counter()

    public init() {}

    /// Counts a construction and returns its number. The first construction waits for the other
    /// thread, and returns 0 if the other thread is blocked.
    @discardableResult
    public func build() -> Int {
        let number = built.increment()
        return number > 1 || ended.wait(for: 1) ? number : 0
    }

    /// Runs two closures on two threads and returns their results. The second closure starts as
    /// soon as the first closure has begun to build.
    public func resolve<R: Sendable>(
        _ first: @escaping @Sendable () -> R,
        meanwhile second: @escaping @Sendable () -> R
    ) async -> [R] {
        await onThreads(2) { index in
            if index == 0 {
                return first()
            }
            built.wait(for: 1)
            defer {
                ended.increment()
            }
            return second()
        }
    }
}

/// A list of lines in the order in which threads have added them.
public final class Record: Sendable {
    private let recorded = Mutex<[String]>([])

    public init() {}

    public var lines: [String] {
        recorded.withLock { $0 }
    }

    public func add(_ line: String) {
        recorded.withLock { $0.append(line) }
    }
}
