import Core
import CoreTesting
import Foundation
import HTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RetryingHTTPClientTests {
    private let clock = ManualClock(now: Date(timeIntervalSince1970: 784_111_777))  // 6 November 1994, 08:49:37 GMT
    private let request = HTTPRequest(.get, URL(string: "http://shelf.example/")!)

    /// A site, and the expected result of a request with its attempts in seconds.
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [ScriptedSite.Behaviour]
        let attempts: Int
        let result: Result<Int, HTTPError>
        let seconds: [Double]

        init(
            _ description: String, _ steps: ScriptedSite.Behaviour..., attempts: Int = 3,
            result: Result<Int, HTTPError>, at seconds: [Double]
        ) {
            testDescription = description
            self.steps = steps
            self.attempts = attempts
            self.result = result
            self.seconds = seconds
        }
    }

    static let samples: [Sample] =
        [Sample("another status", .respond(status: 404), result: .success(404), at: [0])]
        + [429, 502, 503, 504].map { status in
            Sample(
                "\(status) twice", .respond(status: status), .respond(status: status), .respond(),
                result: .success(200), at: [0, 0.5, 1.5])
        }
        + [HTTPError.timedOut, .noSuchHost("a"), .cannotConnect(host: "a"), .tooManyRedirects].map { error in
            Sample("\(error)", .fail(error), .respond(), result: .failure(error), at: [0])
        }
        + ["3", "Sun, 06 Nov 1994 08:49:40 GMT"].map { time in
            Sample("Retry-After: \(time)", busy(retryAfter: time), .respond(), result: .success(200), at: [0, 3])
        }
        + [
            Sample("a lost connection", .reset, .respond(), result: .success(200), at: [0, 0.5]),
            Sample("the last response", .respond(status: 503), attempts: 2, result: .success(503), at: [0, 0.5]),
            Sample(
                "the last error", .reset, attempts: 2, result: .failure(.connectionLost(host: "shelf.example")),
                at: [0, 0.5]),
            Sample("the longest delay", busy(retryAfter: "10"), .respond(), result: .success(200), at: [0, 10]),
            Sample("a longer delay", busy(retryAfter: "11"), .respond(), result: .success(503), at: [0]),
        ]

    private static func busy(retryAfter: String) -> ScriptedSite.Behaviour {
        .respond(status: 503, headers: ["Retry-After": retryAfter])
    }

    @Test(arguments: samples)
    func `retries transient failures after a delay`(sample: Sample) async throws {
        let scripted = ScriptedHTTPClient(["/": .sequence(sample.steps)], clock: clock)
        let retrying = RetryingHTTPClient(scripted, clock: clock, attempts: sample.attempts)
        let start = clock.now
        let driver = Task { [clock] in while await clock.advanceToNextSleeper() {} }
        defer { driver.cancel() }
        let result: Result<Int, HTTPError>
        do {
            result = .success(try await retrying.send(request).status)
        } catch {
            result = .failure(error)
        }
        #expect(result == sample.result)
        #expect(scripted.requests.map { $0.received.timeIntervalSince(start) } == sample.seconds)
    }

    @Test func `cancelling ends the delay`() async throws {
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
    private let paced: PacedHTTPClient

    init() {
        http = ScriptedHTTPClient(ScriptedSite(otherwise: .respond()), clock: clock)
        paced = PacedHTTPClient(http, clock: clock)
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

    @Test func `a request that is cancelled during its delay is not sent`() async throws {
        _ = try await send(to: "https://a.example/1")
        let waiting = Task { try await send(to: "https://a.example/2") }
        await clock.waitForSleepers(1)
        waiting.cancel()
        await #expect(throws: HTTPError.cancelled) { try await waiting.value }
        #expect(http.requests.count == 1)
    }
}
