import BenchmarkSubjects
import CAllocationCounter
import Foundation

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
