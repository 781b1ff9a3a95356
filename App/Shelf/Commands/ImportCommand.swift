import Bootstrap
import CommandLineArguments
import Injection
import LibraryInterface
import TransferInterface

/// `shelf import`: brings links in.
struct ImportCommand: Command {
    static let syntax = CommandSyntax(
        "import", "bring links in from a file", operands: "FILE | -", count: 1...1,
        completing: [.files],
        options: [
            .value(
                "--from", "FORMAT", "netscape, xbel, json, csv or urls; told from the content and the name otherwise",
                completing: .words(ImportFormat.allCases.map(\.rawValue))),
            .flag("--folders-as-tags", "file each link under the folders around it"),
            .dryRun("say what would come of it, and change nothing"),
        ] + OptionSyntax.addressRules,
        discussion: """
            '-' reads standard input. Formats: netscape is what every browser and bookmark service exports as HTML;
            xbel is the XML of floccus, buku and Konqueror; json is what 'shelf export' writes, Chrome's file
            Bookmarks, Firefox's backup, or what Pinboard, linkding, Wallabag and their likes export; csv has a
            header, as Pocket, Raindrop, Instapaper and spreadsheets write it; urls has one address a line. A table
            without a header is refused.

            Links that are there already are merged: tags are added, a missing title or note is filled in, a verdict
            is taken where no check is as new, nothing is overwritten. An entry that is no link to the web is
            skipped and reported, and what of a file means nothing here is named once. The whole file is one
            change: when it fails, nothing is kept.
            """,
        examples: [
            ("shelf import bookmarks.html", "what your browser exported"),
            ("shelf import --folders-as-tags --dry-run bookmarks.html", "see what would happen"),
            ("shelf import ~/.config/chromium/Default/Bookmarks", "Chrome's own file, without an export"),
            ("shelf export --to json | shelf --library copy.db import -", "copy a library"),
        ])

    static let makesLibrary = true

    @Injected(\AppContainer.linkTransfer) private var transfer
    private let console: Console
    private let source: TransferSource
    private let options: ImportOptions

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        source = arguments.operands[0] == "-" ? .standardInput : .file(path: arguments.operands[0])
        options = ImportOptions(
            format: try arguments.choice("--from", of: ImportFormat.self),
            foldersAsTags: arguments.has("--folders-as-tags"), isDryRun: arguments.has("--dry-run"))
    }

    func run() async throws -> ExitCode {
        let report = try await importShowingProgress()
        if console.isJSON {
            try console.print(json: .importReport(report))
            return .done
        }
        let merge = report.merge
        for remark in report.remarks { console.note(remark.message) }
        for broken in report.brokenLines { console.note("line \(broken.line): skipped: \(broken.reason)") }
        for skip in merge.skipped {
            console.note("line \(skip.line): skipped '\(skip.url.prefix(200))': \(skip.problem.message)")
        }
        guard !console.isQuiet else { return .done }
        try console.print(
            """
            \(options.isDryRun ? "would read" : "read") \(Console.count(report.read, "link")): \(merge.added) added, \
            \(merge.merged) merged, \(merge.unchanged) unchanged, \(report.skippedCount) skipped
            """)
        return .done
    }

    private func importShowingProgress() async throws -> ImportReport {
        let (news, sender) = AsyncStream.makeStream(of: ImportProgress.self, bufferingPolicy: .bufferingNewest(1))
        async let report = importTelling {
            sender.yield($0)
        } whenDone: {
            sender.finish()
        }
        let line = ProgressLine(console)
        // The rate of merging has nothing to do with that of reading.
        var merging: ProgressLine?
        for await news in news {
            switch news {
            case .reading(let bytes, let total):
                let fraction = total.map { Double(bytes) / Double(max($0, 1)) }
                line.update("reading \(bytes / 1_024) KiB", done: bytes / 1_024, fraction: fraction)
            case .merging(let links, let total):
                merging = merging ?? ProgressLine(console)
                let fraction = Double(links) / Double(max(total, 1))
                merging?.update("importing \(Console.count(links, "link"))", done: links, fraction: fraction)
            }
        }
        line.clear()
        merging?.clear()
        return try await report
    }

    private func importTelling(
        _ progress: @escaping @Sendable (ImportProgress) -> Void, whenDone: @Sendable () -> Void
    ) async throws -> ImportReport {
        defer { whenDone() }
        return try await transfer.importLinks(from: source, options: options, progress: progress)
    }
}

extension ImportRemark {
    /// What it means, in a line.
    var message: String {
        switch self {
        case .unknownParts(let part, let names):
            let list = names.map { "'\($0.prefix(60))'" }.joined(separator: ", ")
            return names.count == 1
                ? "\(part.rawValue) \(list) is not known and was left out"
                : "\(part.rawValue)s \(list) are not known and were left out"
        case .unreadableDate(let text, let line):
            return "line \(line): '\(text.prefix(60))' is no date that can be read; such dates were left out"
        case .tooLong(let part, let name, let line):
            return
                "line \(line): \(part.rawValue) '\(name.prefix(60))' is too long to be read; such values were left out"
        case .shortened(let text, let line):
            return "line \(line): a \(text.rawValue) is longer than 16 MiB and was cut; so was any other like it"
        case .cutOff(let line): return "the file ends in the middle of a link or list, in line \(line); is it whole?"
        case .morePages(let next): return "the file is one page of several; the next is at '\(next.prefix(200))'"
        }
    }
}
