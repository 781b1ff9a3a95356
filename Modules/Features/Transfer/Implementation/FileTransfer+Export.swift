import Core
import LibraryInterface
package import TransferInterface

extension FileTransfer {
    package func exportLinks(
        as format: ExportFormat, _ write: @Sendable (String) throws -> Void
    ) async throws -> Int {
        var writer = formats[format].makeWriter()
        var count = 0
        try write(writer.begin())
        for try await links in library.batches(matching: LinkQuery(order: .oldest)) {
            try write(links.map { writer.write($0) }.joined())
            count += links.count
        }
        // A stream that is cancelled ends as one that is whole.
        try Task.checkCancellation()
        try write(writer.end())
        return count
    }
}
