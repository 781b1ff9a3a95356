import Foundation

extension Date {
    /// Creates a date from a number or an ISO 8601 date that another program wrote.
    ///
    /// The date is truncated to whole seconds.
    init?(importing text: String) {
        let bytes = Array(text.asciiTrimmedOrNil?.utf8 ?? "".utf8)
        let number = bytes.prefix { $0 != UInt8(ascii: ".") }
        let isNumber = bytes[number.endIndex...].dropFirst().allSatisfy(\.isASCIIDigit)
        if isNumber, let number = Int(String(decoding: number, as: UTF8.self)) {
            self.init(importing: number)
        } else {
            var parser = ISO8601Parser(rest: bytes[...])
            guard let date = parser.parse() else { return nil }
            self = date
        }
    }

    /// Creates a date from a number, whose magnitude determines its unit and epoch.
    ///
    /// Zero represents an unknown date. A number is in seconds since 1970 if that gives a date
    /// before 2060. Otherwise, the number is in the first of these units that gives a date between
    /// 1990 and 2060: milliseconds since 1970, microseconds since 1970, seconds since 1904 (Mac
    /// OS), or microseconds since 1601 (Chrome, WebKit).
    private init?(importing number: Int) {
        let plausibleRange = 631_152_000..<2_840_140_800
        let secondsFrom1904To1970 = 2_082_844_800
        let secondsFrom1601To1970 = 11_644_473_600
        guard number > 0 else { return nil }
        guard number >= plausibleRange.upperBound else {
            self.init(timeIntervalSince1970: Double(number))
            return
        }
        let readings = [
            number / 1_000,
            number / 1_000_000,
            number - secondsFrom1904To1970,
            number / 1_000_000 - secondsFrom1601To1970,
        ]
        guard let seconds = readings.first(where: plausibleRange.contains) else {
            return nil
        }
        self.init(timeIntervalSince1970: Double(seconds))
    }
}

/// A parser for dates in ISO 8601 and similar formats.
///
/// The parser accepts a space instead of the `T`, a missing time or zone, and the zones `UTC` and
/// `GMT`. It ignores fractions of a second. `Date.ISO8601FormatStyle` is not used, because it would
/// take eight times as long, and an import can contain hundreds of thousands of dates.
private struct ISO8601Parser {
    var rest: ArraySlice<UInt8>

    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    mutating func parse() -> Date? {
        guard let date = day() else { return nil }
        guard skip("Tt ") else {
            return rest.isEmpty ? date : nil
        }
        guard let time = timeOfDay(), let offset = zoneOffset(), rest.isEmpty else {
            return nil
        }
        return date + TimeInterval(time - offset)
    }

    /// Parses the year, month and day, and returns the start of the day.
    private mutating func day() -> Date? {
        guard let year = number(4), skip("-"), let month = number(2), skip("-"),
            let day = number(2), (1...12).contains(month)
        else {
            return nil
        }
        let components = DateComponents(year: year, month: month, day: day)
        guard let date = Self.calendar.date(from: components),
            Self.calendar.component(.day, from: date) == day
        else {
            return nil
        }
        return date
    }

    /// Parses the time, and returns the number of seconds since midnight.
    private mutating func timeOfDay() -> Int? {
        guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60 else {
            return nil
        }
        guard skip(":") else {
            return hour * 3_600 + minute * 60
        }
        guard let second = number(2), second <= 60 else {
            return nil
        }
        if skip(".,") {
            rest = rest.drop(while: \.isASCIIDigit)
        }
        return hour * 3_600 + minute * 60 + second
    }

    /// Parses the zone, and returns its offset from UTC in seconds.
    private mutating func zoneOffset() -> Int? {
        _ = skip(" ")
        if rest.isEmpty || skip("Zz") {
            return 0
        }
        if ["UTC", "GMT"].contains(where: { rest.starts(with: $0.utf8) }) {
            rest = rest.dropFirst(3)
            return 0
        }
        let isNegative = rest.first == UInt8(ascii: "-")
        guard skip("+-"), let hours = number(2) else {
            return nil
        }
        _ = skip(":")
        guard let minutes = rest.isEmpty ? 0 : number(2) else {
            return nil
        }
        let offset = hours * 3_600 + minutes * 60
        return isNegative ? -offset : offset
    }

    /// Parses a number with exactly the given number of digits.
    private mutating func number(_ digits: Int) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy(\.isASCIIDigit) else {
            return nil
        }
        rest = rest.dropFirst(digits)
        return text.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    /// Skips the next character if it is one of the given characters. Returns whether it was
    /// skipped.
    private mutating func skip(_ characters: String) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else {
            return false
        }
        rest = rest.dropFirst()
        return true
    }
}
