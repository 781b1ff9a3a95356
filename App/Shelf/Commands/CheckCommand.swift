import AsyncStreams
import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Injection
import JSONText
import LibraryInterface
import Synchronization
import TerminalText

struct CheckCommand: Command {
    static let syntax = CommandSyntax(
        "check", "find moved, blocked, flaky and dead links", operands: "[ID… | QUERY]", count: 0...Int.max,
        options: LinkFilter.options + [
            .value("--accept", "LIST", "statuses that count as ok, such as 200..=299,429"),
            .value("--concurrency", "N", "check N links at once (64)"),
            .value("--per-host", "N", "send at most N requests to a host at once (10)"),
            .value("--interval", "TIME", "the time between two requests to a host (50ms)"),
            .value("--retries", "N", "retry temporary errors N times (2)"),
            .value("--timeout", "TIME", "the time limit of each request (20s); a link may need several"),
            .value("--max-age", "TIME", "skip links that were checked within TIME, such as 1d"),
            .flag("--strict", "exit with code 2 if any link is not ok, not only if one is dead"),
        ],
        discussion: """
            Checks all links, the links with the given IDs, or the links that a search finds. Tags and verdicts select links as
            in 'shelf list'.
            The verdicts are: ok; moved (permanently, with the new URL); blocked (401, 403, 429: access denied); flaky (server
            errors, timeouts: temporary); dead (404, 410, host not found). Links that are ok are shown only with -v. With
            --json, each outcome is printed immediately, as one object per line.
            A link that is not requested keeps its verdict: one with a URL that is not http or https, and the remaining links
            of a host that asks to wait for more than a minute (429).
            Each verdict is saved. Ctrl-C stops the check and keeps the verdicts; continue with --max-age 1d, which counts
            the links checked within a day with their saved verdicts.
            Times are written as 50ms, 20s, 5m, 1h or 1d. Proxies are configured by http_proxy, https_proxy, all_proxy and
            no_proxy.
            """,
        examples: [
            ("shelf check", "all links"),
            ("shelf check 12 13", "two links"),
            ("shelf check --timeout 5s swift", "the links that 'shelf search swift' finds"),
            ("shelf check --verdict flaky,unchecked", "new links, and links that were flaky"),
            ("shelf check --max-age 1d", "all links that were not checked within a day"),
            ("shelf check --accept 403,429", "all links; accept hosts that refuse robots"),
        ])

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    private let console: Console
    private let operands: [String]
    private let ids: [Link.ID]?
    private let filter: LinkFilter
    private let policy: CheckPolicy
    private let isStrict: Bool

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        operands = arguments.operands
        let numbers = operands.compactMap { Link.ID($0) }
        ids = numbers.isEmpty || numbers.count < operands.count ? nil : numbers
        isStrict = arguments.has("--strict")
        filter = try LinkFilter(arguments)
        policy = try CheckPolicy(arguments)
        let text = operands.joined(separator: " ")
        if !operands.isEmpty, SearchTerm.parse(text).isEmpty { throw .nothingToSearch(text) }
        guard ids == nil || filter.isEmpty else {
            throw .custom("cannot combine IDs with options that select links; remove one of them")
        }
    }

    func run() async throws -> ExitCode {
        let total = Mutex(0)
        @Sendable func count(_ links: [Link]) -> [Link] {
            total.withLock { $0 += links.count }
            return links
        }
        // Links that were not requested are counted under nil.
        var tally: [Verdict?: Int] = [:]
        let progress = ProgressLine(console)
        defer { progress.clear() }
        for try await outcome in try await check(count) {
            tally[outcome.record?.verdict, default: 0] += 1
            let done = tally.values.reduce(0, +)
            try report(outcome, clearing: progress)
            let fraction = Double(done) / Double(total.withLock(\.self))
            progress.update("checking \(Console.count(done, "link"))", done: done, fraction: fraction)
        }
        progress.clear()
        let links = total.withLock(\.self)
        guard links > 0 || Task.isCancelled else {
            let isAll = operands.isEmpty && filter.isEmpty
            console.note(
                isAll ? "the library is empty" : filter.hint(among: try await library.tags()) ?? "no link matches")
            return isAll ? .done : .negative
        }
        try summarize(tally, of: links)
        guard !Task.isCancelled else {
            console.note("stopped; to continue, run the same command with --max-age 1d")
            return .interrupted
        }
        let isBad = tally.keys.compactMap(\.self).contains { $0 == .dead || isStrict && $0 != .ok }
        return isBad ? .deadLinks : .done
    }

    private func check(
        _ count: @escaping @Sendable ([Link]) -> [Link]
    ) async throws -> AsyncThrowingStream<CheckOutcome, any Error> {
        if let ids { return checker.check(count(try await library.links(ids)), policy: policy) }
        let query = filter.query(SearchTerm.parse(operands.joined(separator: " ")), order: .added)
        let links = library.batches(matching: query).mapAhead { [filter, checker] links in
            guard filter.needsVerdicts else { return count(links) }
            let records = try await checker.latest(of: links.map(\.id))
            return count(links.filter { filter.allows(records[$0.id]) })
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

extension JSONValue {
    fileprivate static func check(_ outcome: CheckOutcome) -> JSONValue {
        let (link, record) = (outcome.link, outcome.record)
        var reason = record?.reason
        if case .notRequested(_, let why) = outcome { reason = why }
        return .object([
            ("id", .integer(link.id)), ("url", .string(link.url)), ("verdict", .optional(record?.verdict.rawValue)),
            ("status", .optional(record?.status)), ("location", .optional(record?.location)),
            ("attempts", .integer(Int64(record?.attempts ?? 0))),
            ("milliseconds", .integer(Int64(record?.milliseconds ?? 0))), ("reason", .optional(reason)),
        ])
    }
}

extension CheckPolicy {
    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.init()
        concurrency = try arguments.integer("--concurrency", in: 1...1024) ?? concurrency
        perHost = try arguments.integer("--per-host", in: 1...1024) ?? perHost
        retries = try arguments.integer("--retries", in: 0...20) ?? retries
        interval = try arguments.duration("--interval") ?? interval
        timeout = try arguments.duration("--timeout", isZeroAllowed: false) ?? timeout
        maxAge = try arguments.duration("--max-age")
        guard let text = arguments.value("--accept") else { return }
        guard let ranges = Self.statuses(text) else {
            throw .invalidValue(option: "--accept", value: text, expected: "statuses and ranges, such as 200..=299,429")
        }
        accepted = ranges
    }

    private static func statuses(_ text: String) -> [ClosedRange<Int>]? {
        var ranges: [ClosedRange<Int>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let match = part.wholeMatch(of: /(\d{3})(?:\.\.(=?)(\d{3,4}))?/), let first = Int(match.1) else {
                return nil
            }
            let last = match.3.flatMap { Int($0) } ?? first
            let end = match.2 == "" ? last - 1 : last
            guard first >= 100, first <= end, end <= 999 else { return nil }
            ranges.append(first...end)
        }
        return ranges
    }
}

extension ParsedArguments {
    /// The last value of the option as a duration, such as `50ms`, `20s` or `5m`; nil without the option.
    fileprivate func duration(_ option: String, isZeroAllowed: Bool = true) throws(UsageError) -> Duration? {
        guard let text = value(option) else { return nil }
        let units: [Substring: Duration] = [
            "ms": .milliseconds(1), "s": .seconds(1), "m": .seconds(60), "h": .seconds(3600), "d": .seconds(86_400),
        ]
        guard let match = text.wholeMatch(of: /(\d+)(\D+)/), let unit = units[match.2], let number = Int(match.1),
            number <= 1_000_000
        else { throw .invalidValue(option: option, value: text, expected: "a time such as 50ms, 20s, 5m, 1h or 1d") }
        guard isZeroAllowed || number > 0 else {
            throw .invalidValue(option: option, value: text, expected: "a time greater than zero")
        }
        return unit * number
    }
}
