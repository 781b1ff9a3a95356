import Checking
import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import PagesInterface
import Synchronization
import Testing
import ThreadTesting

struct CheckingFixture {
    let clock = ManualClock()
    let history: InMemoryCheckHistoryStore
    let http: ScriptedHTTPClient
    let executor = SerialTaskExecutor()
    let checker: any LinkChecker

    /// Creates a fixture.
    ///
    /// - Parameters:
    ///   - site: The site that every host serves. By default, each page responds.
    ///   - isShared: Whether other programs may check the same links.
    ///   - stored: The links whose records are stored, or `nil` for all links.
    ///   - pages: The parser of the pages in responses.
    init(
        _ site: ScriptedSite = ScriptedSite(otherwise: .respond()),
        isShared: Bool = false,
        stored: Set<Link.ID>? = nil,
        pages: (any PageParser)? = nil
    ) {
        history = InMemoryCheckHistoryStore(links: stored, isShared: isShared)
        http = ScriptedHTTPClient(site, clock: clock)
        checker = ConcurrentLinkChecker(
            http: http,
            history: history,
            clock: clock,
            pages: pages,
            executor: executor
        )
    }

    /// Creates a checker that uses another history, client or clock.
    func checker(
        _ history: (any CheckHistoryStore)? = nil,
        http: (any HTTPClient)? = nil,
        clock: (any WallClock)? = nil
    ) -> any LinkChecker {
        ConcurrentLinkChecker(
            http: http ?? self.http,
            history: history ?? self.history,
            clock: clock ?? self.clock,
            executor: executor
        )
    }

    /// Returns the outcomes of a check, ordered by link ID. While the check runs, the clock
    /// advances to the end of each sleep.
    @discardableResult
    func outcomes(
        of check: AsyncThrowingStream<CheckOutcome, any Error>
    ) async throws -> [CheckOutcome] {
        let driver = Task {
            repeat {
                await clock.waitForSleepers(1)
                await executor.waitUntilIdle()
            } while await clock.advanceToNextSleeper()
        }
        defer {
            driver.cancel()
        }
        var outcomes: [CheckOutcome] = []
        for try await outcome in check {
            outcomes.append(outcome)
        }
        return outcomes.sorted { $0.link.id < $1.link.id }
    }

    func outcomes(
        _ urls: [String],
        _ policy: CheckPolicy = CheckPolicy()
    ) async throws -> [CheckOutcome] {
        let links = links(urls)
        return try await outcomes(policy, batches(of: [links]))
    }

    /// Checks links while the clock advances to the end of each sleep, and returns the outcomes,
    /// ordered by link ID.
    func outcomes(
        _ policy: CheckPolicy,
        _ links: @escaping LinkBatches
    ) async throws -> [CheckOutcome] {
        try await outcomes(of: checker.check(links, policy: policy))
    }

    /// Checks links in a store on a simulated server, and returns the outcomes.
    @discardableResult
    func outcomes(
        _ links: [Link],
        _ policy: CheckPolicy = CheckPolicy(),
        in store: ServerStore
    ) async throws -> [CheckOutcome] {
        try await outcomes(of: checker(store).check(links, policy: policy))
    }

    /// Checks links, and returns the values of a property of the delays that the check reports.
    func delays<Value: Sendable>(
        _ property: any KeyPath<CheckDelays, Value> & Sendable,
        _ links: [Link],
        _ policy: CheckPolicy = CheckPolicy(),
        in store: ServerStore? = nil
    ) async throws -> [Value] {
        let reports = RecordedCalls<Value>()
        let check = checker(store).check(batches(of: [links]), policy: policy) { delays in
            reports.append(delays[keyPath: property])
        }
        try await outcomes(of: check)
        return reports.all
    }

    func check(
        _ urls: [String],
        _ policy: CheckPolicy = CheckPolicy(),
        at location: SourceLocation = #_sourceLocation
    ) async throws -> [CheckRecord] {
        try await outcomes(urls, policy).map { outcome in
            try #require(outcome.record, "\(outcome)", sourceLocation: location)
        }
    }

    func check(
        _ path: String,
        _ policy: CheckPolicy = CheckPolicy(),
        at location: SourceLocation = #_sourceLocation
    ) async throws -> CheckRecord {
        let records = try await check(["http://shelf.example\(path)"], policy, at: location)
        #expect(records.count == 1, sourceLocation: location)
        return try #require(records.first, sourceLocation: location)
    }

    /// The links whose records are in the history.
    var savedLinks: [Link.ID] {
        get async { await history.latest(of: nil).keys.sorted() }
    }

    /// The methods and paths of the requests, such as `HEAD /a`.
    var requests: [String] { http.requests.map { "\($0.method) \($0.url.path)" } }

    /// The times of the requests, in milliseconds since the first request.
    var times: [Int] {
        let times = http.requests.map(\.received)
        return times.map { Int(($0.timeIntervalSince(times[0]) * 1000).rounded()) }
    }

    /// The times of the requests for each URL, in seconds since the initial time of the clock.
    var secondsByURL: [String: [Double]] {
        let start = ManualClock().now
        return Dictionary(grouping: http.requests) { $0.url.absoluteString }
            .mapValues { $0.map { $0.received.timeIntervalSince(start) } }
    }
}

extension LinkChecker {
    func check(_ links: [Link]) -> AsyncThrowingStream<CheckOutcome, any Error> {
        check(links, policy: CheckPolicy())
    }

    func check(
        _ links: @escaping LinkBatches,
        policy: CheckPolicy = CheckPolicy()
    ) -> AsyncThrowingStream<CheckOutcome, any Error> {
        check(links, policy: policy) { _ in }
    }
}

/// Returns the URLs of numbered pages: `http://a.example/1`, `http://a.example/2`, and so on.
func urls(_ count: Int, host: String = "a.example") -> [String] {
    (1...count).map { "http://\(host)/\($0)" }
}

func links(_ urls: [String]) -> [Link] {
    urls.enumerated().map {
        Link(id: Int64($0 + 1), url: $1, added: .distantPast, updated: .distantPast)
    }
}

func batches(of batches: [[Link]]) -> LinkBatches {
    let unread = Mutex(batches[...])
    return { unread.withLock { $0.popFirst() } }
}

/// Returns two batches. The second batch arrives after a pause.
func batches(
    of first: [Link],
    pausing pause: Duration,
    on clock: ManualClock,
    then second: @escaping @Sendable () throws -> [Link]
) -> LinkBatches {
    let calls = Counter()
    return {
        let number = calls.increment()
        guard number > 1 else { return first }
        guard number == 2 else { return nil }
        try await clock.sleep(for: pause)
        return try second()
    }
}

/// Returns batches that a test sends one by one, beginning with `first`.
func sentBatches(
    beginningWith first: [Link]
) -> (batches: LinkBatches, sender: AsyncThrowingStream<[Link], any Error>.Continuation) {
    let (stream, sender) = AsyncThrowingStream.makeStream(of: [Link].self)
    sender.yield(first)
    let batches: LinkBatches = {
        // All iterators of a stream share one position.
        var iterator = stream.makeAsyncIterator()
        return try await iterator.next()
    }
    return (batches, sender)
}

extension ScriptedSite.Behavior {
    static func busy(_ status: Int, retryAfter: String) -> Self {
        .respond(status: status, headers: ["Retry-After": retryAfter])
    }
}
