/// A backup of Firefox's bookmarks (`.jsonlz4`), which is JSON in a compressed block.
///
/// The file consists of the signature, the size of the JSON in four bytes, and an LZ4 block
/// (<https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md>).
enum FirefoxBackup {
    static let signature = Array("mozLz40\0".utf8)
    /// The maximum size of a backup and of its JSON, in bytes. The program holds both in memory.
    static let sizeLimit = 256 << 20

    /// Returns the JSON in a backup, or `nil` if the backup is damaged or too large.
    static func json(in backup: [UInt8]) -> [UInt8]? {
        guard backup.starts(with: signature), backup.count >= signature.count + 4 else {
            return nil
        }
        let sizeBytes = backup[signature.count..<signature.count + 4]
        let size = sizeBytes.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard size <= sizeLimit else { return nil }
        var block = LZ4Block(backup.dropFirst(signature.count + 4), size: size)
        return block.decompress() ? block.output : nil
    }
}

/// A decoder for an LZ4 block. Each sequence in the block consists of literal bytes and a match,
/// which repeats earlier output. The last sequence has no match.
private struct LZ4Block {
    private static let leastMatch = 4

    private var input: ArraySlice<UInt8>
    private let size: Int
    private(set) var output: [UInt8] = []

    init(_ input: ArraySlice<UInt8>, size: Int) {
        self.input = input
        self.size = size
    }

    /// Returns whether the block is valid and has the declared size.
    mutating func decompress() -> Bool {
        while let token = input.popFirst() {
            guard let count = length(Int(token >> 4)), count <= input.count,
                count <= size - output.count
            else {
                return false
            }
            output += input.prefix(count)
            input = input.dropFirst(count)
            guard !input.isEmpty else { break }
            guard copyMatch(Int(token & 15)) else { return false }
        }
        return output.count == size
    }

    private mutating func copyMatch(_ base: Int) -> Bool {
        guard let low = input.popFirst(), let high = input.popFirst(), let count = length(base)
        else {
            return false
        }
        let offset = Int(high) << 8 | Int(low)
        let end = output.count + count + Self.leastMatch
        guard offset > 0, offset <= output.count, end <= size else {
            return false
        }
        // The match can overlap its own output.
        while output.count < end {
            output.append(output[output.count - offset])
        }
        return true
    }

    /// Returns a length that begins with the given half byte, or `nil` if the input ends before the
    /// length is complete.
    private mutating func length(_ base: Int) -> Int? {
        guard base == 15 else { return base }
        var length = base
        while let byte = input.popFirst() {
            length += Int(byte)
            if byte < 255 {
                return length
            }
        }
        return nil
    }
}
