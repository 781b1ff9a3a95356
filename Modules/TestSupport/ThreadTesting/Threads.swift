import Foundation
import Synchronization

/// Runs the body on `count` threads at the same time and returns the results in the order of the thread numbers.
public func onThreads<R>(_ count: Int, _ body: @escaping @Sendable (Int) -> sending R) async -> [R] {
    let results = Results<R>(count)
    await withCheckedContinuation { continuation in
        for index in 0..<count {
            Thread {
                if results.set(body(index), at: index) { continuation.resume() }
            }.start()
        }
    }
    return results.all
}

/// The results of the threads.
// Sendable because all access is under the lock.
private final class Results<R>: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [R?]

    init(_ count: Int) {
        values = Array(repeating: nil, count: count)
    }

    /// Sets a value and returns whether it was the last one.
    func set(_ value: R, at index: Int) -> Bool {
        lock.withLock {
            values[index] = value
            return !values.contains { $0 == nil }
        }
    }

    var all: [R] { lock.withLock { values.compactMap(\.self) } }
}

/// A number that threads can wait for.
// Sendable because the number is only accessed under the condition's lock.
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

    /// Blocks the thread until the number is reached. Returns false after ten seconds, which only defective code
    /// exceeds.
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

    /// Increments the number, then blocks the thread until other threads have raised it to the given one.
    public func incrementAndWait(for number: Int) {
        increment()
        wait(for: number)
    }
}

/// Threads that resolve the same dependency at the same time. The code that builds it returns only after all of them
/// have started to resolve.
public struct Rendezvous: Sendable {
    /// The number of calls of ``build()``.
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
    public func resolve<R>(_ body: @escaping @Sendable (Int) -> sending R) async -> [R] {
        await onThreads(threads) { index in
            arrived.increment()
            return body(index)
        }
    }
}

/// Lines in the order in which they were added.
public final class Record: Sendable {
    private let recorded = Mutex<[String]>([])

    public init() {}

    public var lines: [String] { recorded.withLock { $0 } }

    public func add(_ line: String) {
        recorded.withLock { $0.append(line) }
    }
}
