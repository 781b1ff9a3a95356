// These methods append strings to UTF-8 buffers.
//
// A `String` checks its capacity and encoding on each append, so appending many small pieces to an
// array of bytes takes a third less time than appending them to a string.
extension [UInt8] {
    /// Appends the UTF-8 bytes of a string.
    @inlinable public static func += (bytes: inout [UInt8], text: String) {
        bytes += text.utf8
    }

    /// Appends the UTF-8 bytes of a string. If `replacement` returns a string for a byte, appends
    /// that string instead of the byte.
    ///
    /// Non-ASCII bytes are parts of characters, so `replacement` should return `nil` for them.
    @inlinable public mutating func append(
        _ text: String,
        replacing replacement: (UInt8) -> String?
    ) {
        let start = endIndex
        self += text
        // The string is appended before it is searched, because most strings need no replacement,
        // and searching is fastest in the array.
        guard let first = self[start...].firstIndex(where: { replacement($0) != nil }) else {
            return
        }
        let rest = Array(self[first...])
        removeSubrange(first...)
        for byte in rest {
            if let replacement = replacement(byte) {
                self += replacement
            } else {
                append(byte)
            }
        }
    }
}
