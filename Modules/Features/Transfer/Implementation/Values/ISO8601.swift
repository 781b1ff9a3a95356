import Foundation

/// Dates in ISO 8601; many times as fast as Foundation's, which matters for hundreds of thousands.
enum ISO8601 {
    /// The date of `2023-07-22T04:26:40Z` and its likes, cut to whole seconds; nil for anything else.
    ///
    /// A space may stand for the `T`, a fraction is ignored, the time may be missing, and without a zone it is UTC. `UTC` and
    /// `GMT` are zones too.
    static func date(_ text: ArraySlice<UInt8>) -> Date? {
        var rest = text
        guard let year = number(4, &rest), skip("-", &rest), let month = number(2, &rest), skip("-", &rest),
            let day = number(2, &rest), (1...12).contains(month), (1...days(in: month, of: year)).contains(day)
        else { return nil }
        var seconds = daysSince1970(year: year, month: month, day: day) * 86_400
        if skip("T", &rest) || skip("t", &rest) || skip(" ", &rest) {
            guard let time = timeOfDay(&rest), let zone = zone(&rest) else { return nil }
            seconds += time - zone
        }
        return rest.isEmpty ? Date(timeIntervalSince1970: Double(seconds)) : nil
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    private static func timeOfDay(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let hour = number(2, &rest), skip(":", &rest), let minute = number(2, &rest), hour < 24, minute < 60
        else { return nil }
        var second = 0
        if skip(":", &rest) {
            guard let number = number(2, &rest), number <= 60 else { return nil }
            second = number
            if skip(".", &rest) || skip(",", &rest) { rest = rest.drop { (0x30...0x39).contains($0) } }
        }
        return hour * 3_600 + minute * 60 + second
    }

    /// Seconds east of Greenwich.
    private static func zone(_ rest: inout ArraySlice<UInt8>) -> Int? {
        _ = skip(" ", &rest)
        if rest.isEmpty || skip("Z", &rest) || skip("z", &rest) { return 0 }
        for name in ["UTC", "GMT"] where rest.starts(with: name.utf8) {
            rest = rest.dropFirst(name.utf8.count)
            return 0
        }
        let sign = skip("-", &rest) ? -1 : skip("+", &rest) ? 1 : 0
        guard sign != 0, let hours = number(2, &rest) else { return nil }
        _ = skip(":", &rest)
        guard let minutes = rest.isEmpty ? 0 : number(2, &rest) else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }

    /// Days from 1970-01-01 in the Gregorian calendar; years are counted from March, so that the leap day comes last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let monthFromMarch = (month + 9) % 12
        let leapDays = year / 4 - year / 100 + year / 400
        return year * 365 + leapDays + (monthFromMarch * 153 + 2) / 5 + day - 1 - daysFromYearZero
    }

    /// Days from 0000-03-01 to 1970-01-01.
    private static let daysFromYearZero = 719_468

    private static func number(_ digits: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(digits)
        return text.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    private static func skip(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest = rest.dropFirst()
        return true
    }
}
