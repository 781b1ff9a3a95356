/// A number that tasks can wait for.
actor Tally {
    private(set) var count = 0
    private var waiting: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []

    @discardableResult
    func add() -> Int {
        count += 1
        for waiter in waiting where waiter.number <= count { waiter.continuation.resume() }
        waiting.removeAll { $0.number <= count }
        return count
    }

    /// Waits until the number is reached, whether the task is cancelled or not.
    func wait(for number: Int) async {
        if count >= number { return }
        await withCheckedContinuation { waiting.append((number, $0)) }
    }
}
