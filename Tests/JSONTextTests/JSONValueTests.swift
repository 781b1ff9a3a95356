import Foundation
import JSONText
import Testing

struct JSONValueTests {
    @Test
    func `preserves the order of members, and writes each element of an array on a separate line`()
    {
        let value = JSONValue.array([
            .object([("b", .integer(1)), ("a", .null)]),
            .string("x"),
            .array([]),
        ])
        #expect(value.text == "[\n{\"b\":1,\"a\":null},\n\"x\",\n[]\n]")
        #expect(value.compactText == "[{\"b\":1,\"a\":null},\"x\",[]]")
        #expect(JSONValue.array([]).text == "[]")
    }

    @Test(arguments: [
        "plain", "quote \" and \\ backslash", "line\nreturn\rtab\t", "\0\u{1B}\u{7F}\u{9B}",
        "é 👩‍👧 עברית", "/",
    ])
    func `round-trips any string`(_ text: String) throws {
        let json = JSONValue.string(text).text
        #expect(!json.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == text)
    }

    @Test func `escapes only control characters, quotation marks and backslashes`() throws {
        for scalar in (UInt32(0)...0xFF).compactMap(Unicode.Scalar.init) {
            let json = JSONValue.string("a\(scalar)b").text
            let isControl = scalar.properties.generalCategory == .control
            let isEscaped = isControl || scalar == "\"" || scalar == "\\"
            let name = scalar.escaped(asASCII: true)
            #expect((json != "\"a\(scalar)b\"") == isEscaped, "\(name)")
            let decoded = try JSONDecoder().decode(String.self, from: Data(json.utf8))
            #expect(decoded == "a\(scalar)b", "\(name)")
        }
    }

    @Test func `formats timestamps as Foundation does`() {
        // The dates begin in 1583, because Foundation uses the Julian calendar for earlier dates.
        // Consecutive dates are about 11 months apart, at different times of day.
        for seconds in stride(from: -12_212_553_600, to: 253_402_300_799, by: 28_937_821) {
            let date = Date(timeIntervalSince1970: Double(seconds))
            let later = date.addingTimeInterval(0.75)
            #expect(JSONValue.timestamp(later) == date.formatted(.iso8601))
        }
        let leapDay = Date(timeIntervalSince1970: 951_782_400)
        #expect(JSONValue.timestamp(leapDay) == "2000-02-29T00:00:00Z")
        let beforeEpoch = Date(timeIntervalSince1970: -0.5)
        #expect(JSONValue.timestamp(beforeEpoch) == "1969-12-31T23:59:59Z")
    }

    @Test func `formats the last day of February and the first day of March of any year`() throws {
        // The calendar repeats after 400 years.
        for year in 1600...2000 {
            let march = try Date("\(year)-03-01T00:00:00Z", strategy: .iso8601)
            for seconds in [-86_400, -1, 0, 86_399] as [Double] {
                let date = march + seconds
                #expect(JSONValue.timestamp(date) == date.formatted(.iso8601))
            }
        }
    }

    @Test func `an optional becomes its value, or null if it is nil`() {
        #expect(JSONValue.optional("x").text == "\"x\"")
        #expect(JSONValue.optional(String?.none).text == "null")
        #expect(JSONValue.optional(7).text == "7")
        #expect(JSONValue.optional(Int?.none).text == "null")
        let epoch = Date(timeIntervalSince1970: 0)
        #expect(JSONValue.optional(epoch).text == "\"1970-01-01T00:00:00Z\"")
        #expect(JSONValue.optional(Date?.none).text == "null")
    }

    @Test func `the example in the README compiles and runs`() {
        let value = JSONValue.object([
            ("name", .string("Ada")),
            ("born", .integer(1815)),
            ("died", .null),
        ])
        #expect(value.text == #"{"name":"Ada","born":1815,"died":null}"#)
    }
}
