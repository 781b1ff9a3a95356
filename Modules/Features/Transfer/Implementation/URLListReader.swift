import LibraryInterface
import TransferInterface

/// A reader of URLs, one per line. It skips empty lines and comments.
struct URLListReader: LinkFileReader {
    private static let lineLimit = 1 << 20

    let recorder = RemarkRecorder(.member)
    private var line = 1
    private var text: [UInt8] = []
    private var isAfterCarriageReturn = false

    mutating func read(_ bytes: [UInt8]) throws(BrokenLine) -> [ParsedLink] {
        var links: [ParsedLink] = []
        for byte in bytes {
            let isSecondHalf = isAfterCarriageReturn && byte == 0x0A
            isAfterCarriageReturn = byte == 0x0D
            if isSecondHalf {
                continue
            }
            if byte == 0x0A || byte == 0x0D {
                links += finish()
                line += 1
            } else if text.count < Self.lineLimit {
                text.append(byte)
            } else {
                throw BrokenLine(line: line, reason: "the line is longer than 1 MiB")
            }
        }
        return links
    }

    mutating func finish() -> [ParsedLink] {
        defer {
            text.removeAll(keepingCapacity: true)
        }
        guard let content = String(decoding: text, as: UTF8.self).trimmedOrNil,
            !content.hasPrefix("#")
        else {
            return []
        }
        return urls(content).map { ParsedLink(url: $0, line: line) }
    }

    /// Returns the URLs in a line.
    ///
    /// URLs can contain spaces. A space ends a URL only if a web URL follows.
    private func urls(_ line: String) -> [String] {
        guard line.utf8.contains(where: { $0 == 0x20 || $0 == 0x09 }) else {
            return [line]
        }
        var urls: [String] = []
        for word in line.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
            let isNew = word.hasWebScheme || urls.isEmpty
            if isNew {
                urls.append(String(word))
            } else {
                urls[urls.count - 1] += " " + word
            }
        }
        return urls
    }
}
