import Foundation

/// Reads the dates of bookmark files, whose unit and epoch only their size tells.
enum NetscapeDate {
    /// The date of a number as some program has written it, cut to whole seconds; nil for nonsense.
    ///
    /// Seconds since 1970 are taken for that up to the year 2060, whatever they mean. Larger numbers are seconds since
    /// 1904 (Mac OS), milliseconds or microseconds since 1970, or microseconds since 1601 (Chrome, WebKit), whichever
    /// gives a date between 1990 and 2060. Zero means that the date is unknown.
    static func date(_ text: String) -> Date? {
        guard let number = Int(text.filter { $0 != " " }), number > 0 else { return nil }
        let readings = [
            number, number / 1_000, number / 1_000_000, number - secondsFrom1904To1970,
            number / 1_000_000 - secondsFrom1601To1970,
        ]
        let isSeconds = number < plausible.upperBound
        guard let seconds = isSeconds ? number : readings.first(where: plausible.contains) else { return nil }
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// From 1990 to 2060; seconds since 1970.
    private static let plausible = 631_152_000..<2_840_140_800
    private static let secondsFrom1904To1970 = 2_082_844_800
    private static let secondsFrom1601To1970 = 11_644_473_600
}
