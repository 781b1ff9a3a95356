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
