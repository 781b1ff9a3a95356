import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import ProgramTesting
import Shelf
import Synchronization
import Testing

/// Tests of the progress that commands show on a terminal.
struct ProgressTests {
    private static let clear = "\r\u{1B}[K"

    /// Creates a library with links to numbered pages of a site.
    private func shelf(
        _ count: Int,
        _ site: ScriptedSite = ScriptedSite(),
        checker: (any LinkChecker)? = nil,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> InProcessShelf {
        var shelf = try InProcessShelf(site)
        shelf.checker = checker
        let urls = (1...count).map { "\(InProcessShelf.site)\($0)" }
        try await shelf.add("\(urls)", at: location)
        return shelf
    }

    /// Returns the strings that a command shows on the progress line. An empty string clears the
    /// line.
    private func progress(
        of call: CommandLine,
        input: String = "",
        in shelf: InProcessShelf
    ) async throws -> [String] {
        let terminal = try RecordingTerminal(input: input, columns: 80)
        let outcome = try await shelf.run(call, on: terminal)
        return Array(outcome.errors.components(separatedBy: Self.clear).dropFirst())
    }

    /// Returns a checker that requests no link.
    private var idleChecker: MockLinkChecker {
        var checker = MockLinkChecker()
        checker.onCheck = { link, _ in .notRequested(link, reason: "a test") }
        return checker
    }

    @Test func `check shows the number of checked links, and clears the line for each result`()
        async throws
    {
        let lines = try await progress(of: "check", in: shelf(2, "* 410"))
        #expect(lines == ["checking 1 link (50 %)", "", "checking 2 links (100 %)", ""])
    }

    @Test(
        arguments: [
            (["a.example"], [], "a.example limits requests"),
            (["a.example", "b.example"], ["c.example"], "2 hosts limit requests"),
            ([], ["a.example"], "a.example is checked by another program"),
            ([], ["a.example", "b.example"], "2 hosts are checked by other programs"),
        ] as [([String], [String], String)]
    )
    func `check shows which hosts delay it`(
        slow: [String],
        awaited: [String],
        note: String
    ) async throws {
        var checker = idleChecker
        checker.delays.slowHosts = Set(slow)
        checker.delays.awaitedHosts = Set(awaited)
        let lines = try await progress(of: "check", in: shelf(1, checker: checker))
        #expect(lines == ["checking 1 link (100 %), \(note)", ""])
    }

    @Test func `check shows the number of checked links while it waits for another link`()
        async throws
    {
        let terminal = try RecordingTerminal(columns: 80)
        let wasShown = Mutex(false)
        let checker = WaitingChecker {
            // A separate description of the file preserves the offset of the terminal.
            let path = "/proc/self/fd/\(terminal.file(of: .error).fileDescriptor)"
            for _ in 1...100_000 where !wasShown.withLock({ $0 }) {
                let text = FileManager.default.contents(atPath: path) ?? Data()
                let isShown = String(decoding: text, as: UTF8.self).contains("checking 2 links")
                wasShown.withLock { $0 = isShown }
                await Task.yield()
            }
        }
        try await shelf(3, checker: checker).run("check --only-new", on: terminal)
        let isShown = wasShown.withLock { $0 }
        #expect(isShown)
    }

    @Test(arguments: [80, nil])
    func `check reports that it cannot reach the library`(columns: Int?) async throws {
        var checker = idleChecker
        checker.delays.isDisconnected = true
        let terminal = try RecordingTerminal(columns: columns)
        let outcome = try await shelf(1, checker: checker).run("check", on: terminal)
        let note = "note: cannot reach the library; shelf tries to connect again\n"
        #expect(outcome.errors.hasPrefix(note))
    }

    @Test func `a check that fails clears the line before it reports the error`() async throws {
        var checker = idleChecker
        checker.onCheck = { link, _ in
            guard link.id == 2 else { throw StoreError.readOnly(path: "l") }
            return .notRequested(link, reason: "a test")
        }
        let lines = try await progress(of: "check", in: shelf(2, checker: checker))
        let remedy = "change its permissions, or use another library (--library PATH)"
        let error = "error: library 'l' is read-only; \(remedy)\n"
        #expect(lines == ["checking 1 link (50 %)", error])
    }

    @Test func `a check clears the line before it reports that the web archive fails`()
        async throws
    {
        let api = "/wayback/available?url=http%3A%2F%2Fsite%2Eexample%2F"
        let site: ScriptedSite = [
            "/1": .respond(status: 410),
            "/2": .respond(status: 410),
            "\(api)1": .fail(.timedOut),
            "\(api)2": .respond(body: #"{"archived_snapshots": {}}"#),
        ]
        let lines = try await progress(of: "check --archived", in: shelf(2, site))
        let note =
            "note: no archived copies are shown: cannot search the web archive: timed out; try again later\n"
        #expect(lines == ["checking 1 link (50 %)", note, "checking 2 links (100 %)", ""])
    }

    @Test(
        arguments: [
            (
                "https://a.example/\n# a comment\nhttps://b.example/\n",
                ["adding 1 link (33 %)", "", "adding 2 links (100 %)", ""]
            ),
            ("https://c.example/", ["adding 1 link (100 %)", ""]),
            ("https://c.example/\n", []),
        ] as [(String, [String])]
    )
    func `add shows the percentage of lines that it has read`(
        input: String,
        lines: [String]
    ) async throws {
        let shown = try await progress(of: "add --no-fetch -", input: input, in: InProcessShelf())
        #expect(shown == lines)
    }

    @Test func `add shows the percentage of operands that it has read`() async throws {
        let urls = ["\(InProcessShelf.site)1", "\(InProcessShelf.site)2"]
        let lines = try await progress(of: "add \(urls)", in: InProcessShelf())
        #expect(lines.first == "reading pages")
        #expect(lines.contains { $0.hasPrefix("adding 1 link (50 %)") })
        #expect(lines.contains { $0.hasPrefix("adding 2 links (100 %)") })
        let unfetched = try await progress(of: "add --no-fetch \(urls)", in: InProcessShelf())
        #expect(unfetched == ["adding 1 link (50 %)", "", "adding 2 links (100 %)", ""])
        let one = try await progress(of: "add --no-fetch \(urls[0])", in: InProcessShelf())
        #expect(one == [])
    }

    @Test(arguments: [[], ["1", "2"], ["1", "1-2", "2"]])
    func `edit shows the number of pages that it has read, and reads each page once`(
        ids: [String]
    ) async throws {
        let library = try await shelf(2)
        let lines = try await progress(of: "edit \(ids) --fetch", in: library)
        #expect(lines.contains { $0.hasPrefix("reading 1 page (50 %)") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("reading 2 pages (100 %)") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("note: cannot read the page of link ") }, "\(lines)")
        #expect(lines.last == "")
        #expect(library.web.requests.map(\.url.path).sorted() == ["/1", "/2"])
    }

    @Test func `the progress line fits the terminal, and leaves the last column free`() async throws
    {
        let shelf = try await shelf(1, "* 410")
        let narrow = try RecordingTerminal(columns: 12)
        let outcome = try await shelf.run("check --no-color", on: narrow)
        #expect(outcome.errors == "\(Self.clear)checking 1…\(Self.clear)")
        #expect(outcome.output.hasPrefix("dead     1…\n"))
        let wider = try RecordingTerminal(columns: 20)
        let second = try await shelf.run("check --no-color", on: wider)
        #expect(second.output.hasPrefix("dead     1  http://…\n"), "\(second)")
    }
}

/// A checker that requests no link, and calls a closure before the outcome of the oldest link. Each
/// outcome follows after the previous outcome has been processed.
private struct WaitingChecker: LinkChecker {
    let wait: @Sendable () async -> Void

    func check(
        _ links: @escaping LinkBatches,
        policy: CheckPolicy,
        reportDelays: @escaping @Sendable (CheckDelays) -> Void
    ) -> AsyncThrowingStream<CheckOutcome, any Error> {
        let rest = Mutex<ArraySlice<Link>>([])
        return AsyncThrowingStream {
            if let batch = try await links() {
                rest.withLock { $0 += batch }
            }
            guard let link = rest.withLock({ $0.popFirst() }) else { return nil }
            if link.id == 1 {
                await wait()
            }
            return .notRequested(link, reason: "a test")
        }
    }
}
