public import Foundation

extension HTTPResponse {
    /// How long the server asks to stay away (RFC 9110, section 10.2.3), never negative; nil when it says nothing of use.
    ///
    /// Both forms count: a number of seconds, and a date, which is measured from `now`.
    public func retryAfter(now: Date) -> Duration? {
        guard let value = headers["Retry-After"]?.trimmingCharacters(in: .whitespaces), !value.isEmpty else {
            return nil
        }
        if value.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return Int32(value).map { .seconds($0) } ?? .seconds(Int32.max)
        }
        return Self.httpDate(value).map { .seconds(max(0, $0.timeIntervalSince(now))) }
    }

    /// Reads a date in any of the three formats of RFC 9110, section 5.6.7.
    private static func httpDate(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        for format in ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"] {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }
}
