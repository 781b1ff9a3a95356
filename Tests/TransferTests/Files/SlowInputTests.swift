import Core
import Foundation
import LibraryInterface
import LibraryTesting
import Synchronization
import Testing
import Transfer
import TransferInterface

/// Input that is no regular file, and may take its time.
struct SlowInputTests {
    private let library = InMemoryLinkLibrary()
    /// As much as is read at once.
    private let first: Data = {
        let entry = "<A HREF='https://a.com/'>A</A>\n"
        return Data((entry + String(repeating: " ", count: (1 << 16) - entry.utf8.count)).utf8)
    }()
    private let second = Data("<A HREF='https://b.com/'>B</A>\n".utf8)

    @Test(arguments: [true, false])
    func `nothing is taken before all is there`(isStandardInput: Bool) async throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: first)
        let device = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        let steps = Mutex<[ImportProgress]>([])
        let transfer = FileTransfer(library: library, standardInput: pipe.fileHandleForReading)
        let report = try await transfer.importLinks(
            from: isStandardInput ? .standardInput : .file(path: device), options: ImportOptions()
        ) { [second] step in
            if steps.withLock({ $0.isEmpty }) {
                try? pipe.fileHandleForWriting.write(contentsOf: second)
                try? pipe.fileHandleForWriting.close()
            }
            steps.withLock { $0.append(step) }
        }
        #expect(report.merge.added == 2)
        let size = first.count + second.count
        #expect(
            steps.withLock { $0 } == [
                .reading(bytes: first.count, of: nil), .reading(bytes: size, of: nil), .merging(links: 2, of: 2),
            ])
    }

    @Test func `cancelling waits for no input, and keeps nothing`() async throws {
        let pipe = Pipe()
        defer { try? pipe.fileHandleForWriting.close() }
        try pipe.fileHandleForWriting.write(contentsOf: first)
        let transfer = FileTransfer(library: library, standardInput: pipe.fileHandleForReading)
        let running = Mutex<Task<ImportReport, any Error>?>(nil)
        let task = Task {
            try await transfer.importLinks(from: .standardInput, options: ImportOptions()) { _ in
                while running.withLock({ $0?.cancel() }) == nil {}
            }
        }
        running.withLock { $0 = task }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await library.links(matching: LinkQuery()).isEmpty)
    }

    @Test func `what is of no format is refused at its beginning`() async throws {
        let pipe = Pipe()
        defer { try? pipe.fileHandleForWriting.close() }
        try pipe.fileHandleForWriting.write(contentsOf: Data(count: 1 << 16))
        let transfer = FileTransfer(library: library, standardInput: pipe.fileHandleForReading)
        await #expect(throws: TransferError.unknownFormat(name: "standard input")) {
            try await transfer.importLinks(from: .standardInput, options: ImportOptions()) { _ in }
        }
    }

    @Test func `a regular file as standard input is read in place`() async throws {
        let folder = try TemporaryFolder()
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.write(first + second)))
        let steps = Mutex<[ImportProgress]>([])
        _ = try await FileTransfer(library: library, standardInput: handle)
            .importLinks(from: .standardInput, options: ImportOptions()) { step in steps.withLock { $0.append(step) } }
        let size = first.count + second.count
        #expect(steps.withLock { $0.first } == .reading(bytes: first.count, of: size))
    }
}
