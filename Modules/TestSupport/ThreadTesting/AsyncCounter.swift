/// A counter that tasks can increment, and whose value tasks can wait for.
public actor AsyncCounter {
    public private(set) var count = 0
    private var waiting: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []

    public init() {}

    @discardableResult
    public func add() -> Int {
        count += 1
        for waiter in waiting where waiter.number <= count {
            waiter.continuation.resume()
        }
        waiting.removeAll { $0.number <= count }
        return count
    }

    /// Waits until the counter reaches a number, even if the task is canceled.
    public func wait(for number: Int) async {
        if count >= number {
            return
        }
        await withCheckedContinuation { waiting.append((number, $0)) }
    }

    /// Increments the counter, then waits until other tasks have raised the counter to a number.
    public func addAndWait(for number: Int) async {
        add()
        await wait(for: number)
    }
}
