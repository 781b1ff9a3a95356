import Foundation

/// Runs the body on as many threads at once and returns what they made, in the order of their numbers.
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

/// What threads hand to the one who started them.
// Sendable because all access is under the lock.
private final class Results<R>: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [R?]

    init(_ count: Int) {
        values = Array(repeating: nil, count: count)
    }

    /// Sets a value, and tells whether it was the last one.
    func set(_ value: R, at index: Int) -> Bool {
        lock.withLock {
            values[index] = value
            return !values.contains { $0 == nil }
        }
    }

    var all: [R] { lock.withLock { values.compactMap(\.self) } }
}
