import Bootstrap
import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Injection
import InjectionTesting
import ProgramTesting
import ServerTesting
import Testing

/// Tests that check links over real sockets. They use the app's own objects, with a manual clock.
@Suite(.timeLimit(.minutes(5)), .app)
struct ServerFaultTests {
    private let clock = ManualClock()

    private func check(_ urls: [String], _ policy: CheckPolicy) async throws -> [CheckRecord] {
        let clock = clock
        AppContainer.shared.clock.register { clock }
        let driver = Task { while await clock.advanceToNextSleeper() {} }
        defer {
            driver.cancel()
        }
        let links = urls.enumerated().map {
            Link(id: Int64($0 + 1), url: $1, added: .distantPast, updated: .distantPast)
        }
        var records: [CheckRecord] = []
        for try await outcome in AppContainer.shared.linkChecker().check(links, policy: policy) {
            records.append(try #require(outcome.record))
        }
        return records.sorted { $0.link < $1.link }
    }

    @Test(arguments: ServerFault.allCases)
    func `a link to a failing server has the correct verdict`(fault: ServerFault) async throws {
        try await LoopbackServer.serving("/page 200") { other in
            let site = fault.site(elsewhere: other.url.appending(path: "page"))
            try await LoopbackServer.serving(site) { server in
                var policy = CheckPolicy()
                policy.timeout = fault.timesOut ? .milliseconds(100) : .seconds(20)
                let record = try #require(
                    try await check([fault.url(at: server.url)], policy).first
                )
                #expect(record.verdict == fault.verdict, "\(record)")
                #expect(record.attempts == fault.requests, "\(record)")
                if fault.isReachable {
                    #expect(server.requests.count + other.requests.count == fault.requests)
                }
            }
        }
    }

    @Test func `a link with an untrusted certificate is flaky after one request`() async throws {
        try await TLSServer.serving { server in
            let record = try #require(
                try await check([server.url.absoluteString], CheckPolicy()).first
            )
            #expect(record.verdict == .flaky)
            #expect(record.reason == "the certificate is self-signed")
            #expect(record.attempts == 1)
        }
    }

    /// Systems other than Linux have only one IPv4 loopback address.
    private static var numbersOfHosts: [Int] {
        #if os(Linux)
            [1, 100]
        #else
            [1]
        #endif
    }

    @Test(arguments: numbersOfHosts)
    func `two thousand links need two thousand requests, but few connections to each host`(
        hosts: Int
    ) async throws {
        try await LoopbackServer.serving(ScriptedSite(otherwise: .respond()), hosts: hosts) {
            server in
            let urls = (0..<2_000).map { "\(server.urls[$0 % hosts])\($0)" }
            let records = try await check(
                urls,
                CheckPolicy(concurrency: 64, perHost: 10, interval: .zero)
            )
            #expect(records.count == 2_000)
            #expect(records.filter { $0.verdict != .ok } == [])
            #expect(records.filter { $0.attempts != 1 } == [])
            #expect(server.requests.count == 2_000)
            #expect(server.connectionCount <= hosts * 20)
        }
    }
}
