import Core
import Foundation
import LibraryInterface
import ProgramTesting
import Testing

struct DateTests {
    /// Dates in files, and seconds since 1970. A date without seconds is unreadable.
    private static let numbers = Row.table(
        """
        1690000000 → 1690000000
        1690000000123 → 1690000000
        1690000000123456 → 1690000000
        13334473600000000 → 1690000000
        3772844800 → 1690000000
        ⏎1690000000⏎ → 1690000000
        1690000000.75 → 1690000000
        1690000000.7.5 →
        1 → 1
        2840140799 → 2840140799
        2840140800 → 757296000
        631152000000 → 631152000
        0 →
        -5 →
        yesterday →
        →
        99999999999999999999 →
        9000000000 →
        """
    )

    private static let strings = Row.table(
        """
        2023-07-22T04:26:40Z → 1690000000
        2023-07-22t04:26:40.999z → 1690000000
        2023-07-22T06:26:40+02:00 → 1690000000
        2023-07-21T23:26:40-0500 → 1690000000
        2023-07-22T09:56:40+05:30 → 1690000000
        2023-07-22T00:56:40-03:30 → 1690000000
        2023-07-22 04:26:40 → 1690000000
        2023-07-22 04:26:40 +00 → 1690000000
        2015-09-09 11:10:32 UTC → 1441797032
        2015-09-09T11:10:32GMT → 1441797032
        2015-09-09 11:10:32 CET →
        2015-09-09 11:10:32 UTC+ →
        2023-07-22T04:26Z → 1689999960
        2023-07-22 → 1689984000
        2000-02-29 → 951782400
        1970-01-01T00:00:00Z → 0
        1969-12-31T23:59:59Z → -1
        2024-12-31T23:59:60Z → 1735689600
        2023-02-29 →
        1900-02-29 →
        2021-04-31 →
        2023-13-01 →
        2023-07-22T24:00:00Z →
        2023-07-22T04:60:00Z →
        2024-12-31T23:59:61Z →
        2023-7-22 →
        2023-07-22T04:26:40Zx →
        22.07.2023 →
        July 2023 →
        2023-07-22T →
        2023-07-22T04:26:40+ →
        1e9 →
        """
    )

    /// The time of the clock, which is the date of a link without a readable date.
    private static let now = 1_700_000_000

    @Test(arguments: numbers)
    func `the magnitude of a numeric date determines its unit`(row: Row) async throws {
        let html = "<A HREF='https://a.com/' ADD_DATE='\(row.lines(0))'>A</A>"
        #expect(try await Imported(html).links.map(\.added) == [date(Int(row[1]) ?? Self.now)])
    }

    @Test(arguments: strings)
    func `reads ISO 8601 dates and ignores other strings`(row: Row) async throws {
        let csv = try await Imported("url,added\nhttps://a.com/,\"\(row[0])\"\n").links
        #expect(csv.map(\.added) == [date(Int(row[1]) ?? Self.now)])
        let json = try await Imported("[{\"url\":\"https://a.com/\",\"added\":\"\(row[0])\"}]")
            .links
        #expect(json.map(\.added) == csv.map(\.added))
    }
}
