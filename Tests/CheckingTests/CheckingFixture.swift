import Checking
import CheckingInterface
import Core
import CoreTesting
import Foundation
import Testing

/// A checker of a scripted web, and a clock that runs as fast as it can while links are checked.
struct CheckingFixture {
    let clock = ManualClock()
    let history = InMemoryCheckHistoryStore()
    let http: ScriptedHTTPClient
    let checker: any LinkChecker

    init(_ site: ScriptedSite) {
        http = ScriptedHTTPClient(site, clock: clock)
        checker = ConcurrentLinkChecker(http: http, history: history, clock: clock)
    }

    /// Checks addresses and returns the outcomes in the order of the addresses.
    func outcomes(_ urls: [String], _ policy: CheckPolicy = CheckPolicy()) async throws -> [CheckOutcome] {
        let driver = Task { [clock] in while await clock.advanceToNextSleeper() {} }
        defer { driver.cancel() }
        var outcomes: [CheckOutcome] = []
        for try await outcome in checker.check(links(urls), policy: policy) { outcomes.append(outcome) }
        return outcomes.sorted { $0.link.id < $1.link.id }
    }

    /// Checks addresses that are all requested and returns the records in the order of the addresses.
    func check(_ urls: [String], _ policy: CheckPolicy = CheckPolicy()) async throws -> [CheckRecord] {
        try await outcomes(urls, policy).map { try #require($0.record, "\($0)") }
    }

    /// Checks the path of `shelf.example`.
    func check(_ path: String, _ policy: CheckPolicy = CheckPolicy()) async throws -> CheckRecord {
        let records = try await check(["http://shelf.example\(path)"], policy)
        #expect(records.count == 1)
        return try #require(records.first)
    }

    /// What was asked for, such as `HEAD /a`.
    var asked: [String] { http.requests.map { "\($0.method) \($0.url.path)" } }

    /// When the requests came, in milliseconds from the first.
    var instants: [Int] {
        let times = http.requests.map(\.received)
        return times.map { Int(($0.timeIntervalSince(times[0]) * 1000).rounded()) }
    }
}

/// Links at the addresses, numbered from 1.
func links(_ urls: [String]) -> [Link] {
    urls.enumerated().map { Link(id: Int64($0 + 1), url: $1, added: .distantPast, updated: .distantPast) }
}
