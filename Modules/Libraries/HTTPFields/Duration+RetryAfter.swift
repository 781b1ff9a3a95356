public import Foundation

extension Duration {
    /// Creates the delay from `now` that a `Retry-After` field requests (RFC 9110, section 10.2.3).
    ///
    /// The value is a number of seconds or a date. The delay is never negative. Returns `nil` if
    /// the value is invalid.
    public init?(retryAfter value: String, now: Date) {
        let text = value.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) {
            self = .seconds(Int32(text) ?? .max)
            return
        }
        guard let date = Self.httpDate(text) else { return nil }
        self = max(.zero, .seconds(date.timeIntervalSince(now)))
    }

    /// Returns a date in one of the three formats of RFC 9110, section 5.6.7.
    private static func httpDate(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        for format in [
            "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'",
            "EEE MMM d HH:mm:ss yyyy",
        ] {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) {
                return date
            }
        }
        return nil
    }
}
