import Foundation

/// Reads the dates that programs write into files of links, cut to whole seconds.
enum ForeignDate {
    /// The date of a number, whose fraction is cut off, or of text in ISO 8601; nil for nonsense.
    static func date(_ text: some StringProtocol) -> Date? {
        let bytes = Array(text.utf8.drop(while: isSpace))
        let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
        let number = bytes[..<end].prefix { $0 != UInt8(ascii: ".") }
        let fraction = bytes[number.endIndex..<end].dropFirst()
        guard let seconds = Int(String(decoding: number, as: UTF8.self)), fraction.allSatisfy({ isDigit($0) }) else {
            return ISO8601.date(bytes[..<end])
        }
        return date(seconds)
    }

    /// The date of a number whose unit and epoch only its size tells; nil for nonsense.
    ///
    /// Seconds since 1970 are taken for that up to the year 2060, whatever they mean. Larger numbers are seconds since
    /// 1904 (Mac OS), milliseconds or microseconds since 1970, or microseconds since 1601 (Chrome, WebKit), whichever
    /// gives a date between 1990 and 2060. Zero means that the date is unknown.
    static func date(_ number: Int) -> Date? {
        guard number > 0 else { return nil }
        if number < plausible.upperBound { return Date(timeIntervalSince1970: Double(number)) }
        let readings = [
            number / 1_000, number / 1_000_000, number - secondsFrom1904To1970,
            number / 1_000_000 - secondsFrom1601To1970,
        ]
        return readings.first(where: plausible.contains).map { Date(timeIntervalSince1970: Double($0)) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// From 1990 to 2060; seconds since 1970.
    private static let plausible = 631_152_000..<2_840_140_800
    private static let secondsFrom1904To1970 = 2_082_844_800
    private static let secondsFrom1601To1970 = 11_644_473_600
}
