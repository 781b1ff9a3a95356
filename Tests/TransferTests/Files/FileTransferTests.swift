import Core
import Foundation
import LibraryInterface
import LibraryTesting
import Synchronization
import Testing
import Transfer
import TransferInterface

struct FileTransferTests {
    private let folder: TemporaryFolder
    private let library = InMemoryLinkLibrary([
        LinkDraft(url: "https://old.com/", title: "Old", added: date(1_000)),
        LinkDraft(url: "https://new.com/", title: "New", added: date(2_000)),
    ])

    init() throws {
        folder = try TemporaryFolder()
    }

    private func load(_ path: String, options: ImportOptions = ImportOptions()) async throws -> MergeReport {
        try await FileTransfer(library: library).importLinks(from: .file(path: path), options: options) { _ in }.merge
    }

    @Test(arguments: ["", " \n", "\u{FEFF}", "hello", "title,note\nx,y", "Links: <A HREF='https://a.com/'>A</A>"])
    func `content of no known format is an error`(content: String) async throws {
        let path = try folder.write(content.utf8)
        await #expect(throws: TransferError.unknownFormat(name: path)) { try await load(path) }
    }

    @Test func `a format that is given is not told from the content`() async throws {
        let path = try folder.write("Links: <A HREF='https://a.com/'>A</A>".utf8)
        #expect(try await load(path, options: ImportOptions(format: .netscape)).added == 1)
        await #expect(throws: TransferError.malformed(name: path, line: 1, reason: "an array or an object is expected"))
        {
            try await load(path, options: ImportOptions(format: .json))
        }
    }

    @Test func `a missing file and a folder are unreadable`() async throws {
        let missing = folder.path("missing")
        await #expect(throws: TransferError.unreadable(name: missing, reason: "No such file or directory")) {
            try await load(missing)
        }
        let path = folder.url.path
        await #expect(throws: TransferError.unreadable(name: path, reason: "Is a directory")) { try await load(path) }
    }

    @Test func `nothing is kept when the file breaks off in the middle`() async throws {
        let before = await library.links(matching: LinkQuery())
        let path = try folder.write("[{\"url\":\"https://a.com/\"},".utf8)
        await #expect(throws: TransferError.self) { try await load(path) }
        #expect(await library.links(matching: LinkQuery()) == before)
    }

    @Test func `a dry run keeps nothing`() async throws {
        let path = try folder.write("<A HREF='https://a.com/'>A</A>".utf8)
        #expect(try await load(path, options: ImportOptions(isDryRun: true)).added == 1)
        #expect(await library.links(matching: LinkQuery()).count == 2)
    }

    @Test func `standard input is read`() async throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("[{\"url\":\"https://a.com/\"}]".utf8))
        try pipe.fileHandleForWriting.close()
        let transfer = FileTransfer(library: library, standardInput: pipe.fileHandleForReading)
        let report = try await transfer.importLinks(from: .standardInput, options: ImportOptions()) { _ in }.merge
        #expect(report.added == 1)
    }

    @Test func `progress counts bytes and links up to the end`() async throws {
        let entry = "<A HREF='https://a.com/'>A</A>\n"
        let path = try folder.write(String(repeating: entry, count: 10_000).utf8)
        let seen = Mutex<[ImportProgress]>([])
        _ = try await FileTransfer(library: library)
            .importLinks(from: .file(path: path), options: ImportOptions()) { step in seen.withLock { $0.append(step) }
            }
        let steps = seen.withLock { $0 }
        let size = entry.utf8.count * 10_000
        #expect(steps.count > 3)
        #expect(steps.map(\.bytes) == steps.map(\.bytes).sorted())
        #expect(steps.last == ImportProgress(links: 10_000, bytes: size, totalBytes: size))
    }

    @Test func `cancelling stops the import and keeps nothing`() async throws {
        let path = try folder.write(String(repeating: "<A HREF='https://a.com/'>A</A>\n", count: 10_000).utf8)
        let transfer = FileTransfer(library: library)
        let running = Mutex<Task<ImportReport, any Error>?>(nil)
        let task = Task {
            try await transfer.importLinks(from: .file(path: path), options: ImportOptions()) { _ in
                while running.withLock({ $0?.cancel() }) == nil {}
            }
        }
        running.withLock { $0 = task }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await library.links(matching: LinkQuery()).count == 2)
    }
}
