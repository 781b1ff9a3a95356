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
        let bytes = steps.compactMap { if case .reading(bytes: let bytes, of: size) = $0 { bytes } else { nil } }
        let links = steps.compactMap { if case .merging(links: let links, of: 10_000) = $0 { links } else { nil } }
        #expect(bytes.count > 3 && bytes == bytes.sorted() && bytes.last == size)
        #expect(links.count > 3 && links == links.sorted() && links.last == 10_000)
        #expect(steps.count == bytes.count + links.count && steps[bytes.count] == .merging(links: links[0], of: 10_000))
    }

    @Test func `the library is not locked while a file is read`() async throws {
        let path = try folder.write(String(repeating: "<A HREF='https://a.com/'>A</A>\n", count: 5_000).utf8)
        let library = library
        let steps = Mutex((answered: 0, unanswered: 0))
        let report = try await FileTransfer(library: library)
            .importLinks(from: .file(path: path), options: ImportOptions()) { step in
                guard case .reading = step, steps.withLock({ $0.unanswered == 0 }) else { return }
                let answer = DispatchSemaphore(value: 0)
                Task {
                    _ = await library.ids(matching: LinkQuery())
                    answer.signal()
                }
                // Only a library that is locked lets this time pass.
                let isAnswered = answer.wait(timeout: .now() + 120) == .success
                steps.withLock { if isAnswered { $0.answered += 1 } else { $0.unanswered += 1 } }
            }
        #expect(report.merge.read == 5_000)
        #expect(steps.withLock { $0.answered } == 3 && steps.withLock { $0.unanswered } == 0)
    }

    @Test func `links beyond what memory holds come back whole and in order`() async throws {
        let filler = "é\n" + String(repeating: "x", count: 120_000)
        let objects = (1...40).map { number in
            let title = number % 3 == 0 ? "null" : "\"T\(number)\""
            let note = number % 2 == 0 ? "null" : "\"\(number)\(filler.replacing("\n", with: "\\n"))\""
            return """
                {"url":"https://a.com/\(number)","title":\(title),"tags":["x","t\(number)"],"note":\(note),\
                "added":"2023-07-22T04:26:40Z","updated":"2023-07-22T04:26:41Z","verdict":"dead","checked":"2023-07-22T04:26:42Z"}
                """
        }
        let copy = InMemoryLinkLibrary()
        let path = try folder.write("[\(objects.joined(separator: ",\n"))]".utf8)
        let report = try await FileTransfer(library: copy)
            .importLinks(from: .file(path: path), options: ImportOptions()) { _ in }
        let links = await copy.links(matching: LinkQuery()).sorted { $0.id < $1.id }
        #expect(report.merge.added == 40 && links.map(\.url) == (1...40).map { "https://a.com/\($0)" })
        for (number, link) in zip(1..., links) {
            #expect(link.title == (number % 3 == 0 ? nil : "T\(number)"))
            #expect(link.note == (number % 2 == 0 ? nil : "\(number)\(filler)"))
            #expect(link.tags == LinkTag.list("x,t\(number)"))
            #expect(link.added == date(1_690_000_000) && link.updated == date(1_690_000_001))
        }
        let checks = await copy.latest(of: nil)
        #expect(checks.count == 40 && checks.values.allSatisfy { $0.checked == date(1_690_000_002) })
    }

    @Test func `cancelling stops the merge and keeps nothing`() async throws {
        let path = try folder.write(String(repeating: "<A HREF='https://a.com/'>A</A>\n", count: 10_000).utf8)
        let transfer = FileTransfer(library: library)
        let running = Mutex<Task<ImportReport, any Error>?>(nil)
        let task = Task {
            try await transfer.importLinks(from: .file(path: path), options: ImportOptions()) { step in
                guard case .merging = step else { return }
                while running.withLock({ $0?.cancel() }) == nil {}
            }
        }
        running.withLock { $0 = task }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await library.links(matching: LinkQuery()).count == 2)
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
