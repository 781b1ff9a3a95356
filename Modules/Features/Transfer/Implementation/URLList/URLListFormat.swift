import Core
import LibraryInterface

/// Addresses, one a line; empty lines and those that begin with `#` are left out.
package struct URLListFormat: ReadableFormat {
    /// Makes the format.
    package init() {}

    /// Whether the first line that is no comment begins with a scheme and has no spaces.
    package func canBegin(with text: ArraySlice<UInt8>) -> Bool {
        guard let line = Self.lines(of: text).first else {
            return text.first == UInt8(ascii: "#")
        }
        let scheme = line.prefix { $0 != ":" }
        return scheme.count < line.count - 1 && scheme.first?.isLetter == true
            && scheme.utf8.allSatisfy { Self.schemeCharacters.contains($0) } && !line.contains(where: \.isWhitespace)
    }

    /// Whether the lines may be records of a table rather than URLs: commas, semicolons and tabs are valid in a URL, and
    /// rare.
    ///
    /// - Parameter isCalledTable: Whether the name of the file says so. Then one such line is enough; otherwise each line
    ///   must have the same separator.
    static func isLikelyTable(_ text: ArraySlice<UInt8>, isCalledTable: Bool) -> Bool {
        // The last of many lines may be cut.
        let lines = lines(of: text)
        let whole = lines.count > 100 ? lines.dropLast() : lines[...]
        return [",", ";", "\t"].contains { (separator: Character) in
            let count = whole.count { $0.contains(separator) }
            return isCalledTable ? count > 0 : count == whole.count
        }
    }

    /// The lines that are neither empty nor comments.
    private static func lines(of text: ArraySlice<UInt8>) -> [String] {
        text.split { $0 == 0x0A || $0 == 0x0D }.compactMap { line in
            String(decoding: line, as: UTF8.self).trimmedOrNil.flatMap { $0.hasPrefix("#") ? nil : $0 }
        }
    }

    private static let schemeCharacters = Array(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.".utf8)

    package func makeReader(_ options: ReadingOptions) -> any LinkFileReader { URLListReader() }
}

private struct URLListReader: LinkFileReader {
    /// The longest line; bytes.
    private static let sizeLimit = 1 << 20

    private var line = 1
    private var text: [UInt8] = []
    private var isAfterCarriageReturn = false

    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: LinkSink) throws {
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

    mutating func finish(_ take: LinkSink) throws {
        defer { text.removeAll(keepingCapacity: true) }
        guard let address = String(decoding: text, as: UTF8.self).trimmedOrNil, !address.hasPrefix("#") else { return }
        for address in addresses(address) { try take(SourcedDraft(LinkDraft(url: address), line: line), nil) }
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
