import CommandLineArguments
import JSONText
import TransferInterface

struct ImportCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "import",
        "import links from a file or a browser",
        operands: "[FILE | -]",
        count: 0...1,
        completing: [.files],
        options: [
            .value(
                "--from",
                "SOURCE",
                "the format of FILE (default: determined by its content and name), or a browser instead of FILE",
                completing: .words(sources)
            ),
            .value(
                "--profile",
                "NAME",
                "the name or path of the folder of the browser's profile (default: the most recently changed one)"
            ),
            .flag("--folders-as-tags", "add the names of the enclosing folders as tags"),
            .dryRun("show what would be imported, without importing it"),
        ] + OptionSyntax.urlOptions,
        discussion: """
            Browsers: \(Browser.allCases.map(\.rawValue).joined(separator: ", ")). Bookmarks are
            read from the browser's own files, even while it runs, and nothing is written there.
            '-' reads standard input. Formats: netscape is the HTML that browsers and bookmark services export; xbel is the XML
            of floccus, buku and Konqueror; delicious is the XML of Delicious and Pinboard; opml is written by feed readers
            and outliners; json is written by 'shelf export', Chrome (its file Bookmarks), Firefox (backups, also compressed
            ones), Pinboard, linkding, Wallabag and others; csv needs a header, as written by Pocket,
            Raindrop, Instapaper and spreadsheets; urls has one URL per line, followed by a space and a
            title if there is one; markdown is text with links. A table without a header is rejected. Firefox's database
            places.sqlite is also read.

            Tags are saved without a leading #. Existing links are merged: tags are added, a missing title or note
            is set, and a verdict is imported if it is newer than every check of the link. Nothing is overwritten, not even
            a date. Entries that are not links to the web are skipped and reported, and ignored parts of the file are
            reported once. The import is one change: if it fails, nothing is imported.
            """,
        examples: [
            ("shelf import bookmarks.html", "import the bookmarks that your browser exported"),
            (
                "shelf import --folders-as-tags --dry-run bookmarks.html",
                "show what would be imported"
            ),
            ("shelf import --from firefox", "import bookmarks from Firefox without an export"),
            (
                "shelf import --from chrome --profile 'Profile 1'",
                "import the bookmarks of another profile"
            ),
            ("shelf export --to json | shelf --library copy.db import -", "copy a library"),
        ]
    )

    private static let sources =
        ImportFormat.allCases.map(\.rawValue) + Browser.allCases.map(\.rawValue)
    static let createsLibrary = true
    let context: CommandContext
    /// The progress of the merge, whose rate differs from that of the reading.
    private let merging: ProgressLine
    private let source: TransferSource
    private let options: ImportOptions

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        self.context = context
        merging = ProgressLine(context.console, clock: context.clock)
        let named = arguments.value("--from")
        let browser = named.flatMap(Browser.init)
        let format = named.flatMap(ImportFormat.init)
        if let named, browser == nil, format == nil {
            throw .invalidChoice(
                option: "--from",
                value: named,
                expected: "one of",
                choices: Self.sources
            )
        }
        let profile = try arguments.value("--profile")?.asPath()
        switch (browser, arguments.operands.first) {
        case (let browser?, nil):
            source = .browser(
                browser,
                profile: profile,
                home: homeFolder(context.console.environment)
            )
        case (let browser?, let file?):
            throw .conflictingOptions("--from \(browser.rawValue)", file)
        case (nil, _) where profile != nil:
            throw .custom("'--profile' requires '--from BROWSER', such as --from firefox")
        case (nil, "-"): source = .standardInput
        case (nil, let path?): source = .file(path: try path.asPath())
        case (nil, nil):
            throw .missingOperand(command: "import", operands: "FILE or --from BROWSER")
        }
        options = ImportOptions(
            format: format,
            foldersAsTags: arguments.has("--folders-as-tags"),
            isDryRun: arguments.has("--dry-run")
        )
    }

    func run() async throws -> ExitCode {
        let report = try await importShowingProgress()
        if console.isJSON {
            let skipped = report.skipped.map { entry in
                [
                    "line": .integer(entry.line),
                    "url": .string(entry.url),
                    "reason": .string(entry.reason),
                ] as JSONValue
            }
            try console.print(
                json: [
                    "read": .integer(report.read),
                    "added": .integer(report.added),
                    "merged": .integer(report.merged),
                    "unchanged": .integer(report.unchanged),
                    "skipped": .array(skipped),
                    "notes": .array(report.remarks.map { .string($0.message) }),
                ]
            )
            return .done
        }
        for remark in report.remarks {
            console.note(remark.message)
        }
        for entry in report.skipped {
            let url = entry.url.isEmpty ? "" : " '\(entry.url.prefix(200))'"
            console.note("line \(entry.line): skipped\(url): \(entry.reason)")
        }
        guard !console.isQuiet else { return .done }
        try console.print(
            """
            \(options.isDryRun ? "dry run: " : "")read \(Console.count(report.read, "link")): \(report.added) added, \
            \(report.merged) merged, \(report.unchanged) unchanged, \(report.skipped.count) skipped
            """
        )
        return .done
    }

    private func importShowingProgress() async throws -> ImportReport {
        defer {
            progress.clear()
            merging.clear()
        }
        return try await context.transfer.importLinks(from: source, options: options) { stage in
            switch stage {
            case .reading(let bytes, let total):
                let fraction = total.map { Double(bytes) / Double(max($0, 1)) }
                progress.update(
                    "reading \(bytes / 1_024) KiB",
                    done: bytes / 1_024,
                    fraction: fraction
                )
            case .merging(let links, let total):
                let fraction = Double(links) / Double(max(total, 1))
                merging.update(
                    "importing \(Console.count(links, "link"))",
                    done: links,
                    fraction: fraction
                )
            }
        }
    }
}

extension ImportRemark {
    fileprivate var message: String {
        switch self {
        case .ignoredParts(let part, let names):
            let list = names.map { "'\($0.prefix(60))'" }.joined(separator: ", ")
            return "ignored \(part.rawValue)\(names.count == 1 ? "" : "s") \(list)"
        case .unreadableDate(let text, let line):
            let date = text.prefix(60)
            return
                "line \(line): ignored the invalid date '\(date)'; other invalid dates are ignored "
                + "without a message"
        case .tooLong(let part, let name, let line):
            return
                "line \(line): ignored the \(part.rawValue) '\(name.prefix(60))' because its value is "
                + "too long; other long values are ignored without a message"
        case .shortened(let text, let line):
            return
                "line \(line): shortened a \(text.rawValue) to 2 MiB; other long titles and notes "
                + "are shortened without a message"
        case .cutOff(let line):
            return
                "the file ends inside a link or list on line \(line); check that the file is complete"
        case .unclosedElement(let name, let line, let count):
            let links = Console.count(count, "link")
            return
                "line \(line): <\(name)> is not closed, so the \(links) after it cannot be read; close it, or write &lt;\(name)&gt;"
        case .profile(let name, let others):
            let list = others.map { "'\($0)'" }.joined(separator: ", ")
            return
                "read the profile '\(name)'; to import another profile, use --profile NAME: \(list)"
        case .ignoredFolders:
            return
                "the names of folders were ignored; to add them as tags, import again with "
                + "--folders-as-tags"
        case .morePages(let next):
            let url = next.prefix(200)
            return "the file contains only one of several pages; the next page is at '\(url)'"
        }
    }
}
