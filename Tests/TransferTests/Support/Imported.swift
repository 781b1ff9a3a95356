import Core
import Foundation
import LibraryInterface
import LibraryTesting
import Transfer
import TransferInterface

/// What a library holds after an import, and what the import said.
struct Imported {
    let report: MergeReport
    let remarks: [ImportRemark]
    let brokenLines: [BrokenLine]
    let links: [Link]

    /// Imports a file with that content into an empty library.
    init(
        _ bytes: some Sequence<UInt8>, named name: String = "links", format: ImportFormat? = nil,
        foldersAsTags: Bool = false
    ) async throws {
        let folder = try TemporaryFolder()
        let library = InMemoryLinkLibrary()
        let options = ImportOptions(format: format, foldersAsTags: foldersAsTags)
        let whole = try await FileTransfer(library: library)
            .importLinks(from: .file(path: folder.write(bytes, to: name)), options: options) { _ in }
        report = whole.merge
        remarks = whole.remarks
        brokenLines = whole.brokenLines
        links = await library.links(matching: LinkQuery()).sorted { $0.id < $1.id }
    }

    init(_ text: String, format: ImportFormat? = nil, foldersAsTags: Bool = false) async throws {
        try await self.init(text.utf8, format: format, foldersAsTags: foldersAsTags)
    }

    /// Tags of all links, by address.
    var tags: [String: [String]] {
        Dictionary(uniqueKeysWithValues: links.map { ($0.url, $0.tags.sorted().map(\.name)) })
    }
}

func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
