public import Core
public import Foundation

/// A clock that only the test advances.
///
/// A test waits until the code under test sleeps, then advances the clock. Such a test has no races
/// and never waits for real time:
///
///     await clock.waitForSleepers(1)
///     clock.advance(by: .seconds(1))
public final class ManualClock: WallClock {
    private struct State {
        var now: Date
        var sleepers: [UUID: Date] = [:]
    }

    private let state: WaitableValue<State>

    public init(now: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        state = WaitableValue(State(now: now))
    }

    public var now: Date { state.value.now }

    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        let id = UUID()
        let end = state.withLock { state in
            let end = state.now + duration
            state.sleepers[id] = end
            return end
        }
        await state.wait { $0.now >= end }
        let isAwake = state.withLock { state in
            state.sleepers[id] = nil
            return state.now >= end
        }
        if !isAwake {
            throw CancellationError()
        }
    }

    public var sleepers: Int { state.value.sleepers.count }

    /// Advances the time, and wakes each task when its sleep is over.
    public func advance(by duration: Duration) {
        let target = now + duration
        while let next = state.value.sleepers.values.min(), next <= target {
            move(to: next)
        }
        move(to: target)
    }

    /// Waits until a task sleeps, then advances the time to the end of the shortest sleep.
    ///
    /// Returns false if the calling task is canceled. If the exact times do not matter, a separate
    /// task can advance the clock with `while await clock.advanceToNextSleeper() {}`.
    public func advanceToNextSleeper() async -> Bool {
        await waitForSleepers(1)
        guard !Task.isCancelled else { return false }
        if let next = state.value.sleepers.values.min() {
            move(to: next)
        }
        return true
    }

    /// Waits until at least `count` tasks sleep, or until the calling task is canceled.
    public func waitForSleepers(_ count: Int) async {
        await state.wait { $0.sleepers.count >= count }
    }

    private func move(to date: Date) {
        state.withLock { state in
            state.now = max(state.now, date)
            state.sleepers = state.sleepers.filter { $0.value > state.now }
        }
    }
}
