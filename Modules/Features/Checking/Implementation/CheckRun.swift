import CheckingInterface
import Core
import Foundation

/// One run over links.
///
/// A single task owns all of the state; only requests, writes to the history, the reading of links and one alarm run beside
/// it. Outcomes are kept first and reported then, so that whatever somebody has seen is kept. While one write is under way the
/// next outcomes gather, so the faster they come the larger the batches, and none waits for others to come.
struct CheckRun {
    private enum Event: Sendable {
        case came([Link]?)
        case answered(LinkCheck, host: String, Result<HTTPResponse, HTTPError>)
        case kept([CheckOutcome])
        case alarm(Date)
    }

    private let policy: CheckPolicy
    private let http: any HTTPClient
    private let history: any CheckHistoryStore
    private let clock: any WallClock
    private var schedule: HostSchedule
    private let earlier: [Link.ID: CheckRecord]
    /// Whether there may be links that have not come yet.
    private var isReading = false
    private var finished: [CheckOutcome] = []
    private var isKeeping = false
    private var alarm: Date?

    init(
        earlier: [Link.ID: CheckRecord], policy: CheckPolicy, http: any HTTPClient, history: any CheckHistoryStore,
        clock: any WallClock
    ) {
        self.earlier = earlier
        self.policy = policy
        self.http = http
        self.history = history
        self.clock = clock
        schedule = HostSchedule(concurrency: policy.concurrency, perHost: policy.perHost, interval: policy.interval)
    }

    /// Checks all links, and reports each outcome once it is kept.
    ///
    /// Returns early when the task is cancelled, with all that was known by then kept.
    ///
    /// - Throws: What the history and `links` throw; nothing more is checked then.
    mutating func run(
        _ links: AsyncThrowingStream<[Link], any Error>, report: @Sendable (CheckOutcome) -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            read(links, &group)
            while isReading || schedule.isBusy || isKeeping || !Task.isCancelled && schedule.isWaiting {
                guard let event = try await group.next() else { break }
                var now = clock.now
                switch event {
                case .came(let batch):
                    isReading = false
                    guard let batch, !Task.isCancelled else { break }
                    read(links, &group)
                    take(batch, now: now, report: report)
                case .answered(let check, let host, let result): take(result, for: check, host: host, now: now)
                case .kept(let outcomes):
                    isKeeping = false
                    outcomes.forEach(report)
                case .alarm(let time):
                    alarm = nil
                    now = max(now, time)
                }
                proceed(&group, now: now)
            }
            group.cancelAll()
        }
    }

    private mutating func read(
        _ links: AsyncThrowingStream<[Link], any Error>, _ group: inout ThrowingTaskGroup<Event, any Error>
    ) {
        isReading = true
        group.addTask {
            // Iterators of a stream share its place.
            var iterator = links.makeAsyncIterator()
            return .came(try await iterator.next())
        }
    }

    /// Takes links in; what is known from earlier checks need not be kept once more.
    private mutating func take(_ links: [Link], now: Date, report: (CheckOutcome) -> Void) {
        for link in links {
            let check = LinkCheck(link)
            if let record = earlier[link.id], policy.spares(link, checkedAs: record, now: now) {
                report(.checked(link, record))
            } else if let host = check.host {
                schedule.add(check, host: host)
            } else {
                finished.append(check.unsupported())
            }
        }
    }

    private mutating func take(_ result: Result<HTTPResponse, HTTPError>, for check: LinkCheck, host: String, now: Date)
    {
        schedule.finish(host: host)
        if case .failure(.cancelled) = result { return }
        var check = check
        switch check.take(result, policy: policy, now: now) {
        case .send(let delay): schedule.add(check, host: check.host ?? host, at: now + delay / .seconds(1))
        case .finished(let record): finished.append(.checked(check.link, record))
        }
        switch HostWish(result, policy: policy, now: now) {
        case .pause(let duration): schedule.pause(host, until: now + duration / .seconds(1))
        case .leaveAlone: schedule.leaveAlone(host)
        case nil: break
        }
    }

    /// Starts whatever may start now.
    private mutating func proceed(_ group: inout ThrowingTaskGroup<Event, any Error>, now: Date) {
        if !Task.isCancelled { sendRequests(&group, now: now) }
        if !isKeeping, !finished.isEmpty {
            isKeeping = true
            let outcomes = finished
            finished = []
            let addresses = Dictionary(outcomes.map { ($0.link.id, $0.link.url) }) { $1 }
            group.addTask { [history] in
                // In a task of its own, as cancelling the run must not cancel a write.
                try await Task { try await history.append(outcomes.compactMap(\.record), of: addresses) }.value
                return .kept(outcomes)
            }
        }
    }

    private mutating func sendRequests(_ group: inout ThrowingTaskGroup<Event, any Error>, now: Date) {
        while let (waiting, host) = schedule.next(at: now) {
            var check = waiting
            guard !schedule.isLeftAlone(host) else {
                finished.append(check.leftAlone(now: now))
                schedule.finish(host: host)
                continue
            }
            let request = Result { () throws(HTTPError) in try check.nextRequest(timeout: policy.timeout, now: now) }
            group.addTask { [http, check] in
                do throws(HTTPError) {
                    return .answered(check, host: host, .success(try await http.send(request.get())))
                } catch {
                    return .answered(check, host: host, .failure(error))
                }
            }
        }
        if let wake = schedule.nextStart, wake < alarm ?? .distantFuture {
            alarm = wake
            group.addTask { [clock] in
                try? await clock.sleep(for: .seconds(wake.timeIntervalSince(now)))
                return .alarm(wake)
            }
        }
    }
}

extension CheckPolicy {
    /// Whether an earlier outcome is young enough to stand, and about the link as it is now.
    fileprivate func spares(_ link: Link, checkedAs record: CheckRecord, now: Date) -> Bool {
        guard let maxAge else { return false }
        let age = now.wholeSeconds.timeIntervalSince(record.checked)
        return (0...(maxAge / .seconds(1))).contains(age) && record.checked >= link.updated.wholeSeconds
    }
}
