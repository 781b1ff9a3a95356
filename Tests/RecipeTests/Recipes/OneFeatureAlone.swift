import Checking
import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Testing

/// A program that runs the feature Checking alone, on a scripted web site and without waiting.
struct CheckingProgram {
    private let checker: any LinkChecker = ConcurrentLinkChecker(
        http: ScriptedHTTPClient(["/": .respond(), "/gone": .respond(status: 404)]),
        history: InMemoryCheckHistoryStore(),
        clock: ManualClock()
    )

    func run(_ urls: [String]) async throws -> [String] {
        let links = urls.enumerated().map { index, url in
            Link(id: Int64(index + 1), url: url, added: .distantPast, updated: .distantPast)
        }
        var lines: [String] = []
        for try await outcome in checker.check(
            links,
            policy: CheckPolicy(interval: .zero, retries: 0)
        ) {
            if let record = outcome.record {
                lines.append("\(record.verdict): \(outcome.link.url)")
            }
        }
        return lines.sorted()
    }
}

// MARK: - Tests

struct OneFeatureAloneTests {
    @Test func `the feature runs without the other modules of the app`() async throws {
        let lines = try await CheckingProgram().run([
            "https://shelf.example/", "https://shelf.example/gone",
        ])
        #expect(lines == ["dead: https://shelf.example/gone", "ok: https://shelf.example/"])
    }
}
