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
