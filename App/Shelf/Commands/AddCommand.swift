import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Foundation
import LibraryInterface
import WebURLs

struct AddCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "add",
        "save links, with the titles of their pages",
        operands: "URL… | -",
        count: 1...Int.max,
        options: [
            .tags("add TAG to the links; repeatable"),
            .value("--title", "TEXT", "use this title instead of the page's"),
            .value("--note", "TEXT", "add a note"),
            .value(
                "--date",
                "DATE",
                "use this date of addition, such as 2024-02-27 (default: now)"
            ),
            .flag(
                "--bump",
                "also give the date to links that exist, so that they are listed first"
            ),
            .flag("--no-fetch", "do not fetch the page for its title"),
            .interval,
        ] + OptionSyntax.urlOptions,
        discussion: """
            '-' reads URLs from standard input, one per line; empty lines and lines that begin with # are ignored.
            Several pages are fetched at a time. Requests to the same host begin 50ms apart, so 100 pages on one host take five
            seconds; --interval changes that. A link is saved even if its page cannot be read.
            An existing link is not overwritten: it gets the tags, and a title and a note if it has none. With --bump, it also
            gets the current date, or that of --date, and moves to the front of 'shelf list'.
            The exit code is 1 if a link did not change. Each link is a separate change for 'shelf undo'; for long lists,
            'shelf import --from urls' is faster and makes one change. Ctrl-C keeps the links that were saved; run the same
            command again to continue.
            """,
        examples: [
            ("shelf add https://www.swift.org", "save a link with its title"),
            ("shelf add -t swift -t 'to read' https://www.swift.org", "save a link with two tags"),
            ("shelf add --no-fetch - < urls.txt", "save a list without using the network"),
            (
                "shelf add --interval 0s - < urls.txt",
                "read the pages of your own server as fast as possible"
            ),
        ]
    )

    static let createsLibrary = true
    let context: CommandContext
    private let urls: [String]
    /// The details that all links get. Its URL is empty.
    private let details: LinkDraft
    private let fetchesPages: Bool
    private let interval: Duration

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        self.context = context
        urls = arguments.operands
        var details = LinkDraft(
            url: "",
            title: arguments.value("--title"),
            note: arguments.value("--note"),
            tags: try arguments.tags("--tag"),
            added: try arguments.date("--date")
        )
        details.replacesDate = arguments.has("--bump")
        self.details = details
        fetchesPages = !arguments.has("--no-fetch")
        interval = context.settings.checkPolicy.interval
        for url in urls {
            try url.checkSpaces()
        }
        guard !readsInput || urls.count == 1 else {
            throw .custom(
                "cannot combine '-' with URLs, because '-' reads all URLs from standard input; remove '-' or the URLs"
            )
        }
        for option in ["--title", "--note"]
        where arguments.has(option) && (urls.count > 1 || readsInput) {
            throw .custom("'\(option)' requires a single URL; add the URLs one by one")
        }
    }

    private var readsInput: Bool { urls.contains("-") }

    func run() async throws -> ExitCode {
        var code = ExitCode.done
        var count = 0
        var listing = LinkListing(console)
        var run = HostRun()
        let total =
            readsInput
            ? console.progressWidth.flatMap { _ in StandardInput.countLines(terminal) } : urls.count
        let list = URLList(urls, from: terminal, details: details)
        // Progress would overwrite the lines that the user types.
        if fetchesPages, !readsInput {
            progress.update(
                urls.count == 1 ? "reading the page" : "reading pages",
                done: 0,
                fraction: nil
            )
        }
        var failure: (any Error)?
        do {
            try await library.add(fetching: fetchesPages) {
                try await list.next()
            } report: { source, result in
                progress.clear()
                if fetchesPages, interval > .zero, run.becomesLong(with: source.draft.url) {
                    noteInterval()
                }
                code = max(code, try await report(result, of: source, in: &listing))
                count += 1
                guard total != 1 else { return }
                let fraction = total.map { Double(source.line) / Double(max($0, 1)) }
                progress.update(
                    "adding \(Console.count(count, "link"))",
                    done: count,
                    fraction: fraction
                )
            }
        } catch {
            failure = error
        }
        progress.clear()
        // The output is completed even after an error, because links may have been saved before it.
        try listing.end()
        if failure is CancellationError {
            console.note(
                "stopped after \(Console.count(count, "link")); run the same command again to continue"
            )
            return .interrupted
        }
        if let failure {
            throw failure
        }
        return code
    }

    private func noteInterval() {
        console.note(
            "pages on one host are fetched every \(interval.text); to change that, add --interval TIME or --no-fetch"
        )
    }

    private func report(
        _ result: Result<Addition, LibraryError>,
        of source: SourcedDraft,
        in listing: inout LinkListing
    ) async throws -> ExitCode {
        switch result {
        case .success(let addition):
            try await report(addition, in: &listing)
            return addition.outcome == .unchanged ? .negative : .done
        case .failure(let error):
            let failure = Failure(error)
            console.reportError(
                readsInput ? "line \(source.line): \(failure.message)" : failure.message
            )
            return readsInput ? .invalidInput : failure.code
        }
    }

    private func report(_ addition: Addition, in listing: inout LinkListing) async throws {
        let link = addition.link
        if let error = addition.pageError {
            let state =
                addition.isNew
                ? "saved \(link.url) without a title" : "link \(link.id) still has no title"
            console.note("\(state): \(error.explanation)")
        }
        if addition.outcome == .unchanged {
            console.note("link \(link.id) already exists: \(link.url)")
        }
        let kept = [("title", addition.keepsTitle), ("note", addition.keepsNote)]
        for (name, isKept) in kept where isKept {
            console.note(
                "link \(link.id) keeps its \(name); to change it: shelf edit \(link.id) --\(name) TEXT"
            )
        }
        guard console.isJSON || !console.isQuiet && addition.outcome != .unchanged else {
            return
        }
        // A new link has no checks.
        let links =
            addition.isNew
            ? CheckedLinks(links: [link], records: [:])
            : try await CheckedLinks([link], from: history)
        try listing.add(links)
    }
}

/// A counter of successive links to the same host. Reading many pages of one host takes a long
/// time, so the command prints a note if the count is high.
private struct HostRun {
    private static let longCount = 100
    private var host: String?
    private var count = 0
    private var wasLong = false

    /// Counts a link, and returns whether this link makes a run long for the first time.
    mutating func becomesLong(with url: String) -> Bool {
        let next = URL(string: url)?.httpHost
        count = next == host ? count + 1 : 1
        host = next
        guard count == Self.longCount, !wasLong else { return false }
        wasLong = true
        return true
    }
}

/// The URLs to add: the operands, or the lines of standard input.
private actor URLList {
    private var urls: ArraySlice<ListedURL>
    private let input: StandardInput?
    /// The number of lines that were read, or of operands that were returned.
    private var line = 0
    private let details: LinkDraft

    init(_ operands: [String], from terminal: any Terminal, details: LinkDraft) {
        input = operands == ["-"] ? StandardInput(terminal) : nil
        urls = input == nil ? operands.map { ListedURL(url: $0) }[...] : []
        self.details = details
    }

    func next() async throws -> SourcedDraft? {
        while urls.isEmpty, let text = try await input?.next() {
            line += 1
            // Windows programs write a byte order mark at the start of UTF-8 files. The mark must
            // not become part of the first URL.
            urls = String(text.trimmingPrefix("\u{FEFF}")).listedURLs[...]
        }
        guard let next = urls.popFirst() else { return nil }
        if input == nil {
            line += 1
        }
        var draft = details
        draft.url = next.url
        draft.title = details.title ?? next.title
        return SourcedDraft(draft, line: line)
    }
}
