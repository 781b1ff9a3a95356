import Foundation

extension Date {
    /// Creates a date from a header field, in any of the formats that servers use.
    ///
    /// Like user agents, this initializer finds the parts of the date by their form (RFC 6265,
    /// section 5.1.1). Time zones are ignored, because the date is in UTC.
    init?(httpField text: String) {
        var parts = DateComponents(timeZone: .gmt)
        for word in text.split(whereSeparator: { " ,-".contains($0) }) {
            if let time = word.wholeMatch(of: /(\d\d?):(\d\d?):(\d\d?)/) {
                parts.hour = Int(time.1)
                parts.minute = Int(time.2)
                parts.second = Int(time.3)
            } else if let month = Self.months.firstIndex(of: word.prefix(3).lowercased()) {
                parts.month = month + 1
            } else if parts.day == nil {
                parts.day = Int(word)
            } else if let year = Int(word), parts.year == nil {
                parts.year = year < 70 ? 2000 + year : year < 100 ? 1900 + year : year
            }
        }
        let calendar = Calendar(identifier: .gregorian)
        guard parts.hour != nil, parts.month != nil, parts.year != nil,
            parts.isValidDate(in: calendar), let date = calendar.date(from: parts)
        else {
            return nil
        }
        self = date
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}
