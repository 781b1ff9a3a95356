import Core
import CoreTesting
import Foundation
import HTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PacedHTTPClientTests {
    private let clock = ManualClock()
    private let http: ScriptedHTTPClient
    private let paced: PacedHTTPClient

    init() {
        http = ScriptedHTTPClient(ScriptedSite(otherwise: .respond()), clock: clock)
        paced = PacedHTTPClient(http, clock: clock, interval: .milliseconds(50))
    }

    private func send(to address: String) async throws(HTTPError) -> HTTPResponse {
        try await paced.send(HTTPRequest(.get, URL(string: address)!))
    }

    @Test func `requests to one host start apart, and those to others at once`() async throws {
        let begin = clock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for path in 1...3 { group.addTask { _ = try await send(to: "https://a.example/\(path)") } }
            // One of them has started, whichever it is.
            await clock.waitForSleepers(2)
            _ = try await send(to: "https://b.example/")
            #expect(http.requests.count == 2 && http.requests.allSatisfy { $0.received == begin })
            clock.advance(by: .milliseconds(50))
            await http.waitForRequests(3)
            clock.advance(by: .milliseconds(50))
            try await group.waitForAll()
        }
        let starts = http.requests.filter { $0.url.host == "a.example" }.map { $0.received.timeIntervalSince(begin) }
        #expect(starts.count == 3 && zip(starts, [0, 0.05, 0.1]).allSatisfy { abs($0 - $1) < 0.001 }, "\(starts)")
        clock.advance(by: .milliseconds(50))
        _ = try await send(to: "https://a.example/4")
    }

    @Test func `by default requests to one host start 50 milliseconds apart`() async throws {
        let begin = clock.now
        let paced = PacedHTTPClient(http, clock: clock)
        let url = try #require(URL(string: "https://a.example/"))
        _ = try await paced.send(HTTPRequest(.get, url))
        let second = Task { try await paced.send(HTTPRequest(.get, url)) }
        _ = await clock.advanceToNextSleeper()
        _ = try await second.value
        #expect(clock.now == begin + 0.05)
    }

    @Test func `the pace of a host is remembered while a thousand others are asked`() async throws {
        for host in 0...1_000 { _ = try await send(to: "https://\(host).example/") }
        let driver = Task { while await clock.advanceToNextSleeper() {} }
        defer { driver.cancel() }
        let begin = clock.now
        _ = try await send(to: "https://0.example/")
        #expect(clock.now == begin + 0.05)
    }

    @Test func `a request that is cancelled while it waits is not sent`() async throws {
        _ = try await send(to: "https://a.example/1")
        let waiting = Task { try await send(to: "https://a.example/2") }
        await clock.waitForSleepers(1)
        waiting.cancel()
        await #expect(throws: HTTPError.cancelled) { try await waiting.value }
        #expect(http.requests.count == 1)
    }
}
