/// The named character references of HTML (WHATWG HTML, section 13.5), all 2,231 of them.
enum HTMLNamedCharacters {
    /// What each name stands for; it is written here without the semicolon that ends it.
    static let complete = parse(marks: ":=")
    /// What those names stand for that are references without a semicolon too.
    static let legacy = parse(marks: "=")
    /// The lengths of the names in `legacy`.
    static let legacyLengths = 2...6

    /// Reads the table once; names and marks are ASCII, so that bytes serve.
    private static func parse(marks: String) -> [String: String] {
        var names: [String: String] = [:]
        names.reserveCapacity(2_125)
        for entry in htmlNamedCharacterTable.utf8.split(whereSeparator: \.isHTMLSpace) {
            guard let mark = entry.firstIndex(where: { !$0.isASCIIAlphanumeric }), marks.utf8.contains(entry[mark])
            else { continue }
            var text = String.UnicodeScalarView()
            for code in entry[entry.index(after: mark)...].split(separator: UInt8(ascii: "+")) {
                text.append(UInt32(Substring(code), radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
            }
            names[String(Substring(entry[..<mark]))] = String(text)
        }
        return names
    }
}
