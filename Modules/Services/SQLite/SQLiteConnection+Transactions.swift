extension SQLiteConnection {
    /// When a transaction takes its locks.
    enum TransactionKind: String {
        /// At the first statement that needs them; enough for reading.
        case deferred = "BEGIN DEFERRED"
        /// The write lock at once: taken later it could fail in the middle, and waiting would not help.
        case immediate = "BEGIN IMMEDIATE"
    }

    /// Runs `body` between BEGIN and COMMIT; any error rolls back.
    func inTransaction<Result>(_ kind: TransactionKind, _ body: () throws -> Result) throws -> Result {
        try run(kind.rawValue)
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // A full disk or a broken file may have rolled back already; the first error is the one that matters.
            if !isAutocommitting { try? run("ROLLBACK") }
            throw error
        }
    }
}
