import Core
import Foundation
import LibraryInterface
import Testing

struct DateTests {
    @Test(
        arguments: [
            ("1690000000", 1_690_000_000),
            ("1690000000123", 1_690_000_000),
            ("1690000000123456", 1_690_000_000),
            ("13334473600000000", 1_690_000_000),
            ("3772844800", 1_690_000_000),
            (" 1690000000 ", 1_690_000_000),
            ("1", 1),
            ("2840140799", 2_840_140_799),
            ("0", nil),
            ("-5", nil),
            ("yesterday", nil),
            ("", nil),
            ("99999999999999999999", nil),
            ("9000000000", nil),
        ] as [(String, Int?)]
    )
    func `the magnitude of a numeric date determines its unit`(text: String, seconds: Int?)
        async throws
    {
        let links = try await Imported("<A HREF='https://a.com/' ADD_DATE='\(text)'>A</A>").links
        #expect(links.map(\.added) == [date(seconds ?? 1_700_000_000)])
    }

    @Test(
        arguments: [
            ("2023-07-22T04:26:40Z", 1_690_000_000),
            ("2023-07-22t04:26:40.999z", 1_690_000_000),
            ("2023-07-22T06:26:40+02:00", 1_690_000_000),
            ("2023-07-21T23:26:40-0500", 1_690_000_000),
            ("2023-07-22 04:26:40", 1_690_000_000),
            ("2023-07-22 04:26:40 +00", 1_690_000_000),
            ("2015-09-09 11:10:32 UTC", 1_441_797_032),
            ("2015-09-09T11:10:32GMT", 1_441_797_032),
            ("2015-09-09 11:10:32 CET", nil),
            ("2015-09-09 11:10:32 UTC+", nil),
            ("2023-07-22T04:26Z", 1_689_999_960),
            ("2023-07-22", 1_689_984_000),
            ("2000-02-29", 951_782_400),
            ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59Z", -1),
            ("2024-12-31T23:59:60Z", 1_735_689_600),
            ("2023-02-29", nil),
            ("1900-02-29", nil),
            ("2021-04-31", nil),
            ("2023-13-01", nil),
            ("2023-07-22T24:00:00Z", nil),
            ("2023-7-22", nil),
            ("2023-07-22T04:26:40Zx", nil),
            ("22.07.2023", nil),
            ("July 2023", nil),
            ("2023-07-22T", nil),
            ("2023-07-22T04:26:40+", nil),
            ("1e9", nil),
        ] as [(String, Int?)]
    )
    func `reads ISO 8601 dates and ignores other strings`(text: String, seconds: Int?) async throws
    {
        let csv = try await Imported("url,added\nhttps://a.com/,\"\(text)\"\n").links
        #expect(csv.map(\.added) == [date(seconds ?? 1_700_000_000)])
        let json = try await Imported("[{\"url\":\"https://a.com/\",\"added\":\"\(text)\"}]").links
        #expect(json.map(\.added) == csv.map(\.added))
    }
}
