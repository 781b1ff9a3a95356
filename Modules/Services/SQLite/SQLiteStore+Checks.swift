package import Core
import Foundation

extension SQLiteStore: CheckHistoryStore {
    package func append(_ records: [CheckRecord], of addresses: [Link.ID: String]) async throws {
        try inTransaction { connection in
            // The condition leaves out links that were removed, or got another address, while they were being checked.
            let insertion = try connection.statement(
                """
                INSERT INTO checks (\(CheckRecord.columns))
                SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE EXISTS (SELECT 1 FROM links WHERE id = ?1 AND url = coalesce(?9, url))
                """)
            for record in records { try insertion.run(record.row + [.text(addresses[record.link])]) }
        }
    }

    package func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord] {
        let newest = try inSnapshot { connection in
            guard let links else {
                return try records("WHERE id IN (SELECT max(id) FROM checks GROUP BY link)", [], connection)
            }
            // One look into the index for each, so that ten links cost the same in a library of any size.
            return try links.flatMap {
                try records("WHERE link = ? ORDER BY id DESC LIMIT 1", [.integer($0)], connection)
            }
        }
        return Dictionary(newest.map { ($0.link, $0) }) { first, _ in first }
    }

    package func history(of link: Link.ID) async throws -> [CheckRecord] {
        try withConnection { try records("WHERE link = ? ORDER BY id DESC", [.integer(link)], $0) }
    }

    private func records(
        _ condition: String, _ values: [SQLiteValue], _ connection: SQLiteConnection
    ) throws -> [CheckRecord] {
        let statement = try connection.statement("SELECT \(CheckRecord.columns) FROM checks \(condition)")
        defer { statement.reset() }
        try statement.bind(values)
        var records: [CheckRecord] = []
        while try statement.step() {
            guard let record = CheckRecord(row: statement) else {
                throw StoreError.corrupted(path: path, reason: "a check has an unknown verdict")
            }
            records.append(record)
        }
        return records
    }
}

extension CheckRecord {
    /// The columns of a record, in the order in which it is read and written.
    static let columns = "link, verdict, status, location, attempts, milliseconds, reason, checked"

    /// The values of these columns.
    var row: [SQLiteValue] {
        [
            .integer(link), .text(verdict.rawValue), .optional(status), .text(location), .integer(Int64(attempts)),
            .integer(Int64(milliseconds)), .text(reason), .integer(checked.seconds),
        ]
    }

    /// Reads a record from a row; nil when its verdict is none.
    fileprivate init?(row: SQLiteStatement) {
        guard let verdict = row.text(1).flatMap(Verdict.init) else { return nil }
        self.init(
            link: row.integer(0), verdict: verdict, status: row.optionalInteger(2).map(Int.init), location: row.text(3),
            attempts: Int(row.integer(4)), milliseconds: Int(row.integer(5)), reason: row.text(6),
            checked: Date(seconds: row.integer(7)))
    }
}

extension SQLiteValue {
    fileprivate static func optional(_ number: Int?) -> SQLiteValue {
        number.map { .integer(Int64($0)) } ?? .null
    }
}
