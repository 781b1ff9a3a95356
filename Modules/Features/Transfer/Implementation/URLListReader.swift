import LibraryInterface
import TransferInterface
import WebURLs

/// A reader of URLs, one per line. It skips empty lines and comments. The text behind a URL is its
/// title.
struct URLListReader: LinkFileReader {
    private static let lineLimit = 1 << 20

    let recorder = RemarkRecorder(.member)
    private var line = 1
    private var text: [UInt8] = []
    private var isAfterCarriageReturn = false

    mutating func read(_ bytes: [UInt8]) throws(InvalidEntry) -> [SourcedDraft] {
        var links: [SourcedDraft] = []
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
                throw InvalidEntry(line: line, reason: "the line is longer than 1 MiB")
            }
        }
        return links
    }

    mutating func finish() -> [SourcedDraft] {
        defer {
            text.removeAll(keepingCapacity: true)
        }
        return String(decoding: text, as: UTF8.self).listedURLs.map {
            SourcedDraft(LinkDraft(url: $0.url, title: $0.title), line: line)
        }
    }
}
