package import CheckingInterface
package import Core
import Foundation
import LibraryInterface

/// A row in the result of an SQL query. The columns are numbered from 0.
package protocol StoredRow {
    func text(_ column: Int32) -> String?
    /// Returns the integer in a column, or 0 for null.
    func integer(_ column: Int32) -> Int64
    func optionalInteger(_ column: Int32) -> Int64?
}

/// An error that indicates that a row contains a value that this version of the program does not
/// know.
package struct UnknownStoredValue: Error {
    package let reason: String
}

extension StoredRow {
    func date(_ column: Int32) -> Date {
        Date(seconds: integer(column))
    }

    fileprivate func verdict(_ column: Int32) throws(UnknownStoredValue) -> Verdict {
        guard let verdict = text(column).flatMap(Verdict.init) else {
            throw UnknownStoredValue(reason: "a check has an unknown verdict")
        }
        return verdict
    }
}

extension Link {
    /// Creates a link from the columns `id, url, title, note, added, updated`, and a column that
    /// contains the tags, separated by commas.
    package init(row: some StoredRow) {
        self.init(
            id: row.integer(0),
            url: row.text(1) ?? "",
            title: row.text(2),
            note: row.text(3),
            tags: row.text(6).map(LinkTag.list) ?? [],
            added: row.date(4),
            updated: row.date(5)
        )
    }
}

extension TagCount {
    /// Creates a count from the name of a tag and the number of links. Returns `nil` if the name is
    /// not valid.
    package init?(row: some StoredRow) {
        guard let tag = row.text(0).flatMap({ LinkTag($0) }) else { return nil }
        self.init(tag, links: Int(row.integer(1)))
    }
}

extension CheckRecord {
    /// The columns of a record, in the order in which they are read and written.
    package static let columns =
        "link, verdict, status, location, attempts, milliseconds, reason, checked, inspections"

    /// Creates a record from a row that has the columns in ``columns``.
    package init(row: some StoredRow) throws(UnknownStoredValue) {
        self.init(
            link: row.integer(0),
            verdict: try row.verdict(1),
            status: row.optionalInteger(2).map(Int.init),
            location: row.text(3),
            attempts: Int(row.integer(4)),
            milliseconds: Int(row.integer(5)),
            reason: row.text(6),
            checked: row.date(7),
            inspections: PageInspections(rawValue: Int(row.integer(8)))
        )
    }
}

extension VerdictRun {
    /// Returns the query for the latest runs of links.
    ///
    /// - Parameter latest: A query that returns the ID of each link's latest check.
    package static func query(latest: String) -> String {
        """
        SELECT latest.link, latest.verdict, min(run.checked), count(*), previous.verdict
        FROM checks AS latest
        LEFT JOIN checks AS previous ON previous.id =
            (SELECT max(id) FROM checks WHERE link = latest.link AND verdict <> latest.verdict)
        JOIN checks AS run ON run.link = latest.link AND run.id > coalesce(previous.id, 0)
        WHERE latest.id IN (\(latest))
        GROUP BY latest.id, previous.verdict
        """
    }

    /// Returns the link and its run in a row of ``query(latest:)``.
    package static func run(
        row: some StoredRow
    ) throws(UnknownStoredValue) -> (link: Link.ID, run: VerdictRun) {
        let run = VerdictRun(
            try row.verdict(1),
            since: row.date(2),
            checks: Int(row.integer(3)),
            previous: row.text(4).flatMap(Verdict.init)
        )
        return (row.integer(0), run)
    }
}

/// The expressions in SQL for queries that select links by their checks.
extension CheckRecord {
    /// Returns the SQL expression for a column of a link's latest check. The value is null if the
    /// link has no check.
    package static func latest(_ column: String, of link: String) -> String {
        "(SELECT \(column) FROM checks WHERE link = \(link) ORDER BY id DESC LIMIT 1)"
    }

    /// Returns the SQL expression for the verdict of a link's latest check, as text in the form of
    /// ``name(of:)``.
    package static func latestVerdict(of link: String) -> String {
        "coalesce(\(latest("verdict", of: link)), '\(name(of: nil))')"
    }

    /// Returns a verdict as text. The text for a link without a check, whose verdict is `nil`, is
    /// empty.
    package static func name(of verdict: Verdict?) -> String {
        verdict?.rawValue ?? ""
    }

    /// Returns the SQL expression for the date since which every check has found a link dead. The
    /// value is null if the link has no check, or if its latest check has another verdict.
    package static func deadSince(of link: String) -> String {
        let checks = "FROM checks WHERE link = \(link)"
        let other = "SELECT max(id) \(checks) AND verdict <> '\(Verdict.dead.rawValue)'"
        return "(SELECT min(checked) \(checks) AND id > coalesce((\(other)), 0))"
    }
}
