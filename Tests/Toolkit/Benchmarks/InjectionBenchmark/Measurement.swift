import BenchmarkSubjects
import CAllocationCounter
import Foundation
import Synchronization

struct SamplingPlan: Sendable {
    let batches: Int
    let nanoseconds: Double

    /// A plan for reliable figures. The batches are so short that most of them end within the
    /// thread's time slice.
    static let full = SamplingPlan(batches: 41, nanoseconds: 300_000)
    /// A plan that only tests whether every row runs. Its figures are imprecise.
    static let quick = SamplingPlan(batches: 3, nanoseconds: 100_000)
}

struct Measurement: Sendable {
    let row: Row
    /// The median of the batches, in nanoseconds per operation.
    let nanoseconds: Double
    /// The number of allocations per operation, or `nil` if they cannot be counted.
    let allocations: Double?

    /// Measures rows. The rows take turns after each batch, so that a disturbance affects all of
    /// them.
    static func all(of rows: [Row], plan: SamplingPlan) -> [Measurement] {
        // The process has a second thread, as any app does, because glibc's locks are cheaper in a
        // single-threaded process.
        Thread.detachNewThread { while true { sleep(60) } }
        let allocations = rows.map(allocations)
        let counts = rows.map { count(for: $0, plan: plan) }
        var times = rows.map { _ in [Double]() }
        // Creating an object takes half the time at a few memory addresses, so each batch uses
        // different memory.
        var ballast: [MemoryLinkStore] = []
        for _ in 0..<plan.batches {
            for _ in 0..<10 {
                ballast.append(MemoryLinkStore())
            }
            for (index, row) in rows.enumerated() where row.sample == nil {
                times[index].append(Stopwatch.time(row, count: counts[index]))
            }
        }
        // Rows with a `sample` closure are last, because starting a process and filling the heap
        // would disturb the other rows.
        for (index, row) in rows.enumerated() {
            if let sample = row.sample {
                times[index] = (0..<plan.batches).map { _ in sample() }
            }
        }
        withExtendedLifetime(ballast) {}
        return rows.indices.map { index in
            Measurement(
                row: rows[index],
                nanoseconds: times[index].median,
                allocations: allocations[index]
            )
        }
    }

    private static func count(for row: Row, plan: SamplingPlan) -> Int {
        if row.sample != nil {
            return 1
        }
        var count = 1
        // This function uses the best of three runs, because an interruption makes a run seem long,
        // and the batches would then be far too short.
        func time() -> Double {
            (0..<3).map { _ in Stopwatch.time(row, count: count) }.reduce(.infinity, min)
        }
        while time() * Double(count) < plan.nanoseconds {
            count *= 2
        }
        return count
    }

    private static func allocations(of row: Row) -> Double? {
        // The counter covers only the current thread, so rows with several threads are excluded.
        guard allocation_counter_is_available(), row.threads == 1, row.sample == nil else {
            return nil
        }
        let repetitions = 10
        row.run(repetitions)
        let before = allocation_count()
        row.run(repetitions)
        return Double(allocation_count() - before) / Double(repetitions)
    }
}

extension [Double] {
    /// The median, or the higher of the two middle values. The array must not be empty.
    var median: Double { sorted()[count / 2] }
}

enum Stopwatch {
    static func time(_ row: Row, count: Int) -> Double {
        row.threads == 1
            ? time(count: count) { row.run(count) } : ContendedMeasurement(row, count: count).time()
    }

    static func time(count: Int, _ body: () -> Void) -> Double {
        ContinuousClock().measure(body) / .nanoseconds(count)
    }
}

/// Threads that perform the same operation concurrently, each in laps.
final class ContendedMeasurement: Sendable {
    private static let laps = 40
    private static let steps = 4
    private let row: Row
    private let stepCount: Int
    private let ready = Atomic(0)
    private let done = Atomic(0)
    private let times = Mutex([Double]())

    init(_ row: Row, count: Int) {
        self.row = row
        stepCount = max(1, count / Self.steps)
    }

    /// Starts the threads and waits for them.
    ///
    /// - Returns: The mean of all laps, in nanoseconds per operation. A mean is used, because a
    ///   thread that has the processor or the lock to itself during a lap gains time that another
    ///   thread loses.
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
        while ready.load(ordering: .acquiring) < row.threads {
            sched_yield()
        }
        while runLap() {}
        done.add(1, ordering: .acquiringAndReleasing)
        // This thread maintains the contention until the other threads have finished their laps.
        while done.load(ordering: .acquiring) < row.threads {
            runStep()
        }
    }

    private func runLap() -> Bool {
        let time = Stopwatch.time(count: stepCount * Self.steps) {
            for _ in 0..<Self.steps {
                runStep()
            }
        }
        return times.withLock { times in
            times.append(time)
            return times.count < Self.laps
        }
    }

    private func runStep() {
        row.run(stepCount)
    }
}

/// Consumes a value, so that the compiler does not optimize its computation away.
@inline(never)
@_optimize(none)
func consume<T>(_ value: T) {}
