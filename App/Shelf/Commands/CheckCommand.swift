import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import LibraryInterface
import Synchronization

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
                or: "all",
                "replace the URLs of moved links whose new pages have the saved titles"
            ),
            .dryRun("with --update-moved: show the updates without making them"),
            .flag("--force", "with --update-moved: do not ask for confirmation"),
            .flag(
                "--only-new",
                "report and count only links whose verdict differs from the saved one, for example from cron"
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
            links again that were checked within a day (with the same inspections), but counts their saved verdicts.

            --update-moved changes the URLs after all links are checked, as one change that 'shelf undo' reverts; on a terminal,
            it asks for confirmation. A URL is changed if only the scheme (to https), www. or a trailing slash is new, or if the
            new page has the saved title and its URL has no new parameters. All other moved links are reported, and
            --update-moved=all changes them as well. Links that then have the same URL are merged. The verdicts are saved even
            with --dry-run, so --max-age 1d updates the URLs without a new check, also of single links: shelf check 12 13
            --max-age 1d --update-moved=all.

            Programs that check a library on a server at the same time share the links, and each program shows all verdicts.

            Times are written as 50ms, 20s, 5m, 1h, 1d or 2w. Proxies are configured by http_proxy, https_proxy, all_proxy and
            no_proxy, and certificate authorities by CURL_CA_BUNDLE or SSL_CERT_FILE. The user name and password in a URL are not
            sent.
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
            (
                "shelf check 12 --max-age 1d --update-moved=all",
                "update the URL of a link whose new page has another title"
            ),
        ]
    )

    let context: CommandContext
    /// The finder of archived copies, or `nil` if the command does not show them.
    private let archivedCopies: (any ArchivedCopyFinder)?
    /// The update after the check, or `nil` if moved links keep their URLs.
    private let moveUpdate: MoveUpdate?
    private let selection: LinkSelection
    private let policy: CheckPolicy
    private let isStrict: Bool
    private let reportsOnlyNew: Bool

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        self.context = context
        archivedCopies = arguments.has("--archived") ? context.archivedCopies : nil
        moveUpdate = arguments.has("--update-moved") ? MoveUpdate(arguments, in: context) : nil
        selection = try LinkSelection(arguments, order: .added)
        isStrict = arguments.has("--strict")
        reportsOnlyNew = arguments.has("--only-new")
        policy = context.settings.checkPolicy
        if let option = ["--dry-run", "--force"].first(where: arguments.has), moveUpdate == nil {
            throw .custom("'\(option)' requires '--update-moved'")
        }
    }

    func run() async throws -> ExitCode {
        let total = LinkCounter()
        var tally = VerdictTally()
        var moved: [CheckOutcome] = []
        var code = ExitCode.done
        try await forEachOutcome(of: batches(counting: total)) { outcome, copy in
            tally.add(outcome.record?.verdict)
            if moveUpdate != nil, outcome.record?.location != nil {
                moved.append(outcome)
            }
            if !reportsOnlyNew || outcome.hasNewVerdict {
                try report(outcome, archivedCopy: copy)
                code = max(code, exitCode(for: outcome))
            }
            progress.update(
                "checking \(Console.count(tally.total, "link"))",
                done: tally.total,
                fraction: Double(tally.total) / Double(max(tally.total, total.value))
            )
        }
        guard total.value > 0 || Task.isCancelled else {
            return try await reportMissingLinks()
        }
        if !console.isJSON, !console.isQuiet, !reportsOnlyNew {
            try console.print(tally.summary(of: total.value))
        }
        guard !Task.isCancelled else {
            console.note("stopped; to continue, run the same command with --max-age 1d")
            return .interrupted
        }
        try await moveUpdate?.run(moved)
        return code
    }

    /// Returns the links to check in batches, and adds the number of links in each batch to
    /// `total`.
    private func batches(counting total: LinkCounter) -> LinkBatches {
        let batches = library.batches(matching: selection.query)
        return { [library, ids = selection.ids] in
            let links: [Link]?
            if let ids {
                // The links with the given IDs are one batch, which is never empty.
                links = total.value > 0 ? nil : try await library.links(ids.resolved(in: library))
            } else {
                links = try await batches()
            }
            total.add(links?.count ?? 0)
            return links
        }
    }

    /// Checks the links, and clears the progress line at the end. Calls `body` with each outcome,
    /// and with the archived copy of a dead link if the command looks up copies.
    private func forEachOutcome(
        of links: @escaping LinkBatches,
        _ body: (CheckOutcome, _ archivedCopy: String?) throws -> Void
    ) async throws {
        defer {
            progress.clear()
        }
        let outcomes = context.checker.check(links, policy: policy) { [console, progress] delays in
            progress.show(note: delays.progressNote)
            if delays.isDisconnected {
                progress.clear()
                console.note("cannot reach the library; shelf tries to connect again")
            }
        }
        guard let archivedCopies else {
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

    /// Prints an outcome, unless the link is ok and the options omit such links.
    private func report(_ outcome: CheckOutcome, archivedCopy: String?) throws {
        let isOK = outcome.record?.verdict == .ok
        guard !isOK || console.isJSON || console.isVerbose || reportsOnlyNew else { return }
        progress.clear()
        try console.print(outcome, archivedCopy: archivedCopy, showsPrevious: reportsOnlyNew)
    }

    private func exitCode(for outcome: CheckOutcome) -> ExitCode {
        guard let verdict = outcome.record?.verdict else { return .done }
        return verdict == .dead || isStrict && verdict != .ok ? .deadLinks : .done
    }

    /// Reports that there is no link to check.
    private func reportMissingLinks() async throws -> ExitCode {
        guard !selection.isAll else {
            console.note("the library is empty")
            return .done
        }
        console.note(selection.query.hint(among: try await library.tags()) ?? "no link matches")
        return .negative
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

/// The number of links with each verdict.
private struct VerdictTally {
    /// The key `nil` stands for links that were not requested.
    private var counts: [Verdict?: Int] = [:]
    private(set) var total = 0

    mutating func add(_ verdict: Verdict?) {
        counts[verdict, default: 0] += 1
        total += 1
    }

    /// Returns the line that summarizes a check of `links` links, which may have ended early.
    func summary(of links: Int) -> String {
        let parts = (Verdict.allCases + [nil]).compactMap { verdict in
            counts[verdict].map { "\($0) \(verdict?.rawValue ?? "not requested")" }
        }
        let checked = total == links ? "" : "\(total) of "
        let list = parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))"
        return "checked \(checked)\(Console.count(links, "link"))\(list)"
    }
}
