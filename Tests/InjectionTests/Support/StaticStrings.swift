/// Names that are no literals of this program, as if they came from other modules.
enum StaticStrings {
    /// Names that differ.
    static func distinct(_ count: Int) -> [StaticString] {
        (0..<count).map { name("name\($0)") }
    }

    /// One name at different addresses.
    static func copies(of content: String, _ count: Int) -> [StaticString] {
        (0..<count).map { _ in name(content) }
    }

    // Never freed, as literals are not.
    private static func name(_ content: String) -> StaticString {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: content.utf8.count + 1)
        _ = unsafe bytes.initialize(from: Array(content.utf8) + [0])
        let start = UInt(bitPattern: bytes.baseAddress)
        // As the compiler lays out a literal: where it is, how long, and that it is ASCII.
        return unsafe unsafeBitCast(
            (start, UInt(content.utf8.count), UInt8(2)), to: StaticString.self)
    }
}
