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
        /// Whether the host has demanded a long pause, so that no more requests may be sent.
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
        /// another one ends. A stopped host has no limits, because its requests are not sent.
        var start: Date? {
            guard !isStopped else { return waiting.first.map { _ in .distantPast } }
            let limit = backoff.isActive ? 1 : policy.general.perHost
            return running < limit ? waiting.first.map { max($0, nextStart) } : nil
        }

        /// Removes and returns the check whose request starts, or returns `nil` if no request may
        /// start.
        mutating func next(at now: Date) -> LinkCheck? {
            readyTime = nil
            guard let start, start <= now else { return nil }
            running += 1
            nextStart = now + backoff.interval
            return waiting.removeFirst()
        }

        /// Adjusts the pace according to a response. Returns the maximum number of retries of the
        /// link if the host was slowed down, otherwise `nil`.
        mutating func obey(_ response: HTTPResponse, at now: Date) -> Int? {
            guard [429, 503].contains(response.status), !response.isChallenge,
                !policy.accepts(response.status)
            else {
                backoff.answer()
                return nil
            }
            guard let pause = response.retryAfter(now: now) else {
                nextStart = max(nextStart, backoff.refuse(at: now))
                return backoff.retryLimit(status: response.status, usual: policy.general.retries)
            }
            if pause <= longestPause {
                nextStart = max(nextStart, now + pause)
            } else if response.status == 429 {
                isStopped = true
            } else {
                backoff.answer()
            }
            return nil
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
        hosts[check.host.name, default: Host(check.host)].waiting.insert(check, at: time)
        update(check.host.name)
    }

    /// Removes and returns the check whose request may start next, or `nil` if no request may
    /// start. The request counts as running until ``endRequest(to:)`` is called. It must not be
    /// sent if its host is stopped.
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

    /// Returns whether a host has demanded a pause that is too long to wait for.
    func isStopped(_ host: HostPolicy) -> Bool {
        hosts[host.name]?.isStopped == true
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
    /// Adjusts the pace of the requests to a host according to the result of a request.
    ///
    /// Status 429 applies to the client (RFC 6585, section 4), so a long pause stops all requests
    /// to the host. Status 503 may concern only one page, so a short pause applies to the host, but
    /// a long pause only to the link. Without a `Retry-After` field, the host is slowed down.
    ///
    /// - Returns: The maximum number of retries of the link if the host was slowed down, otherwise
    ///   `nil`.
    mutating func obey(
        _ result: Result<HTTPResponse, HTTPError>,
        from host: HostPolicy,
        at now: Date
    ) -> Int? {
        guard case .success(let response) = result else { return nil }
        let retries = hosts[host.name]?.obey(response, at: now)
        if hosts[host.name]?.backoff.isActive == true {
            slowHosts.insert(host.name)
        } else {
            slowHosts.remove(host.name)
        }
        update(host.name)
        return retries
    }
}
