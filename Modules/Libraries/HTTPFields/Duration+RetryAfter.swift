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
        guard let date = Date(httpField: text) else { return nil }
        self = max(.zero, .seconds(date.timeIntervalSince(now)))
    }
}
