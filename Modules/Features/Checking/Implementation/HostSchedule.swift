import Foundation

/// Decides which link's next request may start, and when.
///
/// Links wait with their host, not in line, so a host that is slow or at its limit holds up nobody else. Time complexity
/// of each operation: O(log *n*) for *n* hosts and delayed links.
struct HostSchedule {
    private struct Host {
        var waiting: ArraySlice<LinkCheck> = []
        var running = 0
        var nextStart = Date.distantPast
        /// Whether it stands in `ready`.
        var isReady = false
    }

    private let concurrency: Int
    private let perHost: Int
    private let interval: TimeInterval
    private var hosts: [String: Host] = [:]
    private var running = 0
    /// Hosts that may start a request, by the time at which they may.
    private var ready = TimeQueue<String>()
    /// Requests that must wait for a reason of their own.
    private var delayed = TimeQueue<(check: LinkCheck, host: String)>()

    init(concurrency: Int, perHost: Int, interval: Duration) {
        self.concurrency = max(1, concurrency)
        self.perHost = max(1, perHost)
        self.interval = max(0, interval / .seconds(1))
    }

    /// Whether a request is under way.
    var isBusy: Bool { running > 0 }

    /// Whether a request waits for its time that nothing but time holds back.
    var isWaiting: Bool { !ready.isEmpty || !delayed.isEmpty }

    /// When something may start, or nil when nothing may before a request ends.
    var nextStart: Date? {
        let wakes = [delayed.first, running < concurrency ? ready.first : nil]
        return wakes.compactMap(\.self).min()
    }

    /// Adds a request that is not to start before `time`.
    mutating func add(_ check: LinkCheck, host: String, at time: Date) {
        delayed.insert((check, host), at: time)
    }

    /// Takes the next request that may start, or nil when none may; it runs until ``finish(host:)``.
    mutating func next(at now: Date) -> (check: LinkCheck, host: String)? {
        while let due = delayed.removeFirst(until: now) {
            hosts[due.host, default: Host()].waiting.append(due.check)
            makeReady(due.host)
        }
        guard running < concurrency, let name = ready.removeFirst(until: now) else { return nil }
        guard let check = hosts[name]?.waiting.popFirst() else { return nil }
        running += 1
        hosts[name]?.running += 1
        hosts[name]?.nextStart = now + interval
        hosts[name]?.isReady = false
        makeReady(name)
        return (check, name)
    }

    /// Notes that a request to the host has ended.
    mutating func finish(host: String) {
        running -= 1
        hosts[host]?.running -= 1
        makeReady(host)
    }

    private mutating func makeReady(_ name: String) {
        guard let host = hosts[name], !host.isReady, !host.waiting.isEmpty, host.running < perHost else { return }
        hosts[name]?.isReady = true
        ready.insert(name, at: host.nextStart)
    }
}
