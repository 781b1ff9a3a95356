import CheckingInterface
import Core
import Foundation
import PagesInterface

/// A check of many links.
///
/// A single task owns all of the state. Child tasks send requests, exchange messages with the
/// store, read links, and wait until the next request or message is due. The source selects the
/// links to check, its pacer determines when a request may start, and each check determines its
/// requests.
struct CheckRun {
    private enum Event: Sendable {
        case received([Link]?, earlier: [Link.ID: CheckRecord])
        case answered(LinkCheck, Result<HTTPResponse, HTTPError>, PageContents?)
        case replied(Result<LinkSource.Reply, any Error>, LinkSource.Message)
        case alarm(Date)
    }

    private typealias Group = ThrowingTaskGroup<Event, any Error>
    typealias Report = @Sendable (CheckOutcome) -> Void

    private let environment: CheckEnvironment
    private let policy: CheckPolicy
    private let reportDelays: @Sendable (CheckDelays) -> Void
    private var policies: HostPolicies
    private var source: LinkSource
    /// The verdicts that the links had before this check. Only links that were read and not yet
    /// reported are included.
    private var previous: [Link.ID: Verdict] = [:]
    private var isReading = false
    private var hasMoreLinks = true
    private var alarm: Date?
    private var reportedDelays = CheckDelays()

    init(
        _ environment: CheckEnvironment,
        _ source: LinkSource,
        _ policy: CheckPolicy,
        reportDelays: @escaping @Sendable (CheckDelays) -> Void
    ) {
        self.environment = environment
        self.reportDelays = reportDelays
        self.source = source
        self.policy = policy
        policies = HostPolicies(policy)
    }

    /// Checks all links and reports each outcome after saving it.
    ///
    /// If the task is canceled, the run saves the finished outcomes and ends early.
    ///
    /// - Throws: An error from the store or from `links`. The error ends the run.
    mutating func run(_ links: @escaping LinkBatches, report: Report) async throws {
        do {
            try await check(links, report)
            await source.end()
        } catch {
            await source.end()
            throw error
        }
    }

    private mutating func check(_ links: @escaping LinkBatches, _ report: Report) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            startTasks(&group, links, at: environment.clock.now)
            while isActive, let event = try await group.next() {
                var now = environment.clock.now
                if case .alarm(let time) = event {
                    now = max(now, time)
                }
                try handle(event, at: now, report)
                for check in source.pacer.removeStopped() {
                    let reason = "the host demands a pause (429)"
                    source.save(.notRequested(check.link, reason: reason))
                }
                updateDelays()
                startTasks(&group, links, at: now)
            }
            group.cancelAll()
        }
    }

    /// Whether the run is not finished and must wait for another event.
    private var isActive: Bool {
        if isReading || source.pacer.isRunning || source.isSending {
            return true
        }
        return !Task.isCancelled && (hasMoreLinks || source.pacer.isWaiting || source.isWaiting)
    }

    private mutating func updateDelays() {
        var delays = reportedDelays
        delays.slowHosts = source.pacer.slowHosts
        if !source.isSending {
            let isIdle = !hasMoreLinks && !source.pacer.isWaiting && !source.pacer.isRunning
            delays.awaitedHosts = isIdle ? source.awaitedHosts : []
        }
        guard delays != reportedDelays else { return }
        reportedDelays = delays
        reportDelays(delays)
    }

    private mutating func handle(_ event: Event, at now: Date, _ report: Report) throws {
        switch event {
        case .received(let links, let earlier):
            isReading = false
            hasMoreLinks = links != nil
            guard let links, !Task.isCancelled else { return }
            previous.merge(earlier.mapValues(\.verdict)) { $1 }
            for link in links {
                add(link, earlier: earlier[link.id], at: now, report)
            }
        case .answered(let check, let result, let contents):
            source.pacer.endRequest(to: check.host)
            advance(check, after: result, contents, at: now)
        case .replied(.failure(let error), let message):
            try source.fail(message, error, at: now, isEnding: Task.isCancelled)
        case .replied(.success(let reply), let message):
            for outcome in source.receive(reply, to: message, at: now) {
                send(outcome, to: report)
            }
        case .alarm:
            alarm = nil
        }
        source.pacer.addDelayed(until: now)
    }

    private mutating func startTasks(
        _ group: inout Group,
        _ links: @escaping LinkBatches,
        at time: Date
    ) {
        // The program may have been suspended since the event. If new requests counted as sent at
        // the time of the event, the next requests to the same hosts would start too early.
        let now = max(time, environment.clock.now)
        let isEnding = Task.isCancelled
        if !isEnding {
            read(links, &group)
            sendRequests(&group, at: now)
        }
        sendMessage(&group, at: now, isEnding: isEnding)
        if !isEnding {
            setAlarm(&group, at: now)
        }
    }
}

// MARK: - Events

extension CheckRun {
    /// Adds a link to the source, or reports its outcome if no check is needed. No check is needed
    /// if the policy skips the link, if its URL cannot be requested, or if an earlier record is
    /// recent enough.
    private mutating func add(
        _ link: Link,
        earlier: CheckRecord?,
        at now: Date,
        _ report: Report
    ) {
        if let pattern = policy.skipped.first(where: { $0.matches(link.url) }) {
            report(.notRequested(link, reason: "the URL matches '\(pattern.text)'"))
            return
        }
        if let record = earlier, let maxAge = policy.maxAge,
            record.isValid(for: link, maxAge: maxAge, now: now)
        {
            send(.checked(link, record), to: report)
            return
        }
        guard let host = policies.policy(for: link.url) else {
            report(.notRequested(link, reason: "not an http or https URL"))
            return
        }
        guard !host.isSkipped else {
            report(.notRequested(link, reason: "a rule skips the host"))
            return
        }
        source.add(link, on: host)
    }

    /// Advances a check after the response to its last request.
    private mutating func advance(
        _ check: LinkCheck,
        after result: Result<HTTPResponse, HTTPError>,
        _ contents: PageContents?,
        at now: Date
    ) {
        let host = check.host
        var check = check
        if case .failure(.canceled) = result {
            return source.finish(check.link, at: now)
        }
        let retriesAfterRefusal = obey(result, from: host, at: now)
        let step = check.nextStep(
            after: result,
            contents,
            retriesAfterRefusal: retriesAfterRefusal,
            policies: &policies,
            now: now
        )
        switch step {
        case .send where check.host.isSkipped:
            let reason = "redirects to a host that a rule skips"
            source.save(.notRequested(check.link, reason: reason))
        case .send(let delay):
            source.resume(check, at: now + delay)
        case .finished(let record):
            source.save(.checked(check.link, record))
        }
    }

    /// Adjusts the pace of the requests to a host according to a response.
    ///
    /// - Returns: The maximum number of retries of the link if the host demands fewer requests,
    ///   otherwise `nil`.
    private mutating func obey(
        _ result: Result<HTTPResponse, HTTPError>,
        from host: HostPolicy,
        at now: Date
    ) -> Int? {
        guard case .success(let response) = result else {
            return nil
        }
        switch HostDirective(response, from: host, now: now) {
        case .pause(let duration): source.pacer.pause(host, until: now + duration)
        case .slowDown:
            return source.pacer.slowDown(host, status: response.status, at: now)
        case .stop: source.pacer.stop(host)
        case nil: source.pacer.speedUp(host)
        }
        return nil
    }

    /// Reports an outcome with the previous verdict of its link.
    private mutating func send(_ outcome: CheckOutcome, to report: Report) {
        guard case .checked(let link, let record, _) = outcome else { return report(outcome) }
        report(.checked(link, record, previous: previous.removeValue(forKey: link.id)))
    }
}

// MARK: - Tasks

extension CheckRun {
    private mutating func read(_ links: @escaping LinkBatches, _ group: inout Group) {
        guard hasMoreLinks, !isReading, !source.isFull else { return }
        isReading = true
        group.addTask { [environment, patience = source.patience] in
            let links = try await environment.persistently(for: patience) {
                try await links()
            }
            guard let links else {
                return .received(nil, earlier: [:])
            }
            let earlier = try await environment.persistently(for: patience) {
                try await environment.history.latest(of: links.map(\.id))
            }
            return .received(links, earlier: earlier)
        }
    }

    /// Sends all requests that may start now.
    private mutating func sendRequests(_ group: inout Group, at now: Date) {
        while source.permitsRequests, var check = source.pacer.next(at: now) {
            let request = Result { () throws(HTTPError) in try check.nextRequest(now: now) }
            group.addTask { [environment, check] in
                do throws(HTTPError) {
                    let response = try await environment.http.send(request.get())
                    // Parsing takes longer than all other steps, so it runs in the child task.
                    let contents = check.readsPage ? environment.pages?.contents(of: response) : nil
                    return .answered(check, .success(response), contents)
                } catch {
                    return .answered(check, .failure(error), nil)
                }
            }
        }
    }

    private mutating func sendMessage(_ group: inout Group, at now: Date, isEnding: Bool) {
        guard let message = source.nextMessage(at: now, isEnding: isEnding) else {
            return
        }
        group.addTask { [environment] in
            do {
                return .replied(.success(try await message.send(environment)), message)
            } catch {
                return .replied(.failure(error), message)
            }
        }
    }

    /// Starts a task that wakes the run at the time of the next request or the next message.
    private mutating func setAlarm(_ group: inout Group, at now: Date) {
        let start = source.permitsRequests ? source.pacer.nextStart : nil
        let times = [start, source.pacer.nextArrival, source.nextMessageTime]
        guard let wake = times.compactMap(\.self).min(), wake < alarm ?? .distantFuture else {
            return
        }
        alarm = wake
        group.addTask { [environment] in
            try? await environment.clock.sleep(for: wake.duration(since: now))
            return .alarm(wake)
        }
    }
}
