import AsyncStreams
import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Injection
import LibraryInterface
import Synchronization
import TerminalText

/// `shelf check`: tells which links are dead.
struct CheckCommand: Command {
    static let syntax = CommandSyntax(
        "check", "tell living links from moved, blocked, flaky and dead ones", operands: "[ID… | QUERY]",
        count: 0...Int.max,
        options: LinkFilter.options + [
            .value("--accept", "LIST", "statuses that count as ok, such as 200..=299,429"),
            .value("--concurrency", "N", "check N links at once (64)"),
            .value("--per-host", "N", "send at most N requests to one host at once (10)"),
            .value("--interval", "TIME", "wait between two requests to one host (50ms)"),
            .value("--retries", "N", "try again N times where it may help (2)"),
            .value("--timeout", "TIME", "wait for each answer (20s); a link may take several requests"),
            .value("--max-age", "TIME", "do not check again what was checked within TIME, such as 1d"),
            .flag("--strict", "exit with 2 for every link that is not ok, not only for dead ones"),
        ],
        discussion: """
            Without operands it checks every link; with numbers, those; with words, what a search would find. Of these,
            tags and verdicts choose as they do in 'shelf list'.
            The verdicts: ok; moved (for good, with the new address); blocked (401, 403, 429: it does not talk
            to us); flaky (server errors, time-outs: it may come back); dead (404, 410, no such host). Links
            that are ok are shown with -v alone. With --json every outcome is one object on a line of its own,
            printed as soon as it is known.
            What is not requested keeps the verdict that it had: addresses that are not http or https, and the
            other links of a host that wants to be left alone (429 with more than a minute to wait).
            Each verdict is kept. Ctrl-C stops the check and keeps what is done; --max-age 1d goes on where it
            was, and counts what was checked within the day with the outcome of then.
            Times are written 50ms, 20s, 5m, 1h or 1d. Proxies are taken from http_proxy, https_proxy,
            all_proxy and no_proxy.
            """,
        examples: [
            ("shelf check", "every link"),
            ("shelf check 12 13", "two links"),
            ("shelf check --timeout 5s swift", "what 'shelf search swift' finds"),
            ("shelf check --verdict flaky,unchecked", "what may have changed, and what is new"),
            ("shelf check --max-age 1d", "every link that was not checked since yesterday"),
            ("shelf check --accept 403,429", "every link; those that refuse robots count as ok"),
        ])

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    private let console: Console
    private let operands: [String]
    /// The operands where all of them are numbers of links.
    private let numbers: [Link.ID]?
    private let filter: LinkFilter
    private let policy: CheckPolicy
    private let isStrict: Bool

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        operands = arguments.operands
        let ids = operands.compactMap { Link.ID($0) }
        numbers = ids.isEmpty || ids.count < operands.count ? nil : ids
        isStrict = arguments.has("--strict")
        filter = try LinkFilter(arguments)
        policy = try CheckPolicy(arguments)
        let text = operands.joined(separator: " ")
        if !operands.isEmpty, SearchTerm.parse(text).isEmpty { throw .nothingToSearch(text) }
        guard numbers == nil || filter.isEmpty else { throw .numbersGoAlone }
    }

    func run() async throws -> ExitCode {
        let links = LinkCounter()
        // Under nil what was not requested.
        var tally: [Verdict?: Int] = [:]
        let progress = ProgressLine(console)
        defer { progress.clear() }
        for try await outcome in try await check(counting: links) {
            tally[outcome.record?.verdict, default: 0] += 1
            let done = tally.values.reduce(0, +)
            try report(outcome, clearing: progress)
            progress.update(
                "checking \(Console.count(done, "link"))", done: done, fraction: Double(done) / Double(links.count))
        }
        progress.clear()
        let total = links.count
        guard total > 0 || Task.isCancelled else {
            let isAll = operands.isEmpty && filter.isEmpty
            console.note(
                isAll ? "the library is empty" : filter.hint(among: try await library.tags()) ?? "no link matches")
            return isAll ? .done : .negative
        }
        try summarize(tally, of: total)
        guard !Task.isCancelled else {
            console.note("stopped; the same call with --max-age 1d goes on from here")
            return .interrupted
        }
        let isBad = tally.keys.compactMap(\.self).contains { $0 == .dead || isStrict && $0 != .ok }
        return isBad ? .deadLinks : .done
    }

    /// Checks the links as they are read. Numbers name links; anything else is a search.
    private func check(
        counting counter: LinkCounter
    ) async throws -> AsyncThrowingStream<CheckOutcome, any Error> {
        if let numbers {
            return checker.check(counter.add(try await library.links(numbers)), policy: policy)
        }
        let query = filter.query(SearchTerm.parse(operands.joined(separator: " ")), order: .added)
        let links = library.batches(matching: query).mapAhead { [filter, checker] links in
            guard filter.asksForVerdicts else { return counter.add(links) }
            let records = try await checker.latest(of: links.map(\.id))
            return counter.add(links.filter { filter.allows(records[$0.id]) })
        }
        return checker.check(links, policy: policy)
    }

    private func report(_ outcome: CheckOutcome, clearing progress: ProgressLine) throws {
        let verdict = outcome.record?.verdict
        guard console.isJSON || verdict != .ok || console.isVerbose else { return }
        progress.clear()
        if console.isJSON { return try console.print(json: .check(outcome)) }
        let detail =
            switch outcome {
            case .checked(_, let record): [record.reason, record.location.map { "now at \($0)" }].compactMap(\.self)
            case .notRequested(_, let reason): ["not requested", reason]
            }
        let suffix = detail.isEmpty ? "" : "  (\(detail.joined(separator: ", ").safeForTerminal))"
        let label = verdict.map { console.label(of: $0) } ?? "-"
        let padding = String(repeating: " ", count: 7 - (verdict?.rawValue.count ?? 1))
        let line = "\(outcome.link.id)  \(outcome.link.url.safeForTerminal)\(suffix)"
        try console.print("\(label)\(padding)  " + (console.width.map { line.fitted(to: $0 - 9) } ?? line))
    }

    private func summarize(_ tally: [Verdict?: Int], of total: Int) throws {
        guard !console.isJSON, !console.isQuiet else { return }
        let done = tally.values.reduce(0, +)
        let parts = (Verdict.allCases + [nil]).compactMap { verdict in
            tally[verdict].map { "\($0) \(verdict?.rawValue ?? "not requested")" }
        }
        let head = done == total ? Console.count(total, "link") : "\(done) of \(Console.count(total, "link"))"
        try console.print("checked \(head)" + (parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))"))
    }
}

/// The number of links that a check has read so far.
private final class LinkCounter: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock(\.self) }

    /// Counts the links, and returns them.
    func add(_ links: [Link]) -> [Link] {
        number.withLock { $0 += links.count }
        return links
    }
}
