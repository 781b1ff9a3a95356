import CheckingInterface
import Core
import Foundation

/// A pacer that decides when the next request of each check may start.
///
/// A request to a host starts when the interval of the host has passed, and the numbers of running
/// requests are below the limits for the host and for the whole check. A host that is slow or at
/// its limit does not delay other hosts.
struct RequestPacer: Sendable {
    private struct Host {
        let policy: HostPolicy
        /// Whether no more requests to the host may start.
        var isStopped = false
        /// The checks that wait for their next request, by the end of their delays.
        var waiting = TimeQueue<LinkCheck>()
        var running = 0
        var nextStart = Date.distantPast
        var backoff: HostBackoff
        /// The time of the host in the queue of ready hosts, or `nil` if it is not in the queue.
        var readyTime: Date?

        init(_ policy: HostPolicy) {
            self.policy = policy
            backoff = HostBackoff(interval: policy.interval)
        }

        /// The earliest time at which a request may start, or `nil` if no request may start before
        /// another one ends.
        var start: Date? {
            let limit = backoff.interval == nil ? policy.general.perHost : 1
            return running < limit ? waiting.first.map { max($0, nextStart) } : nil
        }

        /// Removes and returns the check whose request starts, or returns `nil` if no request may
        /// start.
        mutating func next(at now: Date) -> LinkCheck? {
            readyTime = nil
            guard let start, start <= now else { return nil }
            running += 1
            nextStart = now + (backoff.interval ?? policy.interval)
            return waiting.removeFirst()
        }
    }

    /// The longest pause that a check waits for. Servers commonly request a pause of one minute,
    /// which the limit permits.
    static let longestPause = Duration.seconds(60)

    private let concurrency: Int
    private var hosts: [String: Host] = [:]
    private var running = 0
    /// The hosts to which a request can start, ordered by the earliest start time.
    private var ready = TimeQueue<String>()
    /// The checks whose next request is to a stopped host.
    private var stopped: ArraySlice<LinkCheck> = []
    /// The names of the hosts that are slowed down.
    private(set) var slowHosts: Set<String> = []

    /// Creates a pacer.
    ///
    /// - Parameter concurrency: The maximum number of concurrent requests to all hosts.
    init(concurrency: Int) {
        self.concurrency = concurrency
    }

    var isRunning: Bool { running > 0 }
    /// The earliest time at which a request may start, or `nil` if no host is ready.
    var nextStart: Date? { running < concurrency ? ready.first : nil }

    /// Returns the earliest time at which the next request to a host may start.
    func nextStart(of host: String) -> Date {
        hosts[host]?.nextStart ?? .distantPast
    }

    /// Adds the next request of a check. The request must not start before `time`.
    mutating func add(_ check: LinkCheck, at time: Date) {
        let name = check.host.name
        guard hosts[name]?.isStopped != true else {
            return stopped.append(check)
        }
        hosts[name, default: Host(check.host)].waiting.insert(check, at: time)
        update(name)
    }

    /// Removes and returns the check whose request may start next, or `nil` if no request may
    /// start. The request counts as running until ``endRequest(to:)`` is called.
    mutating func next(at now: Date) -> LinkCheck? {
        while running < concurrency, let time = ready.first,
            let name = ready.removeFirst(until: now)
        {
            // A host that became ready earlier than expected is in the queue twice.
            guard hosts[name]?.readyTime == time else { continue }
            // A host that was paused after it became ready is put back into the queue.
            let check = hosts[name]?.next(at: now)
            update(name)
            guard let check else { continue }
            running += 1
            return check
        }
        return nil
    }

    /// Records that a request to a host has ended.
    mutating func endRequest(to host: HostPolicy) {
        running -= 1
        hosts[host.name]?.running -= 1
        update(host.name)
    }

    /// Removes and returns a check whose next request is to a stopped host.
    mutating func removeStopped() -> LinkCheck? {
        stopped.popFirst()
    }

    /// Removes and returns all checks that wait to send a request.
    mutating func removeWaiting() -> [LinkCheck] {
        var removed: [LinkCheck] = []
        for name in hosts.keys {
            while let check = hosts[name]?.waiting.removeFirst() {
                removed.append(check)
            }
        }
        return removed
    }

    /// Adds a host to the queue of ready hosts, unless it is already there at an earlier time.
    private mutating func update(_ name: String) {
        guard let host = hosts[name], let start = host.start,
            start < host.readyTime ?? .distantFuture
        else { return }
        hosts[name]?.readyTime = start
        ready.insert(name, at: start)
    }
}

// MARK: - Demands of hosts

extension RequestPacer {
    /// Adjusts the pace of the requests to a host according to a response.
    ///
    /// Status 429 applies to the client (RFC 6585, section 4), so a long pause stops all requests
    /// to the host. Status 503 may concern only one page, so a short pause applies to the host, but
    /// a long pause only to the link. Without a `Retry-After` field, the host is slowed down.
    ///
    /// - Returns: The maximum number of retries of the link if the host was slowed down, otherwise
    ///   `nil`.
    mutating func obey(_ response: HTTPResponse, from host: HostPolicy, at now: Date) -> Int? {
        guard var backoff = hosts[host.name]?.backoff else { return nil }
        let isRefusal = [429, 503].contains(response.status) && !host.accepts(response.status)
        var retries: Int?
        switch response.retryAfter(now: now) {
        case _ where !isRefusal: backoff.answer()
        case nil:
            delay(host.name, until: backoff.refuse(at: now))
            retries = backoff.retryLimit(status: response.status, usual: host.general.retries)
        case let pause? where pause <= Self.longestPause: delay(host.name, until: now + pause)
        case _ where response.status == 429: stop(host.name)
        default: backoff.answer()
        }
        hosts[host.name]?.backoff = backoff
        if backoff.interval == nil {
            slowHosts.remove(host.name)
        } else {
            slowHosts.insert(host.name)
        }
        update(host.name)
        return retries
    }

    /// Delays the next request to a host.
    private mutating func delay(_ name: String, until time: Date) {
        let start = max(nextStart(of: name), time)
        hosts[name]?.nextStart = start
    }

    /// Stops all further requests to a host.
    private mutating func stop(_ name: String) {
        while let check = hosts[name]?.waiting.removeFirst() {
            stopped.append(check)
        }
        hosts[name]?.isStopped = true
    }
}
