import Checking
import CheckingInterface
import Core
import CoreTesting
import Foundation
import Testing
import ThreadTesting

/// Tests of the search for archived copies of dead links.
@Suite(.timeLimit(.minutes(5)))
struct ArchivedCopyTests {
    private typealias Outcomes = AsyncThrowingStream<CheckOutcome, any Error>

    private struct Report: Equatable {
        var link: Link.ID
        var copy: Result<String?, ArchiveError>?

        init(_ link: Link.ID, _ copy: Result<String?, ArchiveError>?) {
            self.link = link
            self.copy = copy
        }
    }

    private let api = ScriptedAPI()
    private let executor = SerialTaskExecutor()
    private let reports = RecordedCalls<Report>()

    /// Starts a search, which records its reports.
    private func find(for outcomes: Outcomes) -> Task<Void, any Error> {
        let archive = WaybackMachine(http: api)
        return Task(executorPreference: executor) { [reports] in
            try await archive.findArchivedCopies(for: outcomes) { outcome, copy in
                reports.append(Report(outcome.link.id, copy))
            }
        }
    }

    private func answer(_ outcome: CheckOutcome, _ copy: Result<String?, HTTPError>) async {
        api.answer(outcome.link.url, copy)
        await executor.waitUntilIdle()
    }

    private func outcomes(_ verdict: Verdict = .dead, count: Int) -> [CheckOutcome] {
        links((1...count).map { "http://\($0).example/" }).map { outcome(verdict, of: $0) }
    }

    private func outcome(_ verdict: Verdict, of link: Link) -> CheckOutcome {
        .checked(link, .sample(link.id, verdict))
    }

    @Test func `looks up only dead links`() async throws {
        let urls = ["http://dead.example/", "http://moved.example/", "http://skipped.example/"]
        let links = links(urls)
        let (stream, continuation) = Outcomes.makeStream()
        continuation.yield(outcome(.dead, of: links[0]))
        continuation.yield(outcome(.moved, of: links[1]))
        continuation.yield(.notRequested(links[2], reason: "a rule skips the host"))
        continuation.finish()
        for url in urls {
            api.answer(url, .success("copy"))
        }
        try await find(for: stream).value
        #expect(api.requests == [urls[0]])
        #expect(
            reports.all.sorted { $0.link < $1.link } == [
                Report(1, .success("copy")), Report(2, nil), Report(3, nil),
            ]
        )
    }

    @Test(arguments: [Result<String?, HTTPError>.success("copy"), .failure(.canceled)])
    func `receives no more outcomes while eight links are being looked up`(
        copy: Result<String?, HTTPError>
    ) async throws {
        let dead = outcomes(count: 20)
        let received = Counter()
        let search = find(
            for: Outcomes {
                let count = received.increment()
                return count <= dead.count ? dead[count - 1] : nil
            }
        )
        await executor.waitUntilIdle()
        for answered in 0...12 {
            try #require(api.requests.count == answered + 8)
            try #require(received.value == answered + 8)
            await answer(dead[answered], copy)
        }
        for outcome in dead[13...] {
            await answer(outcome, copy)
        }
        try await search.value
        // A canceled lookup is not reported as an error, and does not prevent others.
        let reported = copy == .failure(.canceled) ? nil : copy.mapError(ArchiveError.init)
        #expect(reports.all == (1...20).map { Report($0, reported) })
    }

    @Test func `waits for one outcome at a time`() async throws {
        let dead = outcomes(count: 2)
        let calls = Counter()
        let hasEnded = WaitableValue(false)
        let search = find(
            for: Outcomes {
                let call = calls.increment()
                guard call > dead.count else { return dead[call - 1] }
                await hasEnded.wait { $0 }
                return nil
            }
        )
        await executor.waitUntilIdle()
        #expect(calls.value == 3)
        for outcome in dead {
            await answer(outcome, .success(nil))
            #expect(calls.value == 3)
        }
        hasEnded.withLock { $0 = true }
        try await search.value
        #expect(reports.all == [Report(1, .success(nil)), Report(2, .success(nil))])
    }

    @Test func `reports only the first error, and looks up no more links after it`() async throws {
        let dead = outcomes(count: 4)
        let (stream, continuation) = Outcomes.makeStream()
        for outcome in dead[..<3] {
            continuation.yield(outcome)
        }
        let search = find(for: stream)
        await executor.waitUntilIdle()
        #expect(api.requests.count == 3)
        await answer(dead[0], .failure(.timedOut))
        await answer(dead[1], .failure(.connectionLost(host: "archive.example")))
        api.answer(dead[3].link.url, .success("a copy that is not looked up"))
        continuation.yield(dead[3])
        continuation.finish()
        await answer(dead[2], .success("copy"))
        try await search.value
        #expect(api.requests.count == 3)
        #expect(
            reports.all.sorted { $0.link < $1.link } == [
                Report(1, .failure(ArchiveError(.timedOut))),
                Report(2, nil),
                Report(3, .success("copy")),
                Report(4, nil),
            ]
        )
    }

    @Test func `the error explains what failed, the reason and the remedy`() {
        let error = ArchiveError(.timedOut)
        checkExplanation(of: error)
        #expect(error.explanation == "cannot search the web archive: timed out; try again later")
    }

    @Test func `an error from the check is thrown after the reports of earlier outcomes`() async {
        let (stream, continuation) = Outcomes.makeStream()
        for outcome in outcomes(.ok, count: 2) {
            continuation.yield(outcome)
        }
        continuation.finish(throwing: StoreError.locked(path: "shelf.db"))
        await #expect(throws: StoreError.locked(path: "shelf.db")) {
            try await find(for: stream).value
        }
        #expect(reports.all == [Report(1, nil), Report(2, nil)])
    }
}

/// An availability API whose answers a test determines while the lookups wait.
private struct ScriptedAPI: HTTPClient {
    private let asked = RecordedCalls<String>()
    private let answers = WaitableValue<[String: Result<String?, HTTPError>]>([:])

    /// The URLs that were looked up, in order.
    var requests: [String] { asked.all }

    func answer(_ url: String, _ copy: Result<String?, HTTPError>) {
        answers.withLock { $0[url] = copy }
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let query = request.url.query() ?? ""
        let url = String((query.removingPercentEncoding ?? query).trimmingPrefix("url="))
        asked.append(url)
        await answers.wait { $0[url] != nil }
        let copy = try answers.value[url]?.get()
        let snapshot = copy.map { #""closest": {"available": true, "url": "\#($0)"}"# } ?? ""
        let body = Data("{\"archived_snapshots\": {\(snapshot)}}".utf8)
        return HTTPResponse(status: 200, body: body, url: request.url)
    }
}
