import Core
import CoreTesting
import Foundation
import LibraryInterface
import LibraryTesting
import ProgramTesting
import Synchronization
import Testing
import Transfer
import TransferInterface

/// Tests of the errors, progress and cancellation of imports from files and pipes.
struct FileTransferTests {
    private let folder: TemporaryFolder
    private let library = InMemoryLinkLibrary([
        LinkDraft(url: "https://old.com/", title: "Old", added: date(1_000)),
        LinkDraft(url: "https://new.com/", title: "New", added: date(2_000)),
    ])
    private let pipe = Pipe()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func writeBookmarks(_ count: Int) throws -> String {
        try folder.write(String(repeating: "<A HREF='https://a.com/'>A</A>\n", count: count).utf8)
    }

    private var transfer: FileTransfer {
        FileTransfer(library: library, standardInput: pipe.fileHandleForReading)
    }

    /// Imports a file or the standard input. Returns the report and the steps of the progress.
    private func steps(
        of transfer: FileTransfer? = nil,
        from source: TransferSource,
        format: ImportFormat? = nil,
        onFirst action: @escaping @Sendable () -> Void = {}
    ) async throws -> (report: ImportReport, steps: [ImportProgress]) {
        let steps = Mutex<[ImportProgress]>([])
        let report = try await (transfer ?? self.transfer).importLinks(
            from: source,
            options: ImportOptions(format: format)
        ) { step in
            if steps.withLock(\.isEmpty) {
                action()
            }
            steps.withLock { $0.append(step) }
        }
        return (report, steps.withLock(\.self))
    }

    /// A file, whether its folders are ignored, and the tags of its link if folders become tags.
    @Test(
        arguments: Row.table(
            """
            <DL><DT><H3>Own</H3><DL><DT><A HREF='https://a.com/'>A</A></DL></DL> → ignored → Own
            <DL><DT><H3>Bookmarks</H3><DL><DT><A HREF='https://a.com/'>A</A></DL></DL> →
            <DL><DT><H3>Own</H3><DL></DL><DT><A HREF='https://a.com/'>A</A></DL> →
            <xbel><folder><title>Own</title><bookmark href='https://a.com/'/></folder></xbel> → ignored → Own
            {"title":"Own","children":[{"url":"https://a.com/"}]} → ignored → Own
            {"title":"Bookmarks","children":[{"url":"https://a.com/"}]} →
            {"children":[{"url":"https://a.com/"}]} →
            {"roots":{"other":{"name":"Own","children":[{"url":"https://a.com/"}]}}} →
            [{"title":"Own","children":[]},{"url":"https://a.com/"}] →
            [{"url":"https://a.com/","folder":"Own"}] → ignored → Own
            url,folder⏎https://a.com/,Own⏎ → ignored → Own
            url,folder⏎https://a.com/,⏎ →
            # Own⏎⏎- [A](https://a.com/)⏎ → → Own
            """
        )
    )
    func `folders become tags only on request, and otherwise a remark states that they are ignored`(
        row: Row
    ) async throws {
        let imported = try await Imported(row.lines(0))
        #expect(imported.tags == ["https://a.com/": []])
        #expect(imported.remarks == (row[1] == "ignored" ? [.ignoredFolders] : []))
        let tagged = try await Imported(row.lines(0), foldersAsTags: true)
        #expect(tagged.tags == ["https://a.com/": row[2...]])
        #expect(tagged.remarks.isEmpty)
    }

    @Test func `reports missing files and folders`() async throws {
        let path = folder.path("missing")
        let missing = TransferError.unreadable(name: path, reason: "No such file or directory")
        await #expect(throws: missing) {
            try await transfer.importFile(path)
        }
        let directory = TransferError.unreadable(name: folder.url.path, reason: "Is a directory")
        await #expect(throws: directory) {
            try await transfer.importFile(folder.url.path)
        }
    }

    @Test func `a malformed file changes nothing`() async throws {
        let before = await library.links(matching: LinkQuery())
        let path = try folder.write("[{\"url\":\"https://a.com/\"},".utf8)
        let reason = "the file is incomplete"
        await #expect(throws: TransferError.malformed(name: path, line: 1, reason: reason)) {
            try await transfer.importFile(path)
        }
        #expect(await library.links(matching: LinkQuery()) == before)
    }

    @Test func `a dry run changes nothing`() async throws {
        let before = await library.links(matching: LinkQuery())
        let report = try await transfer.importFile(
            writeBookmarks(1),
            options: ImportOptions(isDryRun: true)
        )
        #expect(report.added == 1)
        #expect(await library.links(matching: LinkQuery()) == before)
    }

    @Test func `reports progress up to the end`() async throws {
        let path = try writeBookmarks(9_999)
        var bytes: [Int] = []
        var links: [Int] = []
        for step in try await steps(from: .file(path: path)).steps {
            switch step {
            case .reading(let count, let size):
                #expect(size == 309_969)
                #expect(links.isEmpty, "the whole file is read before the merge")
                bytes.append(count)
            case .merging(let count, let total):
                #expect(total == 9_999)
                links.append(count)
            }
        }
        #expect(bytes.count > 3)
        #expect(bytes == bytes.sorted())
        #expect(bytes.last == 309_969)
        #expect(links.count > 3)
        #expect(links == links.sorted())
        #expect(links.last == 9_999)
    }

    @Test func `the size of a file of one byte is known`() async throws {
        let path = try folder.write("x".utf8)
        let steps = try await steps(from: .file(path: path), format: .urls).steps
        #expect(steps.first == .reading(bytes: 1, of: 1))
    }

    @Test(.timeLimit(.minutes(1)))
    func `the library is not locked while a file is read`() async throws {
        try pipe.fileHandleForWriting.write(contentsOf: Self.firstPiece)
        let (steps, sender) = AsyncStream.makeStream(of: ImportProgress.self)
        let running = Task { [transfer] in
            try await transfer.importLinks(from: .standardInput, options: ImportOptions()) { step in
                sender.yield(step)
            }
        }
        var iterator = steps.makeAsyncIterator()
        let step = await iterator.next()
        #expect(step == .reading(bytes: Self.firstPiece.count, of: nil))
        // The import waits for more input. A locked library would not answer.
        #expect(await library.ids(matching: LinkQuery()).count == 2)
        try pipe.fileHandleForWriting.close()
        #expect(try await running.value.read == 1)
    }

    @Test func `links of several pieces keep their properties and their order`() async throws {
        let filler = "é\n" + String(repeating: "x", count: 120_000)
        let objects = (1...40).map { number in
            let title = number % 3 == 0 ? "null" : "\"T\(number)\""
            let note = "\"\(number)\(filler.replacing("\n", with: "\\n"))\""
            return """
                {
                    "url": "https://a.com/\(number)",
                    "title": \(title),
                    "tags": ["x", "t\(number)"],
                    "note": \(number % 2 == 0 ? "null" : note),
                    "added": "2023-07-22T04:26:40Z",
                    "updated": "2023-07-22T04:26:41Z",
                    "verdict": "dead",
                    "checked": "2023-07-22T04:26:42Z"
                }
                """
        }
        let copy = InMemoryLinkLibrary()
        let path = try folder.write("[\(objects.joined(separator: ",\n"))]".utf8)
        let report = try await FileTransfer(library: copy).importFile(path)
        let links = await copy.links(matching: LinkQuery()).sorted { $0.id < $1.id }
        #expect(report.added == 40)
        #expect(links.map(\.url) == (1...40).map { "https://a.com/\($0)" })
        for (number, link) in zip(1..., links) {
            #expect(link.title == (number % 3 == 0 ? nil : "T\(number)"))
            #expect(link.note == (number % 2 == 0 ? nil : "\(number)\(filler)"))
            #expect(link.tags == LinkTag.list("x,t\(number)"))
            #expect(link.added == date(1_690_000_000))
            #expect(link.updated == date(1_690_000_001))
        }
        let checks = await copy.store.latest(of: nil)
        #expect(checks.count == 40)
        #expect(checks.values.allSatisfy { $0.checked == date(1_690_000_002) })
    }

    @Test(arguments: [true, false])
    func `cancellation ends an import that is reading or merging`(isMerging: Bool) async throws {
        try await expectCancellation(from: .file(path: writeBookmarks(10_000))) { step in
            if case .merging = step {
                isMerging
            } else {
                !isMerging
            }
        }
    }

    @Test func `cancellation ends an import that waits for input`() async throws {
        defer {
            try? pipe.fileHandleForWriting.close()
        }
        try pipe.fileHandleForWriting.write(contentsOf: Self.firstPiece)
        try await expectCancellation(from: .standardInput) { _ in true }
    }

    /// Cancels an import at a step of its progress, and expects that this is the last step and that
    /// the library is unchanged.
    private func expectCancellation(
        from source: TransferSource,
        sourceLocation location: SourceLocation = #_sourceLocation,
        at isStep: @escaping @Sendable (ImportProgress) -> Bool
    ) async throws {
        let before = await library.links(matching: LinkQuery())
        let running = Mutex<Task<ImportReport, any Error>?>(nil)
        let steps = Mutex(0)
        let transfer = transfer
        let task = Task {
            try await transfer.importLinks(from: source, options: ImportOptions()) { step in
                guard isStep(step) else { return }
                steps.withLock { $0 += 1 }
                while running.withLock({ $0?.cancel() }) == nil {}
            }
        }
        running.withLock { $0 = task }
        await #expect(throws: CancellationError.self, sourceLocation: location) {
            try await task.value
        }
        #expect(steps.withLock(\.self) == 1, sourceLocation: location)
        let after = await library.links(matching: LinkQuery())
        #expect(after == before, sourceLocation: location)
    }

    /// An entry with as many spaces as are necessary to fill one piece of an import.
    private static let firstPiece: Data = {
        let entry = "<A HREF='https://a.com/'>A</A>\n"
        let spaces = String(repeating: " ", count: (1 << 16) - entry.utf8.count)
        return Data((entry + spaces).utf8)
    }()

    private static let secondPiece = Data("<A HREF='https://b.com/'>B</A>\n".utf8)
    private static let size = firstPiece.count + secondPiece.count

    @Test(arguments: [true, false])
    func `reads a slow pipe to its end`(isStandardInput: Bool) async throws {
        try pipe.fileHandleForWriting.write(contentsOf: Self.firstPiece)
        let device = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        let source: TransferSource = isStandardInput ? .standardInput : .file(path: device)
        let (report, steps) = try await steps(from: source) { [pipe] in
            try? pipe.fileHandleForWriting.write(contentsOf: Self.secondPiece)
            try? pipe.fileHandleForWriting.close()
        }
        #expect(report.added == 2)
        #expect(
            steps == [
                .reading(bytes: Self.firstPiece.count, of: nil),
                .reading(bytes: Self.size, of: nil),
                .merging(links: 2, of: 2),
            ]
        )
    }

    @Test(
        .enabled(if: PseudoTerminal() != nil, "this machine has no pseudo-terminals"),
        .timeLimit(.minutes(1))
    )
    func `a terminal is not read again after the end of its input`() async throws {
        let terminal = try #require(PseudoTerminal())
        let end = "\u{4}"
        try terminal.keyboard.write(
            contentsOf: Data("https://a.com/\n\(end)https://b.com/\n\(end)\(end)".utf8)
        )
        let transfer = FileTransfer(library: library, standardInput: terminal.file)
        #expect(try await steps(of: transfer, from: .standardInput).report.added == 1)
    }

    @Test func `rejects an unknown format before the end of the input`() async throws {
        defer {
            try? pipe.fileHandleForWriting.close()
        }
        try pipe.fileHandleForWriting.write(contentsOf: Data(count: 1 << 16))
        await #expect(throws: TransferError.unknownFormat(name: "standard input")) {
            try await steps(from: .standardInput)
        }
    }

    @Test func `reports the remaining size of a regular file that is redirected to standard input`()
        async throws
    {
        let skipped = Data("skipped\n".utf8)
        let data: Data = skipped + Self.firstPiece + Self.secondPiece
        let path = try folder.write(data)
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        try handle.seek(toOffset: UInt64(skipped.count))
        let transfer = FileTransfer(library: library, standardInput: handle)
        let steps = try await steps(of: transfer, from: .standardInput).steps
        #expect(steps.first == .reading(bytes: Self.firstPiece.count, of: Self.size))
    }
}
