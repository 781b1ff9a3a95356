import AsyncStreams
import CheckingInterface
import Core
import Injection
import LibraryInterface
import ReportsInterface

extension SummaryReporter {
    package func writePage(_ write: @Sendable (String) throws -> Void) async throws {
        let container = try resolver()
        let page = ReportPage(summary: try await summary(), moment: container.clock().now, nonce: Self.nonce())
        for part in PageTemplate.report.parts {
            switch part {
            case .text(let text): try write(text)
            case .gap(.links): try await writeLinks(of: container, write)
            case .gap(let gap): try write(page.text(for: gap))
            }
        }
    }

    /// Writes the links a few hundred at a time, so that the page never stands in memory as a whole.
    private func writeLinks(of container: C, _ write: @Sendable (String) throws -> Void) async throws {
        var separator = "\n"
        try write("[")
        let checker = container.linkChecker()
        let batches = container.library().batches(matching: LinkQuery()).mapAhead { links in
            (links, try await checker.latest(of: links.map(\.id)))
        }
        for try await (links, records) in batches {
            let rows = links.map { PageRow($0, records[$0.id]).text }
            try write(separator + rows.joined(separator: ",\n"))
            separator = ",\n"
        }
        // A stream that is cancelled ends as one that is whole.
        try Task.checkCancellation()
        try write("\n]")
    }

    /// 128 bits of chance, in letters and digits.
    private static func nonce() -> String {
        let digits = (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }
        return digits.joined()
    }
}
