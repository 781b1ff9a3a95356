import Foundation
import LibraryTesting
import Synchronization
import Transfer
import TransferInterface

extension FileTransfer {
    /// A transfer of a library that keeps its checks itself.
    init(library: InMemoryLinkLibrary, standardInput: FileHandle = .standardInput) {
        self.init(library: library, history: library, standardInput: standardInput)
    }

    /// The whole text of an export.
    func exported(as format: ExportFormat) async throws -> String {
        let text = Mutex("")
        _ = try await exportLinks(as: format) { piece in text.withLock { $0 += piece } }
        return text.withLock { $0 }
    }
}
