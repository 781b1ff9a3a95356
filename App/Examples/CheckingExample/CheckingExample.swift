import Checking
import CheckingInterface
import CheckingTesting
import CommandLineArguments
import Core
import CoreTesting
import Foundation

/// A program that runs the feature Checking alone, with a scripted web and a clock that never
/// waits.
@main
struct CheckingExample {
    private let site = ScriptedWeb()
    private let clock = ManualClock()
    private let policy: CheckPolicy
    private let listsRequests: Bool

    static func main() async {
        do {
            let arguments = try ArgumentParser(.checkingExample).parse(
                Array(CommandLine.arguments.dropFirst())
            )
            if arguments.has("--help") {
                return print(HelpText.overview(of: .checkingExample))
            }
            try await CheckingExample(arguments).run()
        } catch {
            let usage = error as? UsageError
            let message = usage?.message(for: .checkingExample) ?? "\(error)"
            FileHandle.standardError.write(Data("CheckingExample: \(message)\n".utf8))
            // The codes are EX_SOFTWARE (70) and EX_USAGE (64) in sysexits.h.
            exit(usage == nil ? 70 : 64)
        }
    }

    private init(_ arguments: ParsedArguments) throws(UsageError) {
        var policy = CheckPolicy()
        policy.retries = try arguments.integer("--retries", in: 0...10) ?? policy.retries
        self.policy = policy
        listsRequests = arguments.has("--requests")
    }

    /// Checks links sequentially, which makes the output reproducible.
    private func run() async throws {
        let http = ScriptedHTTPClient(site.script, clock: clock)
        let history = InMemoryCheckHistoryStore()
        let checker = ConcurrentLinkChecker(http: http, history: history, clock: clock)
        let driver = Task { [clock] in while await clock.advanceToNextSleeper() {} }
        defer {
            driver.cancel()
        }
        let start = clock.now
        for link in site.links {
            let earlier = http.requests.count
            for try await outcome in checker.check([link], policy: policy) {
                if let record = outcome.record {
                    print(line(for: record, of: link))
                }
                if listsRequests {
                    http.requests.dropFirst(earlier).forEach { print(line(for: $0, since: start)) }
                }
            }
        }
        print(
            "\(await history.latest(of: nil).count) verdicts in the history, \(requests(http.requests.count)), "
                + "\(seconds(clock.now.timeIntervalSince(start))) of scripted time"
        )
    }

    private func line(for record: CheckRecord, of link: Link) -> String {
        let details = [
            record.reason,
            record.location.map { "now at \($0)" },
            requests(record.attempts),
            seconds(Double(record.milliseconds) / 1000),
        ]
        let verdict = record.verdict.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
        let url = link.url.padding(toLength: 30, withPad: " ", startingAt: 0)
        return verdict + url + details.compactMap(\.self).joined(separator: ", ")
    }

    private func line(for request: RecordedRequest, since start: Date) -> String {
        "        at \(seconds(request.received.timeIntervalSince(start))): \(request.method) \(request.url.absoluteString)"
    }

    private func requests(_ count: Int) -> String {
        count == 1 ? "1 request" : "\(count) requests"
    }
    private func seconds(_ interval: TimeInterval) -> String {
        String(format: "%.2f s", interval)
    }
}

/// The web that the example checks: a host with all kinds of responses, and a host that does not
/// exist.
private struct ScriptedWeb {
    private let pages: KeyValuePairs<String, ScriptedSite.Behavior> = [
        "/": .respond(),
        "/moved": .redirect(to: "/", status: 301),
        "/today": .redirect(to: "/"),
        "/members": .respond(status: 401),
        "/gone": .respond(status: 404),
        "/tired": .sequence([.respond(status: 503), .respond(status: 503), .respond()]),
        "/asleep": .hang,
    ]

    var script: ScriptedSite {
        ScriptedSite(Dictionary(uniqueKeysWithValues: pages.map { ($0.key, $0.value) }))
    }

    var links: [Link] {
        let urls = pages.map { "https://shelf.example\($0.key)" } + ["https://shelf.invalid/"]
        return urls.enumerated().map { index, url in
            Link(id: Int64(index + 1), url: url, added: .distantPast, updated: .distantPast)
        }
    }
}

extension ProgramSyntax {
    fileprivate static let checkingExample = ProgramSyntax(
        "CheckingExample",
        "CheckingExample checks links in a scripted web. It uses no network and never waits.",
        commands: [],
        options: [
            .value(
                "--retries",
                "N",
                "retry a request up to N times after a temporary failure (default: 2)"
            ),
            .flag("--requests", "list every request with its time"),
            .help,
        ],
        examples: [
            ("swift run CheckingExample", "prints the verdict for each link"),
            (
                "swift run CheckingExample --retries 5 --requests",
                "shows the delays between retries"
            ),
        ]
    )
}
