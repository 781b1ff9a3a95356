import Core
import Foundation
import LibraryInterface
import LibraryTesting
import Synchronization
import Testing
import Transfer
import TransferInterface

/// Exports, and those that do not come to their end.
struct ExportTests {
    private let library = InMemoryLinkLibrary([
        LinkDraft(url: "https://new.com/", added: date(1_700_000_000)),
        LinkDraft(url: "https://old.com/", added: date(1_600_000_000)),
    ])

    @Test(arguments: ExportFormat.allCases)
    func `an export begins with the oldest link, and says how many there were`(format: ExportFormat) async throws {
        let transfer = FileTransfer(library: library)
        let text = try await transfer.exported(as: format)
        let old = try #require(text.range(of: "old.com"))
        let new = try #require(text.range(of: "new.com"))
        #expect(old.lowerBound < new.lowerBound)
        #expect(try await transfer.exportLinks(as: format) { _ in } == 2)
    }

    @Test func `an export that is cancelled throws, and so does not look whole`() async throws {
        let library = library
        let task = Task {
            // The cancellation comes first, whenever the task begins.
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await FileTransfer(library: library).exportLinks(as: .json) { _ in }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `an export ends with the first piece that is not taken`() async throws {
        let count = Atomic(0)
        await #expect(throws: FullUp.self) {
            try await FileTransfer(library: library).exportLinks(as: .csv) { _ in
                count.add(1, ordering: .relaxed)
                throw FullUp()
            }
        }
        #expect(count.load(ordering: .relaxed) == 1)
    }

    @Test(arguments: ExportFormat.allCases)
    func `an export of an empty library is a whole file that can be imported`(format: ExportFormat) async throws {
        let text = try await FileTransfer(library: InMemoryLinkLibrary()).exported(as: format)
        guard let format = ImportFormat(rawValue: format.rawValue) else { return }
        #expect(try await Imported(text.utf8, format: format).report.read == 0)
    }
}

/// Says that no more is taken.
private struct FullUp: Error {}
