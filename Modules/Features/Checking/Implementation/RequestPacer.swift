import Core
import Foundation

/// A pacer that decides when the next request of each check may start.
///
/// A request to a host starts when the interval of the host has passed, and the numbers of running
/// requests are below the limits for the host and for the whole check. A host that is slow or at
/// its limit does not delay other hosts.
///
/// - Complexity: O(log *n*) for each request, where *n* is the number of hosts and delayed checks.
struct RequestPacer: Sendable {
    private struct Host {
        let host: HostPolicy
        /// Whether no more requests to the host may start.
        var isStopped = false
        var waiting: ArraySlice<LinkCheck> = []
        var running = 0
        var nextStart = Date.distantPast
        var backoff: HostBackoff
        /// Whether the host is in the queue of ready hosts.
        var isReady = false

        var interval: Duration { backoff.interval ?? host.interval }

        var canStart: Bool {
            let limit = backoff.interval == nil ? host.concurrency : 1
            return !isStopped && !waiting.isEmpty && running < limit
        }
    }

    private let concurrency: Int
    private var hosts: [String: Host] = [:]
    private var running = 0
    private var waiting = 0
    /// The hosts to which a request can start, ordered by the earliest start time.
    private var ready = TimeQueue<String>()
    private var delayed = TimeQueue<LinkCheck>()
    private var stopped: [LinkCheck] = []
    /// The names of the hosts that are slowed down.
    private(set) var slowHosts: Set<String> = []

    /// Creates a pacer.
    ///
    /// - Parameter concurrency: The maximum number of concurrent requests to all hosts.
    init(concurrency: Int) {
        self.concurrency = concurrency
    }

    var isRunning: Bool { running > 0 }
    /// Whether any check waits to send a request.
    var isWaiting: Bool { waiting > 0 || !delayed.isEmpty }
    /// The number of additional requests that may run.
    var capacity: Int { concurrency - running }

    /// The earliest time at which a request may start, or `nil` if no host is ready.
    var nextStart: Date? { capacity > 0 ? ready.first : nil }
    /// The earliest time at which the delay of a check ends, or `nil` if no check is delayed.
    var nextArrival: Date? { delayed.first }

    /// Adds the next request of a check.
    mutating func add(_ check: LinkCheck) {
        let name = check.host.name
        addHost(check.host)
        guard hosts[name]?.isStopped != true else {
            return stopped.append(check)
        }
        hosts[name]?.waiting.append(check)
        waiting += 1
        update(name)
    }

    /// Adds the next request of a check. The request must not start before `time`.
    mutating func add(_ check: LinkCheck, at time: Date) {
        delayed.insert(check, at: time)
    }

    /// Adds the requests whose delay has ended.
    mutating func addDelayed(until now: Date) {
        while let check = delayed.removeFirst(until: now) {
            add(check)
        }
    }

    /// Removes and returns the check whose request may start next, or `nil` if no request may
    /// start. The request counts as running until ``endRequest(to:)`` is called.
    mutating func next(at now: Date) -> LinkCheck? {
        while running < concurrency, let name = ready.removeFirst(until: now) {
            hosts[name]?.isReady = false
            // A host that was paused after it became ready is put back into the queue.
            guard let host = hosts[name], host.canStart, host.nextStart <= now,
                let check = hosts[name]?.waiting.popFirst()
            else {
                update(name)
                continue
            }
            waiting -= 1
            running += 1
            hosts[name]?.running += 1
            hosts[name]?.nextStart = now + host.interval
            update(name)
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

    /// Delays the next request to a host.
    mutating func pause(_ host: HostPolicy, until time: Date) {
        guard let start = hosts[host.name]?.nextStart else {
            return
        }
        hosts[host.name]?.nextStart = max(start, time)
    }

    /// Stops all further requests to a host. ``removeStopped()`` returns the checks that were
    /// waiting to send such a request.
    mutating func stop(_ host: HostPolicy) {
        guard let waiting = hosts[host.name]?.waiting else {
            return
        }
        stopped += waiting
        self.waiting -= waiting.count
        hosts[host.name]?.waiting = []
        hosts[host.name]?.isStopped = true
        update(host.name)
    }

    /// Removes and returns the checks whose next request is to a stopped host.
    mutating func removeStopped() -> [LinkCheck] {
        defer {
            stopped = []
        }
        return stopped
    }

    /// Returns the time until the next request to a host may start.
    func remainingPause(of host: HostPolicy, at now: Date) -> Duration {
        guard let nextStart = hosts[host.name]?.nextStart else {
            return .zero
        }
        return max(.zero, nextStart.duration(since: now))
    }

    /// Removes and returns all checks that wait to send a request.
    mutating func removeWaiting() -> [LinkCheck] {
        var removed = hosts.values.flatMap(\.waiting)
        for name in hosts.keys {
            hosts[name]?.waiting = []
        }
        waiting = 0
        while let check = delayed.removeFirst(until: .distantFuture) {
            removed.append(check)
        }
        return removed
    }

    private mutating func addHost(_ host: HostPolicy) {
        guard hosts[host.name] == nil else { return }
        let backoff = HostBackoff(interval: host.interval)
        hosts[host.name] = Host(host: host, backoff: backoff)
    }

    private mutating func update(_ name: String) {
        guard let host = hosts[name], host.canStart, !host.isReady else {
            return
        }
        hosts[name]?.isReady = true
        ready.insert(name, at: host.nextStart)
    }
}

// MARK: - Slowing down hosts

extension RequestPacer {
    /// Records that a host answered a request, which speeds up a slow host a little.
    mutating func speedUp(_ host: HostPolicy) {
        hosts[host.name]?.backoff.answer()
        updateBackoff(of: host)
    }

    /// Records that a host refused a request, and slows down the host.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: The maximum number of retries of the refused link.
    mutating func slowDown(_ host: HostPolicy, status: Int, at now: Date) -> Int {
        guard var backoff = hosts[host.name]?.backoff else {
            return host.retries
        }
        let pauseEnd = backoff.refuse(at: now)
        hosts[host.name]?.backoff = backoff
        pause(host, until: pauseEnd)
        updateBackoff(of: host)
        return backoff.retryLimit(status: status, usual: host.retries)
    }

    private mutating func updateBackoff(of host: HostPolicy) {
        let isSlow = hosts[host.name]?.backoff.interval != nil
        if isSlow {
            slowHosts.insert(host.name)
        } else {
            slowHosts.remove(host.name)
        }
        update(host.name)
    }
}
