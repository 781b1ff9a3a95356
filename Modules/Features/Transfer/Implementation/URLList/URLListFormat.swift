import Core
import LibraryInterface

/// Addresses, one a line; empty lines and those that begin with `#` are left out.
package struct URLListFormat: ReadableFormat {
    /// Makes the format.
    package init() {}

    /// Whether the first line that is no comment begins with a scheme and has no spaces.
    package func canBegin(with text: ArraySlice<UInt8>) -> Bool {
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard let address = String(decoding: line, as: UTF8.self).trimmedOrNil, !address.hasPrefix("#") else {
                continue
            }
            guard let colon = address.firstIndex(of: ":"), colon != address.startIndex else { return false }
            return address[..<colon].utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") }
                && address[colon...].count > 1 && !address.contains(where: \.isWhitespace)
        }
        return text.first == UInt8(ascii: "#")
    }

    package func makeReader(foldersAsTags: Bool) -> any LinkFileReader { URLListReader() }
}

private struct URLListReader: LinkFileReader {
    /// The longest line; bytes.
    private static let sizeLimit = 1 << 20

    private var line = 1
    private var text: [UInt8] = []
    private var isAfterCarriageReturn = false

    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: (SourcedDraft) throws -> Void) throws {
        for byte in bytes {
            let isSecondHalf = isAfterCarriageReturn && byte == 0x0A
            isAfterCarriageReturn = byte == 0x0D
            if isSecondHalf { continue }
            if byte == 0x0A || byte == 0x0D {
                try finish(take)
                line += 1
            } else {
                guard text.count < Self.sizeLimit else {
                    throw MalformedContent(line: line, reason: "it is longer than 1 MiB")
                }
                text.append(byte)
            }
        }
    }

    mutating func finish(_ take: (SourcedDraft) throws -> Void) throws {
        defer { text.removeAll(keepingCapacity: true) }
        guard let address = String(decoding: text, as: UTF8.self).trimmedOrNil, !address.hasPrefix("#") else { return }
        for address in addresses(address) { try take(SourcedDraft(LinkDraft(url: address), line: line)) }
    }

    /// The addresses of a line, which usually is one; a space within an address is nothing that can end it.
    private func addresses(_ line: String) -> [String] {
        guard line.utf8.contains(where: { $0 == 0x20 || $0 == 0x09 }) else { return [line] }
        var addresses: [String] = []
        for word in line.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
            let isAddress = ["http://", "https://"].contains { word.lowercased().hasPrefix($0) }
            if isAddress || addresses.isEmpty {
                addresses.append(String(word))
            } else {
                addresses[addresses.count - 1] += " " + word
            }
        }
        return addresses
    }
}
