package import CheckingInterface
package import Core
import Foundation

/// A link checker that checks links concurrently over HTTP and limits the request rate per host.
package struct ConcurrentLinkChecker: LinkChecker {
    fileprivate let http: any HTTPClient
    fileprivate let history: any CheckHistoryStore
    fileprivate let clock: any WallClock
    fileprivate let executor: (any TaskExecutor)?
    private let archive: (any WebArchive)?

    /// - Parameters:
    ///   - http: Sends single requests. It should not retry, because the checker does, and counts the requests.
    ///   - archive: The archive of the pages of links; without one, there are no archived copies.
    ///   - executor: Runs the tasks of the checker. With an executor of its own, a test knows when all of them are suspended.
    package init(
        http: any HTTPClient, history: any CheckHistoryStore, clock: any WallClock, archive: (any WebArchive)? = nil,
        executor: (any TaskExecutor)? = nil
    ) {
        (self.http, self.history, self.clock, self.archive) = (http, history, clock, archive)
        self.executor = executor
    }

    package func check(
        _ links: AsyncThrowingStream<[Link], any Error>, policy: CheckPolicy
    ) -> AsyncThrowingStream<CheckOutcome, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: CheckOutcome.self, throwing: (any Error).self)
        let task = Task(executorPreference: executor) {
            do {
                let earlier = policy.maxAge == nil ? [:] : try await history.latest()
                let claims = try await history.beginClaims(lease: policy.lease)
                var run = CheckRun(self, policy, earlier: earlier, claims: claims)
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

    package func archivedCopy(of link: Link) async throws(HTTPError) -> String? {
        LinkCheck(link).host == nil ? nil : try await archive?.newestSnapshot(of: link.url)
    }

    package func verdictRuns(
        of links: [Link.ID]?, lasting duration: Duration
    ) async throws -> [Link.ID: VerdictRun] {
        let runs = try await history.verdictRuns(of: links)
        guard duration > .zero else { return runs }
        let latestStart = clock.now - duration / .seconds(1)
        return runs.filter { $0.value.since <= latestStart }
    }
}

extension ConcurrentLinkChecker {
    /// Runs `operation` in an unstructured task, because cancellation must not interrupt a write.
    fileprivate func uninterrupted<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await Task(executorPreference: executor, operation: operation).value
    }

    /// Repeats `operation` for `duration` while the store cannot be reached.
    fileprivate func persistently<Value: Sendable>(
        for duration: Duration, _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let end = clock.now + duration / .seconds(1)
        while true {
            do {
                return try await uninterrupted(operation)
            } catch let error as StoreError {
                guard error.isTemporary, clock.now < end, !Task.isCancelled else { throw error }
                try? await clock.sleep(for: .milliseconds(500))
            }
        }
    }
}

/// One run over links. A single task owns all of the state. Child tasks send requests, write to the history, read links and wait for one alarm. An outcome is
/// reported after it is saved. The outcomes that arrive during a write are the next batch: batches grow with the load, and no outcome waits for others.
private struct CheckRun {
    private enum Event: Sendable {
        case received([Link]?)
        case answered(LinkCheck, host: String, Result<HTTPResponse, HTTPError>)
        case claimed(ClaimedLinks, ClaimRequest)
        case saved([CheckOutcome], refused: [Link])
        case alarm(Date)
    }

    private typealias Group = ThrowingTaskGroup<Event, any Error>

    private let checker: ConcurrentLinkChecker
    private let policy: CheckPolicy
    private var schedule: HostSchedule
    private let earlier: [Link.ID: CheckRecord]
    private let claims: (any CheckClaims)?
    private var isReading = false
    private var hasMoreLinks = true
    private var finished: [CheckOutcome] = []
    private var isSaving = false
    private var alarm: Date?

    init(
        _ checker: ConcurrentLinkChecker, _ policy: CheckPolicy, earlier: [Link.ID: CheckRecord],
        claims: (any CheckClaims)?
    ) {
        (self.checker, self.policy, self.earlier, self.claims) = (checker, policy, earlier, claims)
        schedule = HostSchedule(policy, lease: claims == nil ? nil : policy.lease)
    }

    /// Checks all links, and reports each outcome after it is saved. If the task is canceled, it returns early, after saving the finished outcomes.
    /// - Throws: The errors of the history and of `links`, which end the run.
    mutating func run(
        _ links: AsyncThrowingStream<[Link], any Error>, report: @Sendable (CheckOutcome) -> Void
    ) async throws {
        do {
            try await check(links, report: report)
            await endClaims()
        } catch {
            await endClaims()
            throw error
        }
    }

    private mutating func endClaims() async {
        guard let claims else { return }
        let hosts = schedule.releaseAll(at: checker.clock.now)
        // If this fails, the claims end with their lease.
        try? await checker.uninterrupted { try await claims.end(releasing: hosts) }
    }

    private mutating func check(
        _ links: AsyncThrowingStream<[Link], any Error>, report: @Sendable (CheckOutcome) -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            while true {
                if hasMoreLinks, !isReading, !schedule.isFull, !Task.isCancelled { read(links, &group) }
                let isWaiting = !Task.isCancelled && (hasMoreLinks || schedule.isWaiting)
                guard isReading || schedule.isBusy || isSaving || isWaiting,
                    let event = try await group.next()
                else { break }
                var now = checker.clock.now
                switch event {
                case .received(let batch):
                    isReading = false
                    hasMoreLinks = batch != nil
                    if let batch, !Task.isCancelled { add(batch, now: now, report: report) }
                case .answered(let check, let host, let result): handle(result, of: check, host: host, now: now)
                case .claimed(let result, let request):
                    for (link, record) in schedule.handle(result, of: request, now: now) {
                        report(.checked(link, record))
                    }
                case .saved(let outcomes, let refused):
                    isSaving = false
                    outcomes.forEach(report)
                    refused.forEach { schedule.restart($0) }
                case .alarm(let time):
                    alarm = nil
                    now = max(now, time)
                }
                if !Task.isCancelled {
                    sendRequests(&group, now: now)
                    claimLinks(&group, now: now)
                    setAlarm(&group, now: now)
                }
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
                if policy.applied(to: host).isSkipped {
                    finished.append(.notRequested(link, reason: "its host has a rule to skip it"))
                } else {
                    schedule.add(check, host: host)
                }
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
        let policy = policy.applied(to: host)
        switch check.handle(result, policy: policy, now: now) {
        case .send(let delay):
            let next = check.host ?? host
            if self.policy.applied(to: next).isSkipped {
                finished.append(.notRequested(check.link, reason: "redirects to a host with a rule to skip it"))
            } else {
                schedule.add(check, host: next, at: now + delay / .seconds(1))
            }
        case .finished(let record): finished.append(.checked(check.link, record))
        }
        switch RetryAfterDirective(result, policy: policy, now: now) {
        case .pause(let duration): schedule.pause(host, until: now + duration / .seconds(1))
        case .stop: schedule.stop(host)
        case nil: break
        }
    }

    private mutating func claimLinks(_ group: inout Group, now: Date) {
        guard let claims, let request = schedule.nextClaimRequest(at: now) else { return }
        group.addTask { [checker, lease = policy.lease] in
            let result = try await checker.persistently(for: lease) {
                try await claims.claim(request.links, limit: request.limit, releasing: request.released)
            }
            return .claimed(result, request)
        }
    }

    private mutating func saveOutcomes(_ group: inout Group) {
        guard !isSaving, !finished.isEmpty else { return }
        isSaving = true
        let outcomes = finished
        finished = []
        let urls = Dictionary(outcomes.map { ($0.link.id, $0.link.url) }) { $1 }
        let records = outcomes.compactMap(\.record)
        group.addTask { [checker, claims, lease = policy.lease] in
            guard let claims else {
                try await checker.uninterrupted { try await checker.history.append(records, of: urls) }
                return .saved(outcomes, refused: [])
            }
            let saved = try await checker.persistently(for: lease) {
                try await claims.save(records, of: urls, releasing: Array(urls.keys))
            }
            // Another program has claimed, and checks or has checked, the links whose claims had ended.
            let refused = outcomes.filter { $0.record != nil && !saved.contains($0.link.id) }.map(\.link)
            return .saved(outcomes.filter { $0.record == nil || saved.contains($0.link.id) }, refused: refused)
        }
    }

    /// Sends all requests that may start now.
    private mutating func sendRequests(_ group: inout Group, now: Date) {
        while let (waiting, host) = schedule.next(at: now) {
            var check = waiting
            guard !schedule.isStopped(host) else {
                finished.append(check.stopped(now: now))
                schedule.finish(host: host)
                continue
            }
            let request = Result { () throws(HTTPError) in
                try check.nextRequest(policy.applied(to: host), now: now)
            }
            group.addTask { [checker, check] in
                do throws(HTTPError) {
                    return .answered(check, host: host, .success(try await checker.http.send(request.get())))
                } catch {
                    return .answered(check, host: host, .failure(error))
                }
            }
        }
    }

    /// Sets an alarm for the time at which the next request may start, or the next claim.
    private mutating func setAlarm(_ group: inout Group, now: Date) {
        guard let wake = schedule.nextStart(after: now), wake < alarm ?? .distantFuture else { return }
        alarm = wake
        group.addTask { [checker] in
            try? await checker.clock.sleep(for: .seconds(wake.timeIntervalSince(now)))
            return .alarm(wake)
        }
    }
}

extension StoreError {
    fileprivate var isTemporary: Bool {
        switch self {
        case .unreachable, .locked: true
        default: false
        }
    }
}

extension CheckPolicy {
    /// The lease of claims: it outlasts a request, and a failure of the store during the request.
    fileprivate var lease: Duration { max(timeout * 3, .seconds(3)) }

    /// Whether an earlier record is recent enough to be reported again, and the link has not changed since.
    fileprivate func isRecent(_ record: CheckRecord, of link: Link, now: Date) -> Bool {
        guard let maxAge else { return false }
        let age = now.wholeSeconds.timeIntervalSince(record.checked)
        return (0...(maxAge / .seconds(1))).contains(age) && record.checked >= link.updated.wholeSeconds
    }
}
