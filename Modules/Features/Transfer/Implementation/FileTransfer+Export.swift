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
        for try await links in library.batches(matching: LinkQuery(order: .oldest)) {
            let checks = holdsChecks ? try await history.latest(of: links.map(\.id)) : [:]
            try write(links.map { writer.write($0, check: checks[$0.id]) }.joined())
            count += links.count
        }
        // A stream that is cancelled ends as one that is whole.
        try Task.checkCancellation()
        try write(writer.end())
        return count
    }
}
