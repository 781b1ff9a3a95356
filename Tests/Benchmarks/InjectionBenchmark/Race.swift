import Foundation
import Synchronization

/// Threads that perform the same operation at the same time, each in laps.
final class Race: Sendable {
    /// How many laps must count before the race ends, and how many there are at most.
    private static let laps = (fair: 20, all: 200)
    /// The steps of a lap, after each of which a thread tells the others that it is running.
    private static let steps = 4
    /// How far the others may get on average during a lap: less, and one of them was interrupted; more, and this thread was.
    private static let fair = 0.75...1.5

    private let row: Row
    private let stepCount: Int
    private let ready = Atomic(0)
    private let done = Atomic(0)
    /// The steps that all threads together have taken.
    private let taken = Atomic(0)
    private let times = Mutex((fair: [Double](), all: [Double]()))

    /// Prepares a race in which a lap is `count` operations.
    init(_ row: Row, count: Int) {
        self.row = row
        stepCount = max(1, count / Self.steps)
    }

    /// Starts the threads and waits for them.
    /// - Returns: The median of the laps, in nanoseconds for one operation. A lap counts only if all ran throughout:
    ///   on a busy machine a thread is often alone, and then nobody is in its way.
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
        return times.withLock { $0.fair.isEmpty ? $0.all.median : $0.fair.median }
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
        let before = taken.load(ordering: .relaxed)
        let time = Stopwatch.time(count: stepCount * Self.steps) {
            for _ in 0..<Self.steps { runStep() }
        }
        let others = Double(taken.load(ordering: .relaxed) - before - Self.steps) / Double(row.threads - 1)
        let isFair = Self.fair.contains(others / Double(Self.steps))
        return times.withLock { times in
            times.all.append(time)
            if isFair { times.fair.append(time) }
            return times.fair.count < Self.laps.fair && times.all.count < Self.laps.all
        }
    }

    private func runStep() {
        row.run(stepCount)
        taken.add(1, ordering: .relaxed)
    }
}
