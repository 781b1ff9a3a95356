/// Text that is written piece by piece, as UTF-8.
///
/// With each piece that it takes, a `String` counts its room and looks for what is not ASCII; many small ones take a third less
/// time in an array.
extension [UInt8] {
    /// Appends a text.
    @inlinable public static func += (bytes: inout [UInt8], text: String) { bytes += text.utf8 }

    /// Appends a text, with something else for some of its bytes.
    ///
    /// - Parameter replacement: What stands for a byte, or nil where it may stand for itself; bytes beyond ASCII are parts of a
    ///   character.
    @inlinable public mutating func append(_ text: String, replacing replacement: (UInt8) -> String?) {
        let start = endIndex
        self += text
        // Most texts need nothing, and what is in the array already is the quickest to look through.
        guard let first = self[start...].firstIndex(where: { replacement($0) != nil }) else { return }
        let rest = Array(self[first...])
        removeSubrange(first...)
        for byte in rest {
            if let replacement = replacement(byte) { self += replacement } else { append(byte) }
        }
    }
}
