import Core
import CoreTesting
import Foundation
import HTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RetryingHTTPClientTests {
    private let clock = ManualClock(now: Date(timeIntervalSince1970: 784_111_777))  // 6 November 1994, 08:49:37 GMT
    private let url = URL(string: "http://shelf.example/")

    /// Sends one request while time runs as fast as it can; returns its result and when each attempt was made.
    private func send(
        _ steps: ScriptedSite.Behaviour..., attempts: Int = 3
    ) async throws -> (result: Result<HTTPResponse, any Error>, seconds: [Double]) {
        let scripted = ScriptedHTTPClient(["/": .sequence(steps)], clock: clock)
        let retrying = RetryingHTTPClient(scripted, clock: clock, attempts: attempts)
        let start = clock.now
        let driver = Task { [clock] in while await clock.advanceToNextSleeper() {} }
        defer { driver.cancel() }
        let request = try HTTPRequest(.get, #require(url))
        let result = await Task { try await retrying.send(request) }.result
        return (result, scripted.requests.map { $0.received.timeIntervalSince(start) })
    }

    @Test func `an answer is passed on at once`() async throws {
        let sent = try await send(.respond(status: 404))
        #expect(try sent.result.get().status == 404)
        #expect(sent.seconds == [0])
    }

    @Test(arguments: [429, 502, 503, 504])
    func `a server in trouble is asked again, later and later`(status: Int) async throws {
        let sent = try await send(.respond(status: status), .respond(status: status), .respond())
        #expect(try sent.result.get().status == 200)
        #expect(sent.seconds == [0, 0.5, 1.5])
    }

    @Test func `a lost connection is tried again`() async throws {
        let sent = try await send(.reset, .respond())
        #expect(try sent.result.get().status == 200)
        #expect(sent.seconds == [0, 0.5])
    }

    @Test func `the last answer is passed on as it is`() async throws {
        let sent = try await send(.respond(status: 503), attempts: 2)
        #expect(try sent.result.get().status == 503)
        #expect(sent.seconds.count == 2)
    }

    @Test func `the last error is passed on as it is`() async throws {
        let sent = try await send(.reset, attempts: 2)
        #expect(throws: HTTPError.connectionLost(host: "shelf.example")) { try sent.result.get() }
        #expect(sent.seconds.count == 2)
    }

    @Test(arguments: [HTTPError.timedOut, .noSuchHost("a"), .cannotConnect(host: "a"), .tooManyRedirects])
    func `other errors are passed on at once`(error: HTTPError) async throws {
        let sent = try await send(.fail(error), .respond())
        #expect(throws: error) { try sent.result.get() }
        #expect(sent.seconds == [0])
    }

    @Test(arguments: ["3", "Sun, 06 Nov 1994 08:49:40 GMT"])
    func `a server that names a time is asked again then`(retryAfter: String) async throws {
        let sent = try await send(.respond(status: 429, headers: ["Retry-After": retryAfter]), .respond())
        #expect(try sent.result.get().status == 200)
        #expect(sent.seconds == [0, 3])
    }

    @Test func `a server that asks for the longest wait is asked again, and for a second more it is not`() async throws
    {
        for (wish, seconds) in [("10", [0.0, 10]), ("11", [0])] {
            let sent = try await send(.respond(status: 503, headers: ["Retry-After": wish]), .respond())
            #expect(sent.seconds == seconds)
        }
    }

    @Test func `a server that asks for a long time is not asked again`() async throws {
        let sent = try await send(.respond(status: 503, headers: ["Retry-After": "3600"]), .respond())
        #expect(try sent.result.get().status == 503)
        #expect(sent.seconds == [0])
    }

    @Test func `cancelling ends the wait`() async throws {
        let request = try HTTPRequest(.get, #require(url))
        let scripted = ScriptedHTTPClient(["/": .respond(status: 503)])
        let retrying = RetryingHTTPClient(scripted, clock: clock)
        let task = Task { try await retrying.send(request) }
        await clock.waitForSleepers(1)
        task.cancel()
        await #expect(throws: HTTPError.cancelled) { try await task.value }
        #expect(scripted.requests.count == 1)
    }
}
