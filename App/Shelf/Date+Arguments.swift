import CommandLineArguments
import Foundation

extension ParsedArguments {
    /// Returns the value of the option as a date, or `nil` if the option is missing. A day without
    /// a time begins at midnight UTC, like the dates that shelf prints.
    func date(_ option: String) throws(UsageError) -> Date? {
        guard let text = value(option) else { return nil }
        let day = Date.ISO8601FormatStyle().year().month().day()
        guard let date = (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: day)),
            date.timeIntervalSince1970 >= 0
        else {
            let expected = "a date such as 2024-02-27 or 2024-02-27T19:37:00Z"
            throw .invalidValue(option: option, value: text, expected: expected)
        }
        return date
    }
}
