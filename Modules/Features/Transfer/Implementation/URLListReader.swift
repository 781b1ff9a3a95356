import LibraryInterface
import TransferInterface
import WebURLs

/// A reader of URLs, one per line. It skips empty lines and comments. The text behind a URL is its
/// title.
struct URLListReader: LinkFileReader {
    let recorder = RemarkRecorder(.member)
    private var lines = TextLines()

    mutating func read(_ bytes: [UInt8]) throws(InvalidEntry) -> [SourcedDraft] {
        try lines.read(bytes).flatMap(links)
    }

    func finish() -> [SourcedDraft] {
        links(in: lines.finish())
    }

    private func links(in line: TextLines.Line) -> [SourcedDraft] {
        line.text.listedURLs.map {
            SourcedDraft(LinkDraft(url: $0.url, title: $0.title), line: line.number)
        }
    }
}
