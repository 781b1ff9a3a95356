import Core
import CoreTesting
import Foundation
import HTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RetryTests {
    // 6 November 1994, 08:49:37 GMT
    private let clock = ManualClock(now: Date(timeIntervalSince1970: 784_111_777))
    private let request = HTTPRequest(.get, URL(string: "http://shelf.example/")!)

    struct Sample {
        let answers: [ScriptedSite.Behavior]
        var attempts = 3
        let result: Result<Int, HTTPError>
        /// The times of the requests in seconds.
        let times: [Double]
    }

    private static let samples = [
        Sample(answers: [.respond(status: 404)], result: .success(404), times: [0]),
        Sample(answers: [.respond(status: 500)], result: .success(500), times: [0]),
        Sample(answers: [.reset, .respond()], result: .success(200), times: [0, 0.5]),
        Sample(
            answers: [.respond(status: 503)],
            attempts: 2,
            result: .success(503),
            times: [0, 0.5]
        ),
        Sample(
            answers: [.reset],
            attempts: 2,
            result: .failure(.connectionLost(host: "shelf.example")),
            times: [0, 0.5]
        ),
        Sample(answers: [busy("3"), .respond()], result: .success(200), times: [0, 3]),
        Sample(
            answers: [busy("Sun, 06 Nov 1994 08:49:40 GMT"), .respond()],
            result: .success(200),
            times: [0, 3]
        ),
        // The server asks for the maximum delay, and then for a longer delay.
        Sample(answers: [busy("10"), .respond()], result: .success(200), times: [0, 10]),
        Sample(answers: [busy("11"), .respond()], result: .success(503), times: [0]),
        Sample(answers: [busy("0"), .respond()], result: .success(200), times: [0, 0]),
        // The usual delay doubles even if the server asks for another delay, but only up to the
        // maximum.
        Sample(
            answers: [busy("3"), .respond(status: 503), .respond()],
            result: .success(200),
            times: [0, 3, 4]
        ),
        Sample(
            answers: [.respond(status: 503)],
            attempts: 7,
            result: .success(503),
            times: [0, 0.5, 1.5, 3.5, 7.5, 15.5, 25.5]
        ),
        // There is at least one attempt.
        Sample(answers: [.respond(status: 503)], attempts: 0, result: .success(503), times: [0]),
    ]

    private static func busy(_ time: String) -> ScriptedSite.Behavior {
        .respond(status: 503, headers: ["Retry-After": time])
    }

    /// Creates a task that advances the clock to the end of each sleep.
    private func advancingClock() -> Task<Void, Never> {
        Task { [clock] in
            while await clock.advanceToNextSleeper() {}
        }
    }

    private func expect(_ sample: Sample) async throws {
        let scripted = ScriptedHTTPClient(["/": .sequence(sample.answers)], clock: clock)
        let polite = PoliteHTTPClient(
            scripted,
            clock: clock,
            interval: .zero,
            attempts: sample.attempts
        )
        let start = clock.now
        let driver = advancingClock()
        defer {
            driver.cancel()
        }
        let result: Result<Int, HTTPError>
        do {
            result = .success(try await polite.send(request).status)
        } catch {
            result = .failure(error)
        }
        #expect(result == sample.result)
        #expect(scripted.requests.map { $0.received.timeIntervalSince(start) } == sample.times)
    }

    @Test(arguments: samples)
    func `retries a request after a lost connection or a temporary error status`(
        sample: Sample
    ) async throws {
        try await expect(sample)
    }

    @Test(arguments: [429, 502, 503, 504])
    func `doubles the delay before each further attempt`(status: Int) async throws {
        let busy = ScriptedSite.Behavior.respond(status: status)
        try await expect(
            Sample(answers: [busy, busy, .respond()], result: .success(200), times: [0, 0.5, 1.5])
        )
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
        try await expect(
            Sample(answers: [.fail(error), .respond()], result: .failure(error), times: [0])
        )
    }

    @Test func `sends a request at most three times by default`() async throws {
        let scripted = ScriptedHTTPClient(["/": .respond(status: 503)], clock: clock)
        let driver = advancingClock()
        defer {
            driver.cancel()
        }
        let polite = PoliteHTTPClient(scripted, clock: clock, interval: .zero)
        let response = try await polite.send(request)
        #expect(response.status == 503)
        #expect(scripted.requests.count == 3)
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
