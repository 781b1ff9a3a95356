/// A character encoding of the WHATWG Encoding Standard.
public struct WebEncoding: Sendable, Hashable {
    enum Scheme: Sendable, Hashable {
        case utf8, utf16(isBigEndian: Bool)
        case singleByte, gb18030, big5, eucJP, iso2022JP, shiftJIS, eucKR
        case userDefined, replacement
    }

    /// The name in the standard, in lower case, such as `utf-8` or `windows-1252`.
    public let name: String
    let scheme: Scheme
    /// The number of a single-byte encoding in Core Foundation's `CFStringEncodings`, or `nil` for
    /// other encodings.
    let number: UInt32?

    public static let utf8 = WebEncoding(name: "utf-8", scheme: .utf8)
    /// UTF-16, least significant byte first.
    public static let utf16LittleEndian = WebEncoding(
        name: "utf-16le",
        scheme: .utf16(isBigEndian: false)
    )
    /// UTF-16, most significant byte first.
    public static let utf16BigEndian = WebEncoding(
        name: "utf-16be",
        scheme: .utf16(isBigEndian: true)
    )
    /// The encoding that browsers use for text that is labeled as Latin-1 or ASCII.
    public static let windows1252 = WebEncoding(
        name: "windows-1252",
        scheme: .singleByte,
        number: 0x500
    )

    private init(name: String, scheme: Scheme, number: UInt32? = nil) {
        self.name = name
        self.scheme = scheme
        self.number = number
    }

    /// Creates the encoding with the given label, or returns `nil` if the label is unknown.
    ///
    /// Case and surrounding white space are ignored.
    public init?(label: some StringProtocol) {
        let spaces: [UInt8] = [0x09, 0x0A, 0x0C, 0x0D, 0x20]
        var bytes = Array(label.utf8.drop { spaces.contains($0) })
        while let last = bytes.last, spaces.contains(last) {
            bytes.removeLast()
        }
        for index in bytes.indices where (0x41...0x5A).contains(bytes[index]) {
            bytes[index] |= 0x20
        }
        guard let encoding = Self.byLabel[Substring(decoding: bytes, as: UTF8.self)] else {
            return nil
        }
        self = encoding
    }

    /// Returns the text that the bytes encode, without a byte order mark. Invalid sequences become
    /// U+FFFD.
    public func decode(_ bytes: some Sequence<UInt8>) -> String {
        var decoder = WebDecoder(self)
        return String(decoding: decoder.decode(bytes) + decoder.finish(), as: UTF8.self)
    }
}

extension WebEncoding {
    private static let byLabel: [Substring: WebEncoding] = {
        var encodings: [Substring: WebEncoding] = [:]
        for line in labels.split(separator: "\n") {
            let words = line.split(separator: " ")
            let name = words[0]
            let encoding = WebEncoding(
                name: String(name),
                scheme: schemes[name] ?? .singleByte,
                number: UInt32(words[1], radix: 16)
            )
            encodings[name] = encoding
            for label in words.dropFirst(2) {
                encodings[label] = encoding
            }
        }
        return encodings
    }()

    private static let schemes: [Substring: Scheme] = [
        "utf-8": .utf8,
        "utf-16be": .utf16(isBigEndian: true),
        "utf-16le": .utf16(isBigEndian: false),
        "gbk": .gb18030,
        "gb18030": .gb18030,
        "big5": .big5,
        "euc-jp": .eucJP,
        "iso-2022-jp": .iso2022JP,
        "shift_jis": .shiftJIS,
        "euc-kr": .eucKR,
        "x-user-defined": .userDefined,
        "replacement": .replacement,
    ]

    /// The encodings in section 4.2 of the standard. Each line contains the name of an encoding,
    /// its ``number`` in hexadecimal, and its other labels. Only single-byte encodings have a
    /// number; the other lines contain a hyphen instead.
    private static let labels = """
        utf-8 - unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8
        ibm866 41B 866 cp866 csibm866
        iso-8859-2 202 csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
        iso-8859-3 203 csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
        iso-8859-4 204 csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
        iso-8859-5 205 csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
        iso-8859-6 206 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i \
        iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
        iso-8859-7 207 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 \
        iso_8859-7:1987 sun_eu_greek
        iso-8859-8 208 csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 \
        iso_8859-8:1988 visual
        iso-8859-8-i 208 csiso88598i logical
        iso-8859-10 20A csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6
        iso-8859-13 20D iso8859-13 iso885913
        iso-8859-14 20E iso8859-14 iso885914
        iso-8859-15 20F csisolatin9 iso8859-15 iso885915 iso_8859-15 l9
        iso-8859-16 210
        koi8-r A02 cskoi8r koi koi8 koi8_r
        koi8-u A08 koi8-ru
        macintosh 0 csmacintosh mac x-mac-roman
        windows-874 41D dos-874 iso-8859-11 iso8859-11 iso885911 tis-620
        windows-1250 501 cp1250 x-cp1250
        windows-1251 502 cp1251 x-cp1251
        windows-1252 500 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 \
        iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252
        windows-1253 503 cp1253 x-cp1253
        windows-1254 504 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 \
        latin5 x-cp1254
        windows-1255 505 cp1255 x-cp1255
        windows-1256 506 cp1256 x-cp1256
        windows-1257 507 cp1257 x-cp1257
        windows-1258 508 cp1258 x-cp1258
        x-mac-cyrillic 7 x-mac-ukrainian
        gbk - chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk
        gb18030 -
        big5 - big5-hkscs cn-big5 csbig5 x-x-big5
        euc-jp - cseucpkdfmtjapanese x-euc-jp
        iso-2022-jp - csiso2022jp
        shift_jis - csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis
        euc-kr - cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
        replacement - csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr
        utf-16be - unicodefffe
        utf-16le - csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16
        x-user-defined -
        """
}
