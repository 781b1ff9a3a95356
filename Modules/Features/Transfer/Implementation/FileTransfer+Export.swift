import Core
import LibraryInterface
package import TransferInterface

extension FileTransfer {
    package func exportLinks(to destination: TransferDestination, format: ExportFormat) async throws -> Int {
        var file = try DestinationFile(opening: destination, standardOutput: standardOutput)
        do {
            var writer = formats[format].makeWriter()
            var count = 0
            try file.write(writer.begin())
            for try await links in library.batches(matching: LinkQuery(order: .oldest)) {
                for link in links { try file.write(writer.write(link)) }
                count += links.count
            }
            // A stream that is cancelled ends as one that is whole.
            try Task.checkCancellation()
            try file.write(writer.end())
            try file.finish()
            return count
        } catch {
            file.discard()
            throw error
        }
    }
}
