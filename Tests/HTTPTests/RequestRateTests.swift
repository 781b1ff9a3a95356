import Core
import CoreTesting
import Foundation
import HTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RequestRateTests {
    private let clock = ManualClock()
    private let http: ScriptedHTTPClient
    private let polite: PoliteHTTPClient

    init() {
        http = ScriptedHTTPClient(ScriptedSite(otherwise: .respond()), clock: clock)
        polite = PoliteHTTPClient(http, clock: clock, interval: .milliseconds(50))
    }

    private func send(to address: String) async throws(HTTPError) -> HTTPResponse {
        try await polite.send(HTTPRequest(.get, URL(string: address)!))
    }

    @Test
    func
        `requests to one host and port start one interval apart, and other requests start immediately`()
        async throws
    {
        let begin = clock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for path in 1...3 {
                group.addTask { _ = try await send(to: "https://a.example/\(path)") }
            }
            // The first request has started, and the others wait.
            await clock.waitForSleepers(2)
            _ = try await send(to: "https://b.example/")
            _ = try await send(to: "https://a.example:8443/")
            #expect(http.requests.map(\.received) == [begin, begin, begin])
            clock.advance(by: .milliseconds(50))
            await http.waitForRequests(4)
            clock.advance(by: .milliseconds(50))
            try await group.waitForAll()
        }
        let requests = http.requests.filter { $0.url.httpHost == "a.example" }
        let milliseconds = requests.map { $0.received.timeIntervalSince(begin) * 1_000 }
        #expect(milliseconds.map { $0.rounded() } == [0, 50, 100])
        clock.advance(by: .milliseconds(50))
        _ = try await send(to: "https://a.example/4")
    }

    @Test func `after a pause, the interval begins with the next request`() async throws {
        _ = try await send(to: "https://a.example/1")
        clock.advance(by: .seconds(1))
        _ = try await send(to: "https://a.example/2")
        let next = Task { try await send(to: "https://a.example/3") }
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(49))
        #expect(clock.sleepers == 1)
        clock.advance(by: .milliseconds(2))
        _ = try await next.value
    }

    @Test func `a host keeps its interval even after a thousand requests to other hosts`()
        async throws
    {
        for host in 0...1_000 {
            _ = try await send(to: "https://\(host).example/")
        }
        let driver = Task {
            while await clock.advanceToNextSleeper() {}
        }
        defer {
            driver.cancel()
        }
        let begin = clock.now
        _ = try await send(to: "https://0.example/")
        #expect(clock.now == begin + 0.05)
    }

    @Test func `a request that is canceled during its delay is not sent`() async throws {
        _ = try await send(to: "https://a.example/1")
        let waiting = Task { try await send(to: "https://a.example/2") }
        await clock.waitForSleepers(1)
        waiting.cancel()
        await #expect(throws: HTTPError.canceled) {
            try await waiting.value
        }
        #expect(http.requests.count == 1)
    }
}
