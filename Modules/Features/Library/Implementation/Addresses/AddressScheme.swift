/// What stands before the colon of an address, in lower case, and what follows from it.
struct AddressScheme {
    let name: String
    /// Whether the URL Standard has rules of its own for it.
    let isSpecial: Bool
    /// The port that goes without saying.
    let defaultPort: Int?

    var isFile: Bool { name == "file" }
    /// Whether it is one of the web's.
    var isFetched: Bool { name == "https" || name == "http" }

    /// Finds the scheme of an address; nil for `example.org`, and for a host and a port, as in `localhost:8080`.
    init?(of input: AddressInput) {
        let bytes = input.bytes
        guard bytes.first?.isLetter == true, let colon = bytes.firstIndex(where: { !$0.isOfScheme }),
            bytes[colon] == UInt8(ascii: ":")
        else { return nil }
        name = String(decoding: bytes[..<colon].map(\.lowercased), as: UTF8.self)
        (isSpecial, defaultPort) =
            switch name {
            case "https", "wss": (true, 443)
            case "http", "ws": (true, 80)
            case "ftp": (true, 21)
            case "file": (true, nil)
            default: (false, nil)
            }
        let isHost = name == "localhost" || name.utf8.contains(UInt8(ascii: "."))
        if isHost, Self.isPort(bytes[(colon + 1)...]) { return nil }
    }

    /// Whether an address goes on behind its colon as it does behind a host.
    private static func isPort(_ rest: ArraySlice<UInt8>) -> Bool {
        let digits = rest.prefix(while: \.isDigit)
        guard (1...5).contains(digits.count) else { return false }
        guard let next = rest.dropFirst(digits.count).first else { return true }
        return next == UInt8(ascii: "/") || next == UInt8(ascii: "?") || next == UInt8(ascii: "#")
    }
}

extension UInt8 {
    fileprivate var isOfScheme: Bool {
        isLetter || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }
}
