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
