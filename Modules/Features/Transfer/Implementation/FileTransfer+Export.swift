import Core
import Foundation
import LibraryInterface
package import TransferInterface

extension FileTransfer {
    package func exportLinks(to destination: TransferDestination, format: TransferFormat) async throws -> Int {
        let links = try await library.links(matching: LinkQuery(order: .added)).reversed()
        let format = formats[format]
        var text = format.header
        for (index, link) in links.enumerated() {
            if index > 0 { text += format.separator }
            text += format.entry(for: link)
        }
        text += format.footer
        try write(Data(text.utf8), to: destination)
        return links.count
    }

    private func write(_ data: Data, to destination: TransferDestination) throws(TransferError) {
        switch destination {
        case .standardOutput:
            do {
                try standardOutput.write(contentsOf: data)
            } catch {
                throw .unwritable(name: "standard output", reason: SystemReason.text(of: error))
            }
        case .file(let path):
            do {
                try replaceFile(at: URL(fileURLWithPath: path).resolvingSymlinksInPath(), with: data)
            } catch {
                throw .unwritable(name: path, reason: SystemReason.text(of: error))
            }
        }
    }

    /// Writes a temporary file beside the destination and renames it, keeping the permissions of the file that it
    /// replaces; what is no regular file, such as a pipe or a device, is written to.
    private func replaceFile(at url: URL, with data: Data) throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        let type = attributes?[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular else {
            let handle = try FileHandle(forWritingTo: url)
            try handle.write(contentsOf: data)
            return try handle.close()
        }
        try data.write(to: url, options: .atomic)
        if let permissions = attributes?[.posixPermissions] {
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
        }
    }
}
