package import Core
import Foundation

extension PostgreSQLStore: CheckHistoryStore {
    package func append(_ records: [CheckRecord], of addresses: [Link.ID: String]) async throws {
        guard !records.isEmpty else { return }
        try await inTransaction { connection, _ in try connection.insert(records, of: addresses) }
    }

    package func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord] {
        // One look into the index for each, so that ten links cost the same in a library of any size.
        let wanted = links == nil ? "links AS l" : "unnest($1::bigint[]) AS l (id)"
        let newest = try await records(
            """
            FROM \(wanted) CROSS JOIN LATERAL
                (SELECT * FROM checks WHERE checks.link = l.id ORDER BY checks.id DESC LIMIT 1) AS c
            """, links.map { [.integers($0)] } ?? [])
        return Dictionary(newest.map { ($0.link, $0) }) { first, _ in first }
    }

    package func history(of link: Link.ID) async throws -> [CheckRecord] {
        try await records("FROM checks AS c WHERE c.link = $1 ORDER BY c.id DESC", [.integer(link)])
    }

    private func records(_ source: String, _ values: [PostgreSQLValue]) async throws -> [CheckRecord] {
        try await withConnection { [path = address.text] connection in
            var records: [CheckRecord] = []
            let columns = CheckRecord.columns.split(separator: ", ").map { "c.\($0)" }.joined(separator: ", ")
            try connection.forEachRow("SELECT \(columns) \(source)", values) { row in
                guard let record = CheckRecord(row: row) else {
                    throw StoreError.corrupted(path: path, reason: "a check has an unknown verdict")
                }
                records.append(record)
            }
            return records
        }
    }
}

extension PostgreSQLConnection {
    /// Adds records to the history, but for those of links that are gone or have another address: they may have been removed or changed
    /// while they were checked.
    func insert(_ records: [CheckRecord], of addresses: [Link.ID: String] = [:]) throws {
        try run(
            """
            INSERT INTO checks (\(CheckRecord.columns))
            SELECT r.link, r.verdict, r.status, r.location, r.attempts, r.milliseconds, r.reason, r.checked
            FROM unnest($1::bigint[], $2::text[], $3::integer[], $4::text[], $5::bigint[], $6::bigint[], $7::text[],
                $8::bigint[], $9::text[]) WITH ORDINALITY
                AS r (link, verdict, status, location, attempts, milliseconds, reason, checked, url, place)
            JOIN links ON links.id = r.link AND links.url = coalesce(r.url, links.url) ORDER BY r.place
            """,
            .integers(records.map(\.link)), .texts(records.map(\.verdict.rawValue)),
            .integers(records.map { $0.status.map(Int64.init) }), .texts(records.map(\.location)),
            .integers(records.map { Int64($0.attempts) }), .integers(records.map { Int64($0.milliseconds) }),
            .texts(records.map(\.reason)), .integers(records.map(\.checked.seconds)),
            .texts(records.map { addresses[$0.link] }))
    }
}

extension CheckRecord {
    /// The columns of a record, in the order in which it is read and written.
    fileprivate static let columns = "link, verdict, status, location, attempts, milliseconds, reason, checked"

    /// Reads a record from a row; nil when its verdict is none.
    fileprivate init?(row: PostgreSQLRow) {
        guard let verdict = row.text(1).flatMap(Verdict.init) else { return nil }
        self.init(
            link: row.integer(0), verdict: verdict, status: row.optionalInteger(2).map(Int.init), location: row.text(3),
            attempts: Int(row.integer(4)), milliseconds: Int(row.integer(5)), reason: row.text(6),
            checked: Date(seconds: row.integer(7)))
    }
}
