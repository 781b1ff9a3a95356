import Core
import CoreTesting
import Foundation
import HTTP
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RetryTests {
    // 6 November 1994, 08:49:37 GMT
    private let clock = ManualClock(now: Date(timeIntervalSince1970: 784_111_777))
    private let request = HTTPRequest(.get, URL(string: "http://shelf.example/")!)

    /// Sends a request to a site, and expects the status or the error, and the times of the
    /// requests in seconds.
    private func expect(
        _ result: String,
        from site: ScriptedSite,
        attempts: Int? = nil,
        at times: [Double]
    ) async throws {
        let scripted = ScriptedHTTPClient(site, clock: clock)
        let polite =
            attempts.map {
                PoliteHTTPClient(scripted, clock: clock, interval: .zero, attempts: $0)
            } ?? PoliteHTTPClient(scripted, clock: clock, interval: .zero)
        let start = clock.now
        let driver = Task { while await clock.advanceToNextSleeper() {} }
        defer {
            driver.cancel()
        }
        do {
            let status = try await polite.send(request).status
            #expect("\(status)" == result)
        } catch {
            #expect("\(error)" == result)
        }
        #expect(scripted.requests.map { $0.received.timeIntervalSince(start) } == times)
    }

    /// Responses, the maximum number of attempts if it is not the default, the result, and the
    /// times of the requests.
    private static let samples = Row.table(
        """
        404 → → 404 → 0
        500 → → 500 → 0
        429, then 429, then 200 → → 200 → 0 0.5 1.5
        502, then 502, then 200 → → 200 → 0 0.5 1.5
        503, then 503, then 200 → → 200 → 0 0.5 1.5
        504, then 504, then 200 → → 200 → 0 0.5 1.5
        resets, then 200 → → 200 → 0 0.5
        resets → 2 → connectionLost(host: "shelf.example") → 0 0.5
        503 → 2 → 503 → 0 0.5
        503 → → 503 → 0 0.5 1.5
        503 → 7 → 503 → 0 0.5 1.5 3.5 7.5 15.5 25.5
        // There is at least one attempt.
        503 → 0 → 503 → 0
        503 Retry-After 3, then 200 → → 200 → 0 3
        503 Retry-After 0, then 200 → → 200 → 0 0
        // The server asks for the maximum delay, and then for a longer delay.
        503 Retry-After 10, then 200 → → 200 → 0 10
        503 Retry-After 11, then 200 → → 503 → 0
        // The usual delay doubles even if the server asks for another delay.
        503 Retry-After 3, then 503, then 200 → → 200 → 0 3 4
        """
    )

    @Test(arguments: samples)
    func `retries a request after a lost connection or a temporary error status`(
        row: Row
    ) async throws {
        let times = row[3].split(separator: " ").compactMap { Double($0) }
        try await expect(row[2], from: "/ \(row[0])", attempts: Int(row[1]), at: times)
    }

    @Test func `waits until the date that a server asks for`() async throws {
        let busy = ScriptedSite.Behavior.respond(
            status: 503,
            headers: ["Retry-After": "Sun, 06 Nov 1994 08:49:40 GMT"]
        )
        try await expect("200", from: ["/": .sequence([busy, .respond()])], at: [0, 3])
    }

    @Test(
        arguments: [
            .timedOut,
            .noSuchHost("a"),
            .cannotConnect(host: "a"),
            .tooManyRedirects,
        ] as [HTTPError]
    )
    func `does not retry a request after any other error`(error: HTTPError) async throws {
        let site: ScriptedSite = ["/": .sequence([.fail(error), .respond()])]
        try await expect("\(error)", from: site, at: [0])
    }

    @Test func `canceling ends the delay`() async throws {
        let scripted = ScriptedHTTPClient(["/": .respond(status: 503)])
        let polite = PoliteHTTPClient(scripted, clock: clock, interval: .zero)
        let task = Task { try await polite.send(request) }
        await clock.waitForSleepers(1)
        task.cancel()
        await #expect(throws: HTTPError.canceled) {
            try await task.value
        }
        #expect(scripted.requests.count == 1)
    }
}

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
            #expect(http.requests.count == 3)
            #expect(http.requests.allSatisfy { $0.received == begin })
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
        clock.advance(by: .milliseconds(50))
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
