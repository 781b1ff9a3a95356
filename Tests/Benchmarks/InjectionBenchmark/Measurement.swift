import BenchmarkSubjects
import CAllocationCounter
import Foundation
import Synchronization

/// How thoroughly to measure.
struct Effort: Sendable {
    /// How many batches of each row.
    let batches: Int
    /// How long a batch lasts at least, in nanoseconds.
    let nanoseconds: Double

    /// What figures are read from. Most batches are shorter than what is left of the thread's turn on its processor.
    static let full = Effort(batches: 41, nanoseconds: 300_000)
    /// Shows that every row runs; the figures are rough.
    static let quick = Effort(batches: 3, nanoseconds: 100_000)
}

/// What was found out about one row.
struct Measurement: Sendable {
    let row: Row
    /// The median of the batches, for one operation.
    let nanoseconds: Double
    /// How many times one operation allocates; nil where that cannot be counted.
    let allocations: Double?

    /// Measures rows: a batch of each, then the next batch of each, so that what disturbs the machine disturbs them all.
    static func all(of rows: [Row], effort: Effort) -> [Measurement] {
        // As in any app, there is a second thread: the locks of glibc are cheaper as long as there is none.
        Thread.detachNewThread { while true { sleep(60) } }
        let allocations = rows.map(allocations)
        let counts = rows.map { count(for: $0, effort: effort) }
        var times = rows.map { _ in [Double]() }
        // Held so that each batch gets other memory: at a few addresses making an object takes half the time.
        var ballast: [MemoryLinkStore] = []
        for _ in 0..<effort.batches {
            for _ in 0..<10 { ballast.append(MemoryLinkStore()) }
            for (index, row) in rows.enumerated() { times[index].append(Stopwatch.time(row, count: counts[index])) }
        }
        withExtendedLifetime(ballast) {}
        return rows.indices.map { index in
            Measurement(row: rows[index], nanoseconds: times[index].median, allocations: allocations[index])
        }
    }

    /// How many operations make a batch; finding it out warms everything up.
    private static func count(for row: Row, effort: Effort) -> Int {
        var count = 1
        // The best of three, since one that was interrupted would make all batches far too short.
        func time() -> Double { (0..<3).map { _ in Stopwatch.time(row, count: count) }.reduce(.infinity, min) }
        while time() * Double(count) < effort.nanoseconds { count *= 2 }
        return count
    }

    private static func allocations(of row: Row) -> Double? {
        // The counter sees one thread.
        guard allocation_counter_is_available(), row.threads == 1 else { return nil }
        let repetitions = 10
        row.run(repetitions)
        let before = allocation_count()
        row.run(repetitions)
        return Double(allocation_count() - before) / Double(repetitions)
    }
}

extension [Double] {
    /// The middle one of the sorted values, of which there must be one; of an even number, the higher of the two.
    var median: Double { sorted()[count / 2] }
}

/// Times batches of operations.
enum Stopwatch {
    /// Nanoseconds that one operation of a row takes, performed on as many threads as the row asks for.
    static func time(_ row: Row, count: Int) -> Double {
        row.threads == 1 ? time(count: count) { row.run(count) } : Race(row, count: count).time()
    }

    /// Nanoseconds for each of the operations that the body performs.
    static func time(count: Int, _ body: () -> Void) -> Double {
        ContinuousClock().measure(body) / .nanoseconds(count)
    }
}

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

/// Takes a value, so that the compiler cannot leave out what makes it.
@inline(never)
@_optimize(none)
func consume<T>(_ value: T) {}
