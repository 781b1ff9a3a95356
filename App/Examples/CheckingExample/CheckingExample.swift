import Checking
import CheckingInterface
import CommandLineArguments
import Core
import CoreTesting
import Foundation

/// The feature Checking alone: its real checker on a scripted web, by a clock that waits for nobody.
@main
struct CheckingExample {
    private let site = ScriptedWeb()
    private let clock = ManualClock()
    private let policy: CheckPolicy
    private let listsRequests: Bool

    static func main() async {
        do {
            let arguments = try ArgumentParser(.checkingExample).parse(Array(CommandLine.arguments.dropFirst()))
            if arguments.has("--help") { return print(HelpText.overview(of: .checkingExample)) }
            try await CheckingExample(arguments).run()
        } catch {
            let usage = error as? UsageError
            let message = usage?.message(for: .checkingExample) ?? "\(error)"
            FileHandle.standardError.write(Data("CheckingExample: \(message)\n".utf8))
            // EX_USAGE and EX_SOFTWARE of sysexits.h
            exit(usage == nil ? 70 : 64)
        }
    }

    private init(_ arguments: ParsedArguments) throws(UsageError) {
        policy = CheckPolicy(retries: try arguments.integer("--retries", in: 0...10) ?? 2)
        listsRequests = arguments.has("--requests")
    }

    /// Checks one link after the other, so that every run comes to the same figures.
    private func run() async throws {
        let http = ScriptedHTTPClient(site.script, clock: clock)
        let history = InMemoryCheckHistoryStore()
        let checker = ConcurrentLinkChecker(http: http, history: history, clock: clock)
        let driver = Task { [clock] in while await clock.advanceToNextSleeper() {} }
        defer { driver.cancel() }
        let start = clock.now
        for link in site.links {
            let earlier = http.requests.count
            for try await outcome in checker.check([link], policy: policy) {
                if let record = outcome.record { print(line(for: record, of: link)) }
                if listsRequests { http.requests.dropFirst(earlier).forEach { print(line(for: $0, since: start)) } }
            }
        }
        print(
            "\(try await checker.latest().count) verdicts in the history, \(requests(http.requests.count)), "
                + "\(seconds(clock.now.timeIntervalSince(start))) of scripted time")
    }

    private func line(for record: CheckRecord, of link: Link) -> String {
        let facts = [
            record.reason, record.location.map { "now at \($0)" }, requests(record.attempts),
            seconds(Double(record.milliseconds) / 1000),
        ]
        let verdict = record.verdict.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
        let address = link.url.padding(toLength: 30, withPad: " ", startingAt: 0)
        return verdict + address + facts.compactMap(\.self).joined(separator: ", ")
    }

    private func line(for request: RecordedRequest, since start: Date) -> String {
        "        at \(seconds(request.received.timeIntervalSince(start))): \(request.method) \(request.url.absoluteString)"
    }

    private func requests(_ count: Int) -> String { count == 1 ? "1 request" : "\(count) requests" }

    private func seconds(_ interval: TimeInterval) -> String { String(format: "%.2f s", interval) }
}

extension ProgramSyntax {
    /// The command line of the example.
    fileprivate static let checkingExample = ProgramSyntax(
        "CheckingExample", "CheckingExample checks the links of a scripted web, without a network and without waiting.",
        commands: [],
        options: [
            .value("--retries", "N", "send a request that failed for a passing reason N more times (default: 2)"),
            .flag("--requests", "list every request, and when it was sent"),
            .help,
        ],
        examples: [
            ("swift run CheckingExample", "the verdict on each link"),
            ("swift run CheckingExample --retries 5 --requests", "how patient the checker gets"),
        ])
}
