import Foundation
import Synchronization

/// Threads that perform the same operation at the same time, each in laps.
final class Race: Sendable {
    /// How many laps all threads together run at least.
    private static let laps = 40
    /// The steps of a lap.
    private static let steps = 4

    private let row: Row
    private let stepCount: Int
    private let ready = Atomic(0)
    private let done = Atomic(0)
    private let times = Mutex([Double]())

    /// Prepares a race in which a lap is `count` operations.
    init(_ row: Row, count: Int) {
        self.row = row
        stepCount = max(1, count / Self.steps)
    }

    /// Starts the threads and waits for them.
    /// - Returns: The mean of all laps, in nanoseconds for one operation: a lap during which another thread had the processor, or
    ///   the lock, to itself costs this one what the other gains.
    func time() -> Double {
        let group = DispatchGroup()
        for _ in 0..<row.threads {
            group.enter()
            Thread {
                self.run()
                group.leave()
            }.start()
        }
        group.wait()
        return times.withLock { $0.reduce(0, +) / Double(max(1, $0.count)) }
    }

    private func run() {
        ready.add(1, ordering: .acquiringAndReleasing)
        while ready.load(ordering: .acquiring) < row.threads { sched_yield() }
        while runLap() {}
        done.add(1, ordering: .acquiringAndReleasing)
        // The others still have laps to run, and must not be left alone.
        while done.load(ordering: .acquiring) < row.threads { runStep() }
    }

    /// Runs one lap, and tells whether the race goes on.
    private func runLap() -> Bool {
        let time = Stopwatch.time(count: stepCount * Self.steps) {
            for _ in 0..<Self.steps { runStep() }
        }
        return times.withLock { times in
            times.append(time)
            return times.count < Self.laps
        }
    }

    private func runStep() { row.run(stepCount) }
}
