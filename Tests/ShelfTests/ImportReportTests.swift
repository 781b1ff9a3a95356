import CoreTesting
import Foundation
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

    /// The notes in the report that `shelf import` prints with `--json`.
    private struct PrintedNotes: Decodable {
        var notes: [String]
    }

    private var shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf()
        // Only the transfer advances the clock, so that no line appears after a delay.
        shelf.advancesClock = false
    }

    /// Returns the command-line app with a transfer.
    private func shelf(_ transfer: ReportingTransfer) -> InProcessShelf {
        var shelf = shelf
        shelf.transfer = transfer
        return shelf
    }

    private func expect(
        _ report: ImportReport,
        options: CommandLine = "",
        prints output: String,
        errors: String = "",
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await shelf(ReportingTransfer(report: report)).expect(
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
            .morePages(next: long),
            "the file contains only one of several pages; the next page is at '\(long.prefix(200))'\n"
        ),
    ]

    @Test(arguments: remarks)
    func `prints a note for each remark about the file`(remark: ImportRemark, note: String)
        async throws
    {
        let shelf = shelf(ReportingTransfer(report: ImportReport(remarks: [remark])))
        let people = try await shelf.run("import -")
        let counts = "read 0 links: 0 added, 0 merged, 0 unchanged, 0 skipped\n"
        #expect(people.output == counts)
        #expect(people.errors.hasPrefix("note: \(note)"), "\(people)")
        let programs = try await shelf.run("import - --json")
        #expect(programs.errors == "")
        let report: PrintedNotes = try programs.decoded()
        #expect(people.errors == "note: \(report.notes.joined())\n")
    }

    @Test func `a message contains at most 200 characters of a skipped URL`() async throws {
        try await expect(
            ImportReport(skipped: [InvalidEntry(line: 1, url: Self.long, reason: "r")]),
            prints: "read 1 link: 0 added, 0 merged, 0 unchanged, 1 skipped\n",
            errors: "note: line 1: skipped '\(Self.long.prefix(200))': r\n"
        )
    }

    /// Returns a step such as `reading 8`, `reading 8 of 16` or `merging 1 of 2`.
    ///
    /// - Parameter count: A number that replaces the first number of the text.
    private static func step(_ text: String, count: Int? = nil) -> ImportProgress {
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        let count = count ?? numbers[0]
        return text.hasPrefix("reading")
            ? .reading(bytes: count, of: numbers.dropFirst().first)
            : .merging(links: count, of: numbers[1])
    }

    /// Returns the lines that an import shows on a terminal. An empty string clears the line.
    private func lines(
        _ steps: [ImportProgress],
        pause: Duration = .zero
    ) async throws -> [String] {
        let transfer = ReportingTransfer(progress: steps, clock: shelf.clock, pause: pause)
        let terminal = try RecordingTerminal(columns: 80)
        let outcome = try await shelf(transfer).run("import -", on: terminal)
        return Array(outcome.errors.components(separatedBy: "\r\u{1B}[K").dropFirst())
    }

    @Test(
        arguments: Row.table(
            """
            reading 3072 → reading 3 KiB
            reading 0 of 0 → reading 0 KiB (0 %)
            reading 1 of 1 → reading 0 KiB (100 %)
            merging 0 of 0 → importing 0 links (0 %)
            merging 1 of 1 → importing 1 link (100 %)
            """
        )
    )
    func `shows the completed part of a step`(row: Row) async throws {
        #expect(try await lines([Self.step(row[0])]) == [row[1], ""])
    }

    /// Steps, the milliseconds since the start of the step, and the line.
    @Test(
        arguments: Row.table(
            """
            reading 8192 → 500 → reading 8 KiB
            reading 8192 → 501 → reading 8 KiB, 15 a second
            reading 512 of 1024 → 900 → reading 0 KiB (50 %), 0 a second, 1 s left
            merging 7 of 27 → 500 → importing 7 links (25 %)
            merging 9 of 900 → 5000 → importing 9 links (1 %), 1 a second
            merging 9 of 720 → 1000 → importing 9 links (1 %), 9 a second, 1 min 19 s left
            merging 30 of 40 → 6000 → importing 30 links (75 %), 5 a second, 2 s left
            merging 30 of 60 → 59000 → importing 30 links (50 %), 0 a second, 59 s left
            merging 30 of 60 → 59001 → importing 30 links (50 %), 0 a second, 1 min 0 s left
            merging 999 of 3996 → 45000 → importing 999 links (25 %), 22 a second, 2 min 15 s left
            merging 1000 of 1000 → 10000 → importing 1000 links (100 %), 100 a second, 0 s left
            """
        )
    )
    func `after half a second, the line contains the rate and the remaining time`(
        row: Row
    ) async throws {
        let steps = [Self.step(row[0], count: 0), Self.step(row[0])]
        let lines = try await lines(steps, pause: .milliseconds(#require(Int(row[1]))))
        #expect(lines.last { !$0.isEmpty } == row[2])
    }

    @Test(arguments: [
        (99, ["importing 1 link (50 %)"]),
        (100, ["importing 1 link (50 %)", "importing 2 links (100 %)"]),
    ])
    func `the line changes at most ten times a second`(
        milliseconds: Int,
        frames: [String]
    ) async throws {
        let steps = ["merging 1 of 2", "merging 2 of 2"].map { Self.step($0) }
        let lines = try await lines(steps, pause: .milliseconds(milliseconds))
        #expect(lines == frames + [""])
    }

    @Test func `shows the progress of reading and merging on a terminal`() async throws {
        let steps = ["reading 2048 of 4096", "merging 3 of 4"].map { Self.step($0) }
        let frames = ["reading 2 KiB (50 %)", "importing 3 links (75 %)", "", ""]
        #expect(try await lines(steps) == frames)
    }
}
