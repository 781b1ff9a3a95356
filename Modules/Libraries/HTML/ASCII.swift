/// The bytes that markup is made of, by name.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let formFeed: UInt8 = 0x0C
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let exclamationMark = UInt8(ascii: "!")
    static let doubleQuote = UInt8(ascii: "\"")
    static let ampersand = UInt8(ascii: "&")
    static let singleQuote = UInt8(ascii: "'")
    static let hyphen = UInt8(ascii: "-")
    static let slash = UInt8(ascii: "/")
    static let semicolon = UInt8(ascii: ";")
    static let lessThan = UInt8(ascii: "<")
    static let equals = UInt8(ascii: "=")
    static let greaterThan = UInt8(ascii: ">")
    static let questionMark = UInt8(ascii: "?")
    static let openingBracket = UInt8(ascii: "[")
    static let closingBracket = UInt8(ascii: "]")
    static let numberSign = UInt8(ascii: "#")
}

extension UInt8 {
    /// Whether it is ASCII white space as HTML knows it.
    var isHTMLSpace: Bool {
        self == ASCII.space || self == ASCII.lineFeed || self == ASCII.tab || self == ASCII.carriageReturn
            || self == ASCII.formFeed
    }

    /// Whether it is an ASCII letter.
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    /// Whether it is an ASCII digit.
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether it is an ASCII letter or digit.
    var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

    /// Its lower-case form when it is an ASCII letter, or itself.
    var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    /// Whether it goes on with a character of UTF-8 that an earlier byte began.
    var isUTF8Continuation: Bool { self & 0xC0 == 0x80 }
}
