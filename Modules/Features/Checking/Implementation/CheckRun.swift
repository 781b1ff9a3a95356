import CheckingInterface
import Core
import Foundation
import PagesInterface
import WebURLs

/// A check of many links.
///
/// A single task owns all of the state. Child tasks send requests, exchange messages with the
/// store, read links, and wait until the next request or message is due. The source selects the
/// links to check, the pacer determines when a request may start, and each check determines its
/// requests.
struct CheckRun {
    private enum Event: Sendable {
        case received([Link]?, earlier: [Link.ID: CheckRecord])
        case answered(LinkCheck, Result<HTTPResponse, HTTPError>, PageContents?)
        case sent(LinkSource.Message, (any Error)?)
        case alarm(Date)
    }

    private typealias Group = ThrowingTaskGroup<Event, any Error>

    private let checker: ConcurrentLinkChecker
    private let policy: CheckPolicy
    private let readLinks: LinkBatches
    private let report: (CheckOutcome) -> Void
    private let reportDelays: (CheckDelays) -> Void
    /// The policies for the hosts of the links and of their redirects, keyed by name.
    private var hosts: [String: HostPolicy] = [:]
    private var source: LinkSource
    private var pacer: RequestPacer
    /// The links that were read and not yet reported, with the verdicts that they had before this
    /// check.
    private var unreported: [Link.ID: Verdict?] = [:]
    private var isReading = false
    private var hasMoreLinks = true
    private var alarm: Date?
    private var reportedDelays: CheckDelays

    init(
        _ checker: ConcurrentLinkChecker,
        _ policy: CheckPolicy,
        in session: (any CheckSession)?,
        _ links: @escaping LinkBatches,
        _ reportedDelays: CheckDelays,
        reportDelays: @escaping (CheckDelays) -> Void,
        report: @escaping (CheckOutcome) -> Void
    ) {
        self.checker = checker
        self.policy = policy
        self.report = report
        self.reportedDelays = reportedDelays
        self.reportDelays = reportDelays
        readLinks = links
        source = LinkSource(session, hostLimit: policy.concurrency)
        pacer = RequestPacer(concurrency: policy.concurrency)
    }

    /// Checks all links and reports each outcome after saving it.
    ///
    /// If the task is canceled, the run saves the finished outcomes and ends early.
    ///
    /// - Throws: An error from the store or from the reading of links. The error ends the run.
    mutating func run() async throws {
        do {
            try await check()
            await source.end()
        } catch {
            await source.end()
            throw error
        }
    }

    private mutating func check() async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            startTasks(&group, at: checker.clock.now)
            while isActive, let event = try await group.next() {
                var now = checker.clock.now
                if case .alarm(let time) = event {
                    now = max(now, time)
                }
                try handle(event, at: now)
                updateDelays()
                startTasks(&group, at: now)
            }
            group.cancelAll()
        }
    }

    /// Whether the run is not finished and must wait for another event.
    private var isActive: Bool {
        if isReading || pacer.isRunning || source.isSending {
            return true
        }
        return !Task.isCancelled && (hasMoreLinks || !unreported.isEmpty || source.hasLocks)
    }

    private mutating func updateDelays() {
        var delays = reportedDelays
        delays.isDisconnected = source.isLost
        delays.slowHosts = pacer.slowHosts
        if !source.isSending {
            delays.awaitedHosts = hasMoreLinks ? [] : source.awaitedHosts
        }
        guard delays != reportedDelays else { return }
        reportedDelays = delays
        reportDelays(delays)
    }

    private mutating func handle(_ event: Event, at now: Date) throws {
        switch event {
        case .received(let links, let earlier):
            isReading = false
            hasMoreLinks = links != nil
            guard let links, !Task.isCancelled else { return }
            for link in links {
                unreported.updateValue(earlier[link.id]?.verdict, forKey: link.id)
                add(link, earlier: earlier[link.id], at: now)
            }
        case .answered(let check, let result, let contents):
            pacer.endRequest(to: check.host)
            advance(check, after: result, contents, at: now)
        case .sent(let message, let error?):
            try source.fail(message, error)
            for check in pacer.removeWaiting() {
                resume(check, at: now)
            }
        case .sent(let message, nil):
            let (outcomes, checks) = source.receive(message, at: now)
            for outcome in outcomes {
                finish(outcome)
            }
            for check in checks {
                resume(check, at: now)
            }
        case .alarm:
            alarm = nil
        }
    }

    private mutating func startTasks(_ group: inout Group, at time: Date) {
        // The program may have been suspended since the event. If new requests counted as sent at
        // the time of the event, the next requests to the same hosts would start too early.
        let now = max(time, checker.clock.now)
        if !Task.isCancelled {
            read(&group)
            sendRequests(&group, at: now)
        }
        sendMessage(&group, at: now)
        if !Task.isCancelled {
            setAlarm(&group, at: now)
        }
    }
}

// MARK: - Events

extension CheckRun {
    /// Adds a link, or reports its outcome if no check is needed. No check is needed if the policy
    /// skips the link, if its URL cannot be requested, or if an earlier record is recent enough.
    private mutating func add(_ link: Link, earlier: CheckRecord?, at now: Date) {
        if let pattern = policy.skipped.first(where: { $0.matches(link.url) }) {
            finish(.notRequested(link, reason: "the URL matches '\(pattern.text)'"))
        } else if let earlier, isValid(earlier, for: link, at: now) {
            finish(.checked(link, earlier))
        } else if let host = host(of: link.url) {
            resume(LinkCheck(link, on: host), at: now)
        } else {
            finish(.notRequested(link, reason: "not an http or https URL"))
        }
    }

    /// Returns the policy for the host of a URL, or `nil` if the URL's scheme is not `http` or
    /// `https`.
    private mutating func host(of url: String) -> HostPolicy? {
        guard let name = URL(string: url)?.httpHost else { return nil }
        let host = hosts[name] ?? HostPolicy(name, policy)
        hosts[name] = host
        return host
    }

    /// Returns whether a record can be reported instead of checking the link again. The record must
    /// be recent enough, its check must have had all inspections of the policy, and the link must
    /// not have changed since.
    private func isValid(_ record: CheckRecord, for link: Link, at now: Date) -> Bool {
        guard let maxAge = policy.maxAge else { return false }
        let age = now.wholeSeconds.duration(since: record.checked)
        return (.zero...maxAge).contains(age) && record.checked >= link.updated.wholeSeconds
            && record.inspections.isSuperset(of: policy.inspections)
    }

    /// Sends the next request of a check after a delay, unless a rule skips the host.
    ///
    /// If the host of the link is not locked, the check begins again when the host is locked.
    private mutating func resume(
        _ check: LinkCheck,
        after delay: Duration = .zero,
        at now: Date
    ) {
        if check.host.isSkipped {
            let reason = "a rule skips the host \(check.host.name)"
            source.save(.notRequested(check.link, reason: reason), on: check.home)
        } else if !source.permits(check.link, on: check.home) {
            source.add(check.link, on: check.home)
        } else {
            pacer.add(check, at: delay > .zero ? now + delay : .distantPast)
        }
    }

    /// Advances a check after the response to its last request.
    private mutating func advance(
        _ check: LinkCheck,
        after result: Result<HTTPResponse, HTTPError>,
        _ contents: PageContents?,
        at now: Date
    ) {
        if case .failure(.canceled) = result { return }
        var check = check
        let step = check.nextStep(
            after: result,
            contents,
            retriesAfterRefusal: pacer.obey(result, from: check.host, at: now),
            now: now
        )
        switch step {
        case .send(let delay):
            check.host = host(of: check.url) ?? check.host
            resume(check, after: delay, at: now)
        case .finished(let record):
            source.save(.checked(check.link, record), on: check.home)
        }
    }

    /// Reports an outcome with the previous verdict of its link.
    private mutating func finish(_ outcome: CheckOutcome) {
        let previous = unreported.removeValue(forKey: outcome.link.id) ?? nil
        guard case .checked(let link, let record, _) = outcome else { return report(outcome) }
        report(.checked(link, record, previous: previous))
    }
}

// MARK: - Tasks

extension CheckRun {
    private mutating func read(_ group: inout Group) {
        let isFull = source.isShared && unreported.count >= checker.window
        guard hasMoreLinks, !isReading, !isFull else { return }
        isReading = true
        group.addTask { [checker, readLinks, patience = source.patience] in
            let links = try await checker.persistently(for: patience) {
                try await readLinks()
            }
            guard let links else {
                return .received(nil, earlier: [:])
            }
            // These records have the previous verdicts, and may be recent enough. Records that
            // other programs save during the check are read when the hosts are locked.
            let earlier = try await checker.persistently(for: patience) {
                try await checker.history.latest(of: links.map(\.id))
            }
            return .received(links, earlier: earlier)
        }
    }

    /// Sends all requests that may start now.
    private mutating func sendRequests(_ group: inout Group, at now: Date) {
        while let next = pacer.next(at: now) {
            guard !pacer.isStopped(next.host) else {
                pacer.endRequest(to: next.host)
                let reason = "the host demands a pause (429)"
                source.save(.notRequested(next.link, reason: reason), on: next.home)
                continue
            }
            group.addTask { [checker] in
                var check = next
                do throws(HTTPError) {
                    let request = try check.nextRequest(now: now)
                    let response = try await checker.http.send(request)
                    // Parsing takes longer than all other steps, so it runs in the child task.
                    let contents = check.readsPage ? checker.pages?.contents(of: response) : nil
                    return .answered(check, .success(response), contents)
                } catch {
                    return .answered(check, .failure(error), nil)
                }
            }
        }
    }

    private mutating func sendMessage(_ group: inout Group, at now: Date) {
        guard let message = source.nextMessage(at: now, pacer) else { return }
        group.addTask { [checker] in
            do {
                return .sent(try await message.send(for: checker), nil)
            } catch {
                return .sent(message, error)
            }
        }
    }

    /// Starts a task that wakes the run at the time of the next request or the next message.
    private mutating func setAlarm(_ group: inout Group, at now: Date) {
        let times = [pacer.nextStart, source.nextMessageTime(pacer)]
        guard let wake = times.compactMap(\.self).min(), wake < alarm ?? .distantFuture else {
            return
        }
        alarm = wake
        group.addTask { [checker] in
            try? await checker.clock.sleep(for: wake.duration(since: now))
            return .alarm(wake)
        }
    }
}
