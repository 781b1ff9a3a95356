import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import JSONText
import LibraryInterface
import Synchronization
import TerminalText

struct CheckCommand: LibraryCommand {
    private static let usual = CheckPolicy()
    static let syntax = CommandSyntax(
        "check",
        "find moved, blocked, flaky and dead links",
        operands: "[ID… | QUERY]",
        count: 0...Int.max,
        dashedOperands: .excludedWord,
        options: LinkQuery.filterOptions + [
            .value("--accept", "LIST", "also count these statuses as ok, such as 403,429"),
            .value("--concurrency", "N", "check N links at once (\(usual.concurrency))"),
            .value(
                "--per-host",
                "N",
                "send at most N requests to a host at once (\(usual.perHost))"
            ),
            .interval,
            .value("--retries", "N", "retry temporary errors N times (\(usual.retries))"),
            .value(
                "--timeout",
                "TIME",
                "limit each request to TIME (\(usual.timeout.text)); a link may need several requests"
            ),
            .value("--max-age", "TIME", "skip links that were checked within TIME, such as 1d"),
            .value(
                "--skip",
                "PATTERN",
                "do not request URLs that match PATTERN, such as '*.pdf'; repeatable"
            ),
            .value(
                "--host-rules",
                "JSON",
                "apply rules for individual hosts, as in the configuration"
            ),
            .flag("--fragments", "read pages to find links to missing anchors (verdict: changed)"),
            .flag(
                "--changed",
                "read pages to find parked domains and replaced contents (verdict: changed)"
            ),
            .flag(
                "--archived",
                "print the URL of the newest copy of each dead link in the Wayback Machine"
            ),
            .flag(
                "--update-moved",
                "replace the URLs of moved links; merge links that then have the same URL"
            ),
            .dryRun("with --update-moved: show the updates without making them"),
            .flag("--force", "with --update-moved: do not ask for confirmation"),
            .flag(
                "--only-new",
                "report and count only links whose verdict differs from the saved verdict, for example from cron"
            ),
            .flag(
                "--strict",
                "exit with code 2 if any link is not ok (default: only if a link is dead)"
            ),
        ],
        discussion: """
            Checks all links, the links with the given IDs, or the links that a search finds. Tags and verdicts select links as
            in 'shelf list'.
            The verdicts are: ok; moved (permanently, with the new URL); blocked (401, 403, 429: access denied); flaky (server
            errors, timeouts: temporary); dead (404, 410, host not found); changed (see below). Links that are ok are shown only
            with -v. With --json, each outcome is printed immediately, as one object per line.
            --changed and --fragments read up to 1 MiB of each page. With --changed, a page is changed if a parking service serves
            it, its title offers the domain for sale, or no word of the saved title is left in its title and text. With
            --fragments, a page is changed if it has no anchor for the fragment of the URL.
            Links that are not requested keep their verdicts: links whose URLs are not http or https or are excluded by --skip,
            and the unfinished links of a host that demands a pause of more than a minute (429). A pattern must match the whole
            URL; * matches any text. A host that refuses requests (429, 503) is slowed down.
            With --only-new, a link is reported if its verdict differs from its saved verdict. A link without a saved verdict is
            reported if it is not ok. The exit code depends only on the reported links. If there are none, nothing is printed.
            Each verdict is saved. Ctrl-C stops the check and keeps the verdicts; continue with --max-age 1d, which does not check
            links again that were checked within a day, but counts their saved verdicts.
            --update-moved changes the URLs after all links are checked, as one change that 'shelf undo' reverts; on a terminal,
            it asks for confirmation. It reads the new pages, and reports why a link is not updated: the new page is the start
            page of the site, a login, a request for consent, an error page or a domain for sale; its title contains no word of
            the saved title; or links with different titles have moved there. Use --dry-run first to see the changes; the verdicts
            are saved even then, so that --max-age 1d updates the URLs without a new check.
            Programs that check a library on a server at the same time share the links, and each program shows all verdicts.
            Times are written as 50ms, 20s, 5m, 1h, 1d or 2w. Proxies are configured by http_proxy, https_proxy, all_proxy and
            no_proxy, and certificate authorities by CURL_CA_BUNDLE or SSL_CERT_FILE.
            """,
        examples: [
            ("shelf check", "check all links"),
            ("shelf check 12 13", "check two links"),
            ("shelf check 5-8", "check the links with IDs from 5 to 8"),
            ("shelf check --timeout 5s swift", "check the links that 'shelf search swift' finds"),
            ("shelf check --verdict flaky,unchecked", "check new links, and links that were flaky"),
            ("shelf check --max-age 1d", "check the links that were not checked within a day"),
            (
                "shelf check --skip '*.pdf' --skip 'http://nas.local/*'",
                "check all links except those whose URLs match"
            ),
            ("shelf check --accept 403,429", "check all links; accept hosts that refuse robots"),
            ("shelf check --changed --fragments", "find changed pages and missing anchors as well"),
            ("shelf check --only-new", "report only what has changed since the last check"),
            ("shelf check --verdict dead --archived", "check dead links, and show archived copies"),
            ("shelf check --update-moved --dry-run", "show the new URLs of moved links"),
            ("shelf check --update-moved --max-age 1d", "update the URLs without a new check"),
        ]
    )

    private let library: any LinkLibrary
    private let checker: any LinkChecker
    private let archivedCopies: any ArchivedCopyFinder
    private let moveReviewer: any MoveReviewer
    private let terminal: any Terminal
    private let console: Console
    private let selection: LinkSelection
    private let policy: CheckPolicy
    private let isStrict: Bool
    private let reportsOnlyNew: Bool
    private let updatesMoved, isDryRun, isForced, findsCopies: Bool

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        console = context.console
        library = context.library
        checker = context.checker
        archivedCopies = context.archivedCopies
        moveReviewer = context.moveReviewer
        terminal = context.terminal
        selection = try LinkSelection(arguments, order: .added)
        isStrict = arguments.has("--strict")
        reportsOnlyNew = arguments.has("--only-new")
        updatesMoved = arguments.has("--update-moved")
        findsCopies = arguments.has("--archived")
        isDryRun = arguments.has("--dry-run")
        isForced = arguments.has("--force")
        policy = context.settings.checkPolicy
        if let option = ["--dry-run", "--force"].first(where: arguments.has), !updatesMoved {
            throw .custom("'\(option)' requires '--update-moved'")
        }
    }

    func run() async throws -> ExitCode {
        let total = LinkCounter()
        let links = batches(counting: total)
        // The number of links with each verdict. The key `nil` stands for links that were not
        // requested.
        var tally: [Verdict?: Int] = [:]
        var newVerdicts: Set<Verdict> = []
        var moved: [CheckOutcome] = []
        let progress = ProgressLine(console)
        try await forEachOutcome(of: links, clearing: progress) { outcome, copy in
            tally[outcome.record?.verdict, default: 0] += 1
            if let verdict = outcome.record?.verdict, isNew(outcome) {
                newVerdicts.insert(verdict)
            }
            if updatesMoved, outcome.record?.location != nil {
                moved.append(outcome)
            }
            let done = tally.values.reduce(0, +)
            try report(outcome, archivedCopy: copy, clearing: progress)
            let fraction = Double(done) / Double(max(done, total.value))
            progress.update(
                "checking \(Console.count(done, "link"))",
                done: done,
                fraction: fraction
            )
        }
        guard total.value > 0 || Task.isCancelled else {
            console.note(
                selection.isAll
                    ? "the library is empty"
                    : selection.query.hint(among: try await library.tags()) ?? "no link matches"
            )
            return selection.isAll ? .done : .negative
        }
        try summarize(tally, of: total.value)
        guard !Task.isCancelled else {
            console.note("stopped; to continue, run the same command with --max-age 1d")
            return .interrupted
        }
        if updatesMoved {
            try await update(moved.sorted { $0.link.id < $1.link.id })
        }
        let isBad = newVerdicts.contains { $0 == .dead || isStrict && $0 != .ok }
        return isBad ? .deadLinks : .done
    }

    /// Returns the links to check in batches, and adds the number of links in each batch to
    /// `total`.
    private func batches(counting total: LinkCounter) -> LinkBatches {
        guard let ids = selection.ids else {
            let batches = library.batches(matching: selection.query)
            return {
                let links = try await batches()
                total.add(links?.count ?? 0)
                return links
            }
        }
        return { [library] in
            // The links with the given IDs are one batch, which is never empty.
            guard total.value == 0 else { return nil }
            let links = try await library.links(ids.resolved(in: library))
            total.add(links.count)
            return links
        }
    }

    /// Returns whether the command reports an outcome, which can then affect the exit code.
    private func isNew(_ outcome: CheckOutcome) -> Bool {
        !reportsOnlyNew || outcome.hasNewVerdict
    }

    /// Checks the links, and clears the progress line at the end. Calls `body` with each outcome,
    /// and with the archived copy of a dead link if the command looks up copies.
    private func forEachOutcome(
        of links: @escaping LinkBatches,
        clearing progress: ProgressLine,
        _ body: (CheckOutcome, _ archivedCopy: String?) throws -> Void
    ) async throws {
        defer {
            progress.clear()
        }
        let outcomes = checker.check(links, policy: policy) { delays in
            progress.show(note: delays.progressNote)
        }
        guard findsCopies else {
            for try await outcome in outcomes {
                try body(outcome, nil)
            }
            return
        }
        try await archivedCopies.findArchivedCopies(for: outcomes) { outcome, copy in
            if case .failure(let error)? = copy {
                progress.clear()
                console.note("no archived copies are shown: \(Failure(error).message)")
            }
            try body(outcome, (try? copy?.get()) ?? nil)
        }
    }

    private func report(
        _ outcome: CheckOutcome,
        archivedCopy: String?,
        clearing progress: ProgressLine
    ) throws {
        let verdict = outcome.record?.verdict
        let isShown = console.isJSON || verdict != .ok || console.isVerbose || reportsOnlyNew
        guard isShown, isNew(outcome) else {
            return
        }
        progress.clear()
        if console.isJSON {
            return try console.print(json: .check(outcome, archivedCopy))
        }
        let detail =
            switch outcome {
            case .checked(_, let record, let previous):
                [
                    reportsOnlyNew ? previous.map { "was \($0.rawValue)" } : nil,
                    record.reason,
                    record.location.map { "now at \($0)" },
                ].compactMap(\.self)
            case .notRequested(_, let reason): ["not requested", reason]
            }
        let suffix = detail.isEmpty ? "" : "  (\(detail.joined(separator: ", ").safeForTerminal))"
        let label = verdict.map { console.label(of: $0) } ?? "-"
        let padding = String(repeating: " ", count: 7 - (verdict?.rawValue.count ?? 1))
        let line = "\(outcome.link.id)  \(outcome.link.url.safeForTerminal)\(suffix)"
        try console.print(
            "\(label)\(padding)  " + (console.width.map { line.fitted(to: $0 - 9) } ?? line)
        )
        if let archivedCopy {
            try console.print("         archived at \(archivedCopy.safeForTerminal)")
        }
    }

    private func update(_ moved: [CheckOutcome]) async throws {
        let doubts = await moveReviewer.doubts(about: moved, policy: policy)
        let doubtful = moved.filter { doubts[$0.link.id] != nil }
        let moves = moved.compactMap { outcome -> LinkMove? in
            guard doubts[outcome.link.id] == nil, let record = outcome.record,
                let url = record.location
            else {
                return nil
            }
            return LinkMove(outcome.link, to: url, checked: record.checked)
        }
        if !console.isJSON {
            try report(doubtful, doubts)
        }
        let planned = try await library.follow(moves, isDryRun: true)
        let question =
            "Update the \(planned.count == 1 ? "URL" : "URLs") of \(Console.count(planned.count, "link"))?"
        let needsConfirmation = !planned.isEmpty && !isDryRun && !isForced
        if needsConfirmation {
            guard try await console.confirms(question, on: terminal) else {
                return
            }
        }
        let followed = isDryRun ? planned : try await library.follow(moves, isDryRun: false)
        let changes = followed.sorted { $0.key < $1.key }
        if console.isJSON {
            let updated = changes.map { id, link in
                let other = link.id == id ? JSONValue.null : .integer(link.id)
                return JSONValue.object([
                    ("id", .integer(id)),
                    ("url", .string(link.url)),
                    ("mergedInto", other),
                ])
            }
            let notUpdated = doubtful.map { outcome in
                JSONValue.object([
                    ("id", .integer(outcome.link.id)),
                    ("url", .string(outcome.link.url)),
                    ("location", .optional(outcome.record?.location)),
                    ("reason", .optional(doubts[outcome.link.id])),
                ])
            }
            let result: JSONValue = .object([
                ("updated", .array(updated)),
                ("notUpdated", .array(notUpdated)),
            ])
            return try console.print(json: result)
        }
        let verb = isDryRun ? "would update" : "updated"
        for (id, link) in changes {
            try console.print(
                "\(verb) \(id)  \(link.url.safeForTerminal)\(link.id == id ? "" : ", merging it into \(link.id)")"
            )
        }
        if !console.isQuiet {
            try console.print("\(verb) \(Console.count(changes.count, "link"))")
        }
    }

    /// Reports the links that keep their URLs, because their new pages may be other pages.
    private func report(_ doubtful: [CheckOutcome], _ doubts: [Link.ID: String]) throws {
        for outcome in doubtful {
            let link = outcome.link
            let location = outcome.record?.location ?? ""
            let reason = doubts[link.id] ?? ""
            let detail = "now at \(location), but \(reason)".safeForTerminal
            try console.print("not updated \(link.id)  \(link.url.safeForTerminal)  (\(detail))")
        }
    }

    private func summarize(_ tally: [Verdict?: Int], of total: Int) throws {
        guard !console.isJSON, !console.isQuiet, !reportsOnlyNew else { return }
        let done = tally.values.reduce(0, +)
        let parts = (Verdict.allCases + [nil]).compactMap { verdict in
            tally[verdict].map { "\($0) \(verdict?.rawValue ?? "not requested")" }
        }
        let head =
            done == total
            ? Console.count(total, "link") : "\(done) of \(Console.count(total, "link"))"
        try console.print(
            "checked \(head)" + (parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))")
        )
    }
}

/// A counter of the links that were read so far. The progress line shows this number as the total.
private final class LinkCounter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock(\.self) }

    func add(_ links: Int) {
        count.withLock { $0 += links }
    }
}

extension CheckDelays {
    /// The note of the progress line about hosts that delay the check, or `nil` if there are none.
    fileprivate var progressNote: String? {
        Self.note(slowHosts, one: "limits requests", several: "limit requests")
            ?? Self.note(
                awaitedHosts,
                one: "is checked by another program",
                several: "are checked by other programs"
            )
    }

    private static func note(_ hosts: Set<String>, one: String, several: String) -> String? {
        switch hosts.count {
        case 0: nil
        case 1: hosts.first.map { "\($0.safeForTerminal) \(one)" }
        default: "\(hosts.count) hosts \(several)"
        }
    }
}

extension JSONValue {
    fileprivate static func check(_ outcome: CheckOutcome, _ archivedCopy: String?) -> JSONValue {
        let link = outcome.link
        let record = outcome.record
        var reason = record?.reason
        if case .notRequested(_, let why) = outcome {
            reason = why
        }
        return .object([
            ("id", .integer(link.id)),
            ("url", .string(link.url)),
            ("verdict", .optional(record?.verdict.rawValue)),
            ("status", .optional(record?.status)),
            ("location", .optional(record?.location)),
            ("attempts", .integer(record?.attempts ?? 0)),
            ("milliseconds", .integer(record?.milliseconds ?? 0)),
            ("reason", .optional(reason)),
            ("archived", .optional(archivedCopy)),
        ])
    }
}
