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
        at times: [Double],
        location: SourceLocation = #_sourceLocation
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
            #expect("\(status)" == result, sourceLocation: location)
        } catch {
            #expect("\(error)" == result, sourceLocation: location)
        }
        let received = scripted.requests.map { $0.received.timeIntervalSince(start) }
        #expect(received == times, sourceLocation: location)
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
            .unsupportedURL("a"),
            .noSuchHost("a"),
            .lookupFailed(host: "a"),
            .cannotConnect(host: "a"),
            .timedOut,
            .untrustedServer(host: "a", reason: "b"),
            .malformedResponse(reason: "a"),
            .tooManyRedirects,
            .canceled,
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
