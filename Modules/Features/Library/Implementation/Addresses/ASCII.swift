extension UInt8 {
    /// Whether it is one of `A` to `Z` and `a` to `z`.
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    /// Whether it is one of `0` to `9`.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Its value as a digit to the base of 16.
    var hexDigit: UInt8? {
        if isDigit { return self - UInt8(ascii: "0") }
        let digit = (self | 0x20) &- UInt8(ascii: "a") &+ 10
        return (10...15).contains(digit) ? digit : nil
    }

    /// Whether it means the same percent-encoded and not (RFC 3986, section 2.3).
    var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: isLetter || isDigit
        }
    }

    var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }

    /// The digit of a value below 16, in upper case.
    static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
