import Core
import CoreTesting
import Foundation
import HTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RetryingHTTPClientTests {
    private let clock = ManualClock(now: Date(timeIntervalSince1970: 784_111_777))  // 6 November 1994, 08:49:37 GMT
    private let request = HTTPRequest(.get, URL(string: "http://shelf.example/")!)

    /// Answers, the maximum number of attempts, the expected result, and the expected times of the requests in seconds.
    typealias Sample = ([ScriptedSite.Behavior], Int, Result<Int, HTTPError>, [Double])
    static let samples: [Sample] = repeated + failed + others
    private static let repeated: [Sample] = [429, 502, 503, 504].map { status in
        ([.respond(status: status), .respond(status: status), .respond()], 3, .success(200), [0, 0.5, 1.5])
    }

    private static let failed: [Sample] = [.timedOut, .noSuchHost("a"), .cannotConnect(host: "a"), .tooManyRedirects]
        .map { (error: HTTPError) in ([.fail(error), .respond()], 3, .failure(error), [0]) }

    private static let others: [Sample] = [
        ([.respond(status: 404)], 3, .success(404), [0]), ([.reset, .respond()], 3, .success(200), [0, 0.5]),
        ([.respond(status: 503)], 2, .success(503), [0, 0.5]),
        ([.reset], 2, .failure(.connectionLost(host: "shelf.example")), [0, 0.5]),
        ([busy("3"), .respond()], 3, .success(200), [0, 3]),
        ([busy("Sun, 06 Nov 1994 08:49:40 GMT"), .respond()], 3, .success(200), [0, 3]),
        // The longest delay, and a longer one.
        ([busy("10"), .respond()], 3, .success(200), [0, 10]), ([busy("11"), .respond()], 3, .success(503), [0]),
    ]

    private static func busy(_ time: String) -> ScriptedSite.Behavior {
        .respond(status: 503, headers: ["Retry-After": time])
    }

    @Test(arguments: samples)
    func `retries transient failures after a delay`(
        steps: [ScriptedSite.Behavior], attempts: Int, expected: Result<Int, HTTPError>, seconds: [Double]
    ) async throws {
        let scripted = ScriptedHTTPClient(["/": .sequence(steps)], clock: clock)
        let retrying = RetryingHTTPClient(scripted, clock: clock, attempts: attempts)
        let start = clock.now
        let driver = Task { [clock] in while await clock.advanceToNextSleeper() {} }
        defer { driver.cancel() }
        let result: Result<Int, HTTPError>
        do { result = .success(try await retrying.send(request).status) } catch { result = .failure(error) }
        #expect(result == expected)
        #expect(scripted.requests.map { $0.received.timeIntervalSince(start) } == seconds)
    }

    @Test func `canceling ends the delay`() async throws {
        let scripted = ScriptedHTTPClient(["/": .respond(status: 503)])
        let retrying = RetryingHTTPClient(scripted, clock: clock)
        let task = Task { try await retrying.send(request) }
        await clock.waitForSleepers(1)
        task.cancel()
        await #expect(throws: HTTPError.cancelled) { try await task.value }
        #expect(scripted.requests.count == 1)
    }
}

@Suite(.timeLimit(.minutes(5)))
struct PacedHTTPClientTests {
    private let clock = ManualClock()
    private let http: ScriptedHTTPClient
    private let paced: RateLimitedHTTPClient

    init() {
        http = ScriptedHTTPClient(ScriptedSite(otherwise: .respond()), clock: clock)
        paced = RateLimitedHTTPClient(http, clock: clock)
    }

    private func send(to address: String) async throws(HTTPError) -> HTTPResponse {
        try await paced.send(HTTPRequest(.get, URL(string: address)!))
    }

    @Test func `requests to one host start 50 milliseconds apart, and to others at once`() async throws {
        let begin = clock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for path in 1...3 { group.addTask { _ = try await send(to: "https://a.example/\(path)") } }
            // One of them has started.
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

    @Test func `a host is remembered during a thousand requests to others`() async throws {
        for host in 0...1_000 { _ = try await send(to: "https://\(host).example/") }
        let driver = Task { while await clock.advanceToNextSleeper() {} }
        defer { driver.cancel() }
        let begin = clock.now
        _ = try await send(to: "https://0.example/")
        #expect(clock.now == begin + 0.05)
    }

    @Test func `a request that is canceled during its delay is not sent`() async throws {
        _ = try await send(to: "https://a.example/1")
        let waiting = Task { try await send(to: "https://a.example/2") }
        await clock.waitForSleepers(1)
        waiting.cancel()
        await #expect(throws: HTTPError.cancelled) { try await waiting.value }
        #expect(http.requests.count == 1)
    }
}
