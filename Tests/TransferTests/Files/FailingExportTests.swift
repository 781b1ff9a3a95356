import Core
import Foundation
import LibraryInterface
import LibraryTesting
import Testing
import Transfer
import TransferInterface

/// Exports that do not come to their end.
struct FailingExportTests {
    @Test func `an export that is cancelled leaves the file as it was, and nothing beside it`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("before".utf8, to: "out")
        let library = InMemoryLinkLibrary([LinkDraft(url: "https://a.com/")])
        let task = Task {
            // The cancellation comes first, whenever the task begins.
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await FileTransfer(library: library).exportLinks(to: .file(path: path), format: .json)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["out"])
    }

    @Test func `an export of an empty library is a whole file that can be imported`() async throws {
        let folder = try TemporaryFolder()
        for format in [ExportFormat.netscape, .json, .csv, .markdown] {
            let path = folder.path("out.\(format.rawValue)")
            let count = try await FileTransfer(library: InMemoryLinkLibrary())
                .exportLinks(to: .file(path: path), format: format)
            #expect(count == 0)
            guard let format = ImportFormat(rawValue: format.rawValue) else { continue }
            let report = try await FileTransfer(library: InMemoryLinkLibrary())
                .importLinks(from: .file(path: path), options: ImportOptions(format: format)) { _ in }
            #expect(report.read == 0)
        }
    }

    #if os(Linux)
        @Test func `a full disk is an error`() async throws {
            let library = InMemoryLinkLibrary([LinkDraft(url: "https://a.com/")])
            await #expect(throws: TransferError.unwritable(name: "/dev/full", reason: "No space left on device")) {
                try await FileTransfer(library: library).exportLinks(to: .file(path: "/dev/full"), format: .csv)
            }
        }
    #endif

    @Test func `what is no regular file is written to`() async throws {
        let library = InMemoryLinkLibrary([LinkDraft(url: "https://a.com/")])
        #expect(try await FileTransfer(library: library).exportLinks(to: .file(path: "/dev/null"), format: .csv) == 1)
        #expect(
            try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType != .typeRegular)
    }
}
