/// An instance that one thread is building and that others may wait for; a run of `autoRegister()` is one too.
///
/// The thread that builds holds no lock. Those that wait do so on a condition of this construction alone, so that a slow factory
/// delays nobody who does not need what it makes.
// Sendable because `key` and `owner` never change, and the rest is guarded by `mutex`.
final class Construction: @unchecked Sendable {
    let key: FactoryKey
    let owner: ResolutionChain

    private var result: AnyObject?
    private var arrival: Pthread.Condition?

    // One for all constructions, and not one each, because whether threads wait in a circle can only be told from a view of all
    // that wait. A resolution that finds its instance never takes it.
    private static let mutex = Pthread.Mutex()

    init(of key: FactoryKey) {
        self.key = key
        owner = .current
    }

    var isOwnedByThisThread: Bool { owner === ResolutionChain.current }

    /// Hands the result to all who wait.
    func finish(with result: AnyObject) {
        Self.mutex.withLock {
            self.result = result
            arrival?.broadcast()
        }
    }

    /// Returns the result once there is one. Stops the program if that can never be, because the one who builds waits, maybe by
    /// way of others, for the one who asks.
    func wait() -> AnyObject {
        let chain = ResolutionChain.current
        return Self.mutex.withLock {
            if let result { return result }
            if let circle = circle(closedBy: chain) { fatalError(CircularDependency.message(for: circle)) }
            let arrival = arrival ?? Pthread.Condition()
            self.arrival = arrival
            chain.awaited = self
            defer { chain.awaited = nil }
            while true {
                arrival.wait(releasing: Self.mutex)
                if let result { return result }
            }
        }
    }

    /// Follows who waits for whom, from the builder of this construction on, and returns the way if it leads back to `chain`.
    ///
    /// Every thread on the way but the last is blocked in `wait()`, so its chain holds still while it is read. The walk ends, as a
    /// circle that was closed before would have stopped the program.
    private func circle(closedBy chain: ResolutionChain) -> [FactoryKey]? {
        var way: [FactoryKey] = []
        var construction = self
        while construction.owner !== chain {
            guard let next = construction.owner.awaited, next.result == nil else { return nil }
            way += construction.owner.keys(from: construction)
            construction = next
        }
        return way + chain.keys(from: construction) + [key]
    }
}
