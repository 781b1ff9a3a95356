import Foundation

/// One line of the table: an operation, and what is expected of it.
struct Row: Sendable {
    let name: String
    /// The row that its ratio is taken to.
    let reference: String
    let goal: Goal?
    /// How many objects the operation is asked to make; what it allocates beyond them is the engine's.
    let objects: Int
    /// How many threads perform it at once.
    let threads: Int
    /// Performs the operation that many times.
    let run: @Sendable (Int) -> Void

    /// A row for one thread.
    // Inlined so that the loop holds the operation itself rather than a call of a closure.
    @inline(__always)
    init<T>(
        _ name: String, _ goal: Goal? = nil, objects: Int = 0, to reference: String = Row.directInit,
        operation: @escaping @Sendable () -> T
    ) {
        self.init(name: name, reference: reference, goal: goal, objects: objects, threads: 1) { count in
            for _ in 0..<count { consume(operation()) }
        }
    }

    /// What each of many threads keeps of the throughput that one thread has alone.
    @inline(__always)
    static func contended<T>(
        _ name: String, keepsAsMuchAs floor: String? = nil, operation: @escaping @Sendable () -> T
    ) -> [Row] {
        threadCounts.map { count in
            Row(
                name: title(name, threads: count), reference: title(name, threads: 1),
                goal: count == 1 ? nil : floor.map { .throughput(of: title($0, threads: count)) }, objects: 0,
                threads: count
            ) { count in
                for _ in 0..<count { consume(operation()) }
            }
        }
    }

    // More threads than processors take turns; four show that nothing breaks down then, more would only measure the scheduler.
    private static let threadCounts = [1, 2, 4, 8].filter { $0 <= max(4, ProcessInfo.processInfo.activeProcessorCount) }

    /// The rows that it is set against.
    var others: [String] {
        if case .throughput(let floor) = goal { [reference, floor] } else { [reference] }
    }

    private init(
        name: String, reference: String, goal: Goal?, objects: Int, threads: Int, run: @escaping @Sendable (Int) -> Void
    ) {
        self.name = name
        self.reference = reference
        self.goal = goal
        self.objects = objects
        self.threads = threads
        self.run = run
    }

    private static func title(_ name: String, threads: Int) -> String {
        "\(name), \(threads) thread\(threads == 1 ? "" : "s")"
    }
}

/// What a row should reach.
enum Goal: Sendable {
    /// At most so many times what its reference takes.
    case ratio(Double)
    /// At most so many nanoseconds.
    case nanoseconds(Double)
    /// At least the part of the throughput that another row keeps.
    case throughput(of: String)
}
