import CoreTesting
import ProgramTesting
import Testing
import TransferInterface

/// Tests of what `shelf import` prints about the report of an import.
struct ImportReportTests {
    /// A transfer that returns a report instead of importing links.
    private struct ReportingTransfer: LinkTransfer {
        var report = ImportReport()
        var progress: [ImportProgress] = []
        /// The clock, and the duration by which it advances after each step.
        var clock = ManualClock()
        var pause = Duration.zero

        func importLinks(
            from source: TransferSource,
            options: ImportOptions,
            progress: @escaping @Sendable (ImportProgress) -> Void
        ) async throws -> ImportReport {
            for step in self.progress {
                progress(step)
                clock.advance(by: pause)
            }
            return report
        }

        func exportLinks(
            as format: ExportFormat,
            keepsFormulas: Bool,
            _ write: @Sendable (String) throws -> Void
        ) async throws -> Int {
            0
        }
    }

    private var shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf()
    }

    private func expect(
        _ report: ImportReport,
        options: CommandLine = "",
        prints output: String,
        errors: String = "",
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        var shelf = shelf
        shelf.transfer = ReportingTransfer(report: report)
        try await shelf.expect(
            "import - \(options)",
            prints: output,
            errors: errors,
            at: location
        )
    }

    private static let report = ImportReport(
        added: 1,
        merged: 2,
        unchanged: 3,
        skipped: [
            InvalidEntry(line: 4, reason: "a"),
            InvalidEntry(line: 5, url: "b", reason: "r"),
        ]
    )

    @Test func `prints the numbers of links, and the skipped links`() async throws {
        let notes = "note: line 4: skipped: a\nnote: line 5: skipped 'b': r\n"
        let counts = "read 8 links: 1 added, 2 merged, 3 unchanged, 2 skipped\n"
        try await expect(Self.report, prints: counts, errors: notes)
        try await expect(
            Self.report,
            options: "--dry-run",
            prints: "dry run: \(counts)",
            errors: notes
        )
        try await expect(Self.report, options: "--quiet", prints: "")
        let skipped =
            #"[{"line":4,"url":"","reason":"a"},{"line":5,"url":"b","reason":"r"}]"#
        let json =
            #"{"read":8,"added":1,"merged":2,"unchanged":3,"skipped":\#(skipped),"notes":[]}"#
        try await expect(Self.report, options: "--json", prints: "\(json)\n")
    }

    private static let long = String(repeating: "x", count: 300)
    private static let remarks: [(ImportRemark, String)] = [
        (.ignoredParts(.member, ["a"]), "ignored member 'a'\n"),
        (.ignoredParts(.column, ["a", "b"]), "ignored columns 'a', 'b'\n"),
        (.ignoredParts(.column, [long]), "ignored column '\(long.prefix(60))'\n"),
        (
            .unreadableDate("soon", line: 2),
            "line 2: ignored the invalid date 'soon'; other invalid dates are ignored without a message\n"
        ),
        (.unreadableDate(long, line: 2), "line 2: ignored the invalid date '\(long.prefix(60))'; "),
        (
            .tooLong(.attribute, "TAGS", line: 3),
            "line 3: ignored the attribute 'TAGS' because its value is too long; other long values are ignored "
                + "without a message\n"
        ),
        (.tooLong(.column, long, line: 3), "line 3: ignored the column '\(long.prefix(60))' "),
        (
            .shortened(.title, line: 4),
            "line 4: shortened a title to 2 MiB; other long titles and notes are shortened without a message\n"
        ),
        (.shortened(.note, line: 5), "line 5: shortened a note to 2 MiB; "),
        (
            .cutOff(line: 6),
            "the file ends inside a link or list on line 6; check that the file is complete\n"
        ),
        (
            .unclosedElement("style", line: 7, unreadLinks: 1),
            "line 7: <style> is not closed, so the 1 link after it cannot be read; close it, or write "
                + "&lt;style&gt;\n"
        ),
        (
            .profile("a", others: ["b", "c"]),
            "read the profile 'a'; to import another profile, use --profile NAME: 'b', 'c'\n"
        ),
        (
            .ignoredFolders,
            "the names of folders were ignored; to add them as tags, import again with --folders-as-tags\n"
        ),
        (
            .morePages(next: "https://a.example/2"),
            "the file contains only one of several pages; the next page is at 'https://a.example/2'\n"
        ),
    ]

    /// Returns the notes of an import, once for people and once for programs.
    private func printedNotes(
        about remark: ImportRemark
    ) async throws -> (people: String, programs: [String]) {
        var shelf = shelf
        shelf.transfer = ReportingTransfer(report: ImportReport(remarks: [remark]))
        let people = try await shelf.run("import -")
        let counts = "read 0 links: 0 added, 0 merged, 0 unchanged, 0 skipped\n"
        #expect(people.output == counts)
        let programs = try await shelf.run("import - --json")
        #expect(programs.errors == "")
        let report: PrintedImport = try programs.decoded()
        return (people.errors, report.notes)
    }

    @Test(arguments: remarks)
    func `prints a note for each remark about the file`(remark: ImportRemark, note: String)
        async throws
    {
        let notes = try await printedNotes(about: remark)
        #expect(notes.people.hasPrefix("note: \(note)"), "\(notes)")
        #expect(notes.people == "note: \(notes.programs.joined())\n", "\(notes)")
    }

    @Test(arguments: [
        ("https://a.example/2", "https://a.example/2"), (long, "\(long.prefix(200))"),
    ])
    func `a note contains the URL of the next page`(url: String, text: String) async throws {
        let notes = try await printedNotes(about: .morePages(next: url))
        #expect(notes.people.contains(" '\(text)'"))
    }

    @Test func `a message contains at most 200 characters of a skipped URL`() async throws {
        let skipped = InvalidEntry(line: 1, url: Self.long, reason: "r")
        var shelf = shelf
        shelf.transfer = ReportingTransfer(report: ImportReport(skipped: [skipped]))
        let errors = try await shelf.run("import -").errors
        #expect(errors.hasPrefix("note: line 1: skipped '\(Self.long.prefix(200))': r\n"))
    }

    @Test(
        arguments: [
            (.reading(bytes: 3_072, of: nil), "reading 3 KiB"),
            (.reading(bytes: 0, of: 0), "reading 0 KiB (0 %)"),
            (.reading(bytes: 1, of: 1), "reading 0 KiB (100 %)"),
            (.merging(links: 0, of: 0), "importing 0 links (0 %)"),
            (.merging(links: 1, of: 1), "importing 1 link (100 %)"),
        ] as [(ImportProgress, String)]
    )
    func `shows the completed part of a step`(step: ImportProgress, line: String) async throws {
        var shelf = shelf
        shelf.transfer = ReportingTransfer(progress: [step])
        let outcome = try await shelf.run("import -", on: RecordingTerminal(columns: 80))
        #expect(outcome.errors == "\r\u{1B}[K\(line)\r\u{1B}[K")
    }

    @Test(
        arguments: [
            (.reading(bytes: 8_192, of: nil), .milliseconds(500), "reading 8 KiB"),
            (.reading(bytes: 8_192, of: nil), .milliseconds(501), "reading 8 KiB, 15 a second"),
            (
                .reading(bytes: 512, of: 1_024), .milliseconds(900),
                "reading 0 KiB (50 %), 0 a second, 1 s left"
            ),
            (.merging(links: 7, of: 27), .milliseconds(500), "importing 7 links (25 %)"),
            (.merging(links: 9, of: 900), .seconds(5), "importing 9 links (1 %), 1 a second"),
            (
                .merging(links: 9, of: 720), .seconds(1),
                "importing 9 links (1 %), 9 a second, 1 min 19 s left"
            ),
            (
                .merging(links: 30, of: 40), .seconds(6),
                "importing 30 links (75 %), 5 a second, 2 s left"
            ),
            (
                .merging(links: 30, of: 60), .seconds(59),
                "importing 30 links (50 %), 0 a second, 59 s left"
            ),
            (
                .merging(links: 30, of: 60), .milliseconds(59_001),
                "importing 30 links (50 %), 0 a second, 1 min 0 s left"
            ),
            (
                .merging(links: 999, of: 3_996), .seconds(45),
                "importing 999 links (25 %), 22 a second, 2 min 15 s left"
            ),
            (
                .merging(links: 1_000, of: 1_000), .seconds(10),
                "importing 1000 links (100 %), 100 a second, 0 s left"
            ),
        ] as [(ImportProgress, Duration, String)]
    )
    func `after half a second, the line contains the rate and the remaining time`(
        step: ImportProgress,
        elapsed: Duration,
        line: String
    ) async throws {
        let start: ImportProgress =
            switch step {
            case .reading(_, let total): .reading(bytes: 0, of: total)
            case .merging(_, let total): .merging(links: 0, of: total)
            }
        #expect(try await lines(from: start, to: step, after: elapsed).last == line)
    }

    @Test(arguments: [(99, 1), (100, 2)])
    func `the line changes at most ten times a second`(
        milliseconds: Int,
        changes: Int
    ) async throws {
        let lines = try await lines(
            from: .merging(links: 1, of: 2),
            to: .merging(links: 2, of: 2),
            after: .milliseconds(milliseconds)
        )
        #expect(lines.count == changes)
    }

    /// Returns the lines that an import shows for two steps.
    private func lines(
        from first: ImportProgress,
        to last: ImportProgress,
        after elapsed: Duration
    ) async throws -> [String] {
        var shelf = shelf
        shelf.transfer = ReportingTransfer(
            progress: [first, last],
            clock: shelf.clock,
            pause: elapsed
        )
        let outcome = try await shelf.run("import -", on: RecordingTerminal(columns: 80))
        return outcome.errors.split(separator: "\r\u{1B}[K").map(String.init)
    }

    @Test func `shows the progress of reading and merging on a terminal`() async throws {
        var shelf = shelf
        shelf.transfer = ReportingTransfer(
            progress: [.reading(bytes: 2_048, of: 4_096), .merging(links: 3, of: 4)]
        )
        let outcome = try await shelf.run("import -", on: RecordingTerminal(columns: 80))
        let frames = outcome.errors.split(separator: "\r\u{1B}[K")
        #expect(frames == ["reading 2 KiB (50 %)", "importing 3 links (75 %)"])
        #expect(outcome.errors.hasSuffix("(75 %)\r\u{1B}[K\r\u{1B}[K"))
    }
}
