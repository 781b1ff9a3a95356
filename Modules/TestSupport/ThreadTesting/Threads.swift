import Foundation

/// Runs the body on another thread and returns its result, or `nil` if the body does not end within
/// ten seconds.
///
/// A deadlock blocks only that thread, not the test.
@discardableResult
public func onThread<R: Sendable>(_ body: @escaping @Sendable () -> R) -> R? {
    let ended = Counter()
    let result = LockedValue<R?>(nil)
    Thread {
        let value = body()
        result.withLock { $0 = value }
        ended.increment()
    }.start()
    ended.wait(for: 1)
    return result.withLock { $0 }
}

/// Runs the body on `count` threads at the same time and returns the results in the order of the
/// thread numbers.
///
/// If `arrivals` is given, each thread increments it before it runs the body. Code that the body
/// calls can wait until all threads have arrived.
public func onThreads<R: Sendable>(
    _ count: Int,
    arrivals: Counter? = nil,
    _ body: @escaping @Sendable (Int) -> R
) async -> [R] {
    let (results, continuation) = AsyncStream.makeStream(of: (index: Int, value: R).self)
    for index in 0..<count {
        Thread {
            arrivals?.increment()
            continuation.yield((index, body(index)))
        }.start()
    }
    let ended = await results.prefix(count).reduce(into: []) { $0.append($1) }
    return ended.sorted { $0.index < $1.index }.map(\.value)
}

/// Runs the body in `count` tasks at the same time and returns the results in the order in which
/// the tasks end.
public func onTasks<R: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (Int) async throws -> R
) async throws -> [R] {
    try await withThrowingTaskGroup { group in
        for index in 0..<count {
            group.addTask { try await body(index) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
