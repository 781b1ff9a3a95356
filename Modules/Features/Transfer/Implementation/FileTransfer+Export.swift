import AsyncStreams
import Core
import LibraryInterface
package import TransferInterface

extension FileTransfer {
    package func exportLinks(
        as format: ExportFormat, _ write: @Sendable (String) throws -> Void
    ) async throws -> Int {
        let holdsChecks = formats[format].holdsChecks
        var writer = formats[format].makeWriter()
        var count = 0
        try write(writer.begin())
        let batches = library.batches(matching: LinkQuery(order: .oldest)).mapAhead { [history] links in
            (links, holdsChecks ? try await history.latest(of: links.map(\.id)) : [:])
        }
        for try await (links, checks) in batches {
            var text: [UInt8] = []
            for link in links { writer.write(link, check: checks[link.id], to: &text) }
            try write(String(decoding: text, as: UTF8.self))
            count += links.count
        }
        // A stream that is cancelled ends as one that is whole.
        try Task.checkCancellation()
        try write(writer.end())
        return count
    }
}
