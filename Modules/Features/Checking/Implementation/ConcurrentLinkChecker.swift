package import CheckingInterface
package import Core
import Foundation

/// A link checker that checks links concurrently over HTTP and limits the request rate per host.
package struct ConcurrentLinkChecker: LinkChecker {
    fileprivate let http: any HTTPClient
    fileprivate let history: any CheckHistoryStore
    fileprivate let clock: any WallClock

    /// - Parameter http: Sends single requests. It should not retry, because the checker does, and counts the requests.
    package init(http: any HTTPClient, history: any CheckHistoryStore, clock: any WallClock) {
        (self.http, self.history, self.clock) = (http, history, clock)
    }

    package func check(
        _ links: AsyncThrowingStream<[Link], any Error>, policy: CheckPolicy
    ) -> AsyncThrowingStream<CheckOutcome, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: CheckOutcome.self, throwing: (any Error).self)
        let task = Task {
            do {
                let earlier = policy.maxAge == nil ? [:] : try await history.latest()
                var run = CheckRun(self, policy, earlier: earlier)
                try await run.run(links) { continuation.yield($0) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    package func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord] {
        try await history.latest(of: links)
    }

    package func history(of link: Link.ID) async throws -> [CheckRecord] { try await history.history(of: link) }
}

/// One run over links. A single task owns all of the state. Child tasks send requests, write to the history, read links and wait for one alarm. An outcome is
/// reported after it is saved. The outcomes that arrive during a write are the next batch: batches grow with the load, and no outcome waits for others.
private struct CheckRun {
    private enum Event: Sendable {
        case received([Link]?)
        case answered(LinkCheck, host: String, Result<HTTPResponse, HTTPError>)
        case saved([CheckOutcome])
        case alarm(Date)
    }

    private typealias Group = ThrowingTaskGroup<Event, any Error>

    private let checker: ConcurrentLinkChecker
    private let policy: CheckPolicy
    private var schedule: HostSchedule
    private let earlier: [Link.ID: CheckRecord]
    private var isReading = false
    private var finished: [CheckOutcome] = []
    private var isSaving = false
    private var alarm: Date?

    init(_ checker: ConcurrentLinkChecker, _ policy: CheckPolicy, earlier: [Link.ID: CheckRecord]) {
        (self.checker, self.policy, self.earlier) = (checker, policy, earlier)
        schedule = HostSchedule(policy)
    }

    /// Checks all links, and reports each outcome after it is saved. If the task is canceled, it returns early, after saving the finished outcomes.
    /// - Throws: The errors of the history and of `links`, which end the run.
    mutating func run(
        _ links: AsyncThrowingStream<[Link], any Error>, report: @Sendable (CheckOutcome) -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            read(links, &group)
            while isReading || schedule.isBusy || isSaving || !Task.isCancelled && schedule.isWaiting {
                guard let event = try await group.next() else { break }
                var now = checker.clock.now
                switch event {
                case .received(let batch):
                    isReading = false
                    guard let batch, !Task.isCancelled else { break }
                    read(links, &group)
                    add(batch, now: now, report: report)
                case .answered(let check, let host, let result): handle(result, of: check, host: host, now: now)
                case .saved(let outcomes):
                    isSaving = false
                    outcomes.forEach(report)
                case .alarm(let time):
                    alarm = nil
                    now = max(now, time)
                }
                if !Task.isCancelled { sendRequests(&group, now: now) }
                saveOutcomes(&group)
            }
            group.cancelAll()
        }
    }

    private mutating func read(_ links: AsyncThrowingStream<[Link], any Error>, _ group: inout Group) {
        isReading = true
        group.addTask {
            // Iterators of a stream share its position.
            var iterator = links.makeAsyncIterator()
            return .received(try await iterator.next())
        }
    }

    /// Schedules links. Immediately reports earlier outcomes that are recent enough; they are already in the history.
    private mutating func add(_ links: [Link], now: Date, report: (CheckOutcome) -> Void) {
        for link in links {
            let check = LinkCheck(link)
            if let record = earlier[link.id], policy.isRecent(record, of: link, now: now) {
                report(.checked(link, record))
            } else if let host = check.host {
                schedule.add(check, host: host)
            } else {
                finished.append(.notRequested(link, reason: "not an http or https URL"))
            }
        }
    }

    private mutating func handle(
        _ result: Result<HTTPResponse, HTTPError>, of check: LinkCheck, host: String, now: Date
    ) {
        schedule.finish(host: host)
        if case .failure(.cancelled) = result { return }
        var check = check
        switch check.handle(result, policy: policy, now: now) {
        case .send(let delay): schedule.add(check, host: check.host ?? host, at: now + delay / .seconds(1))
        case .finished(let record): finished.append(.checked(check.link, record))
        }
        switch RetryAfterDirective(result, policy: policy, now: now) {
        case .pause(let duration): schedule.pause(host, until: now + duration / .seconds(1))
        case .stop: schedule.stop(host)
        case nil: break
        }
    }

    private mutating func saveOutcomes(_ group: inout Group) {
        guard !isSaving, !finished.isEmpty else { return }
        isSaving = true
        let outcomes = finished
        finished = []
        let urls = Dictionary(outcomes.map { ($0.link.id, $0.link.url) }) { $1 }
        group.addTask { [checker] in
            // An unstructured task, since cancellation must not interrupt a write.
            try await Task { try await checker.history.append(outcomes.compactMap(\.record), of: urls) }.value
            return .saved(outcomes)
        }
    }

    /// Sends all requests that may start now, and sets an alarm for the next one.
    private mutating func sendRequests(_ group: inout Group, now: Date) {
        while let (waiting, host) = schedule.next(at: now) {
            var check = waiting
            guard !schedule.isStopped(host) else {
                finished.append(check.stopped(now: now))
                schedule.finish(host: host)
                continue
            }
            let request = Result { () throws(HTTPError) in try check.nextRequest(timeout: policy.timeout, now: now) }
            group.addTask { [checker, check] in
                do throws(HTTPError) {
                    return .answered(check, host: host, .success(try await checker.http.send(request.get())))
                } catch {
                    return .answered(check, host: host, .failure(error))
                }
            }
        }
        if let wake = schedule.nextStart, wake < alarm ?? .distantFuture {
            alarm = wake
            group.addTask { [checker] in
                try? await checker.clock.sleep(for: .seconds(wake.timeIntervalSince(now)))
                return .alarm(wake)
            }
        }
    }
}

extension CheckPolicy {
    /// Whether an earlier record is recent enough to be reported again, and the link has not changed since.
    fileprivate func isRecent(_ record: CheckRecord, of link: Link, now: Date) -> Bool {
        guard let maxAge else { return false }
        let age = now.wholeSeconds.timeIntervalSince(record.checked)
        return (0...(maxAge / .seconds(1))).contains(age) && record.checked >= link.updated.wholeSeconds
    }
}
