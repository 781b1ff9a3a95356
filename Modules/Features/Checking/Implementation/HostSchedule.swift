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
        /// Whether no request goes to it any more, so that there is nothing to pace.
        var isLeftAlone = false
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

    /// Adds a link whose check may begin at once.
    mutating func add(_ check: LinkCheck, host: String) {
        hosts[host, default: Host()].waiting.append(check)
        makeReady(host)
    }

    /// Adds a request that is not to start before `time`.
    mutating func add(_ check: LinkCheck, host: String, at time: Date) {
        delayed.insert((check, host), at: time)
    }

    /// Lets no request to the host start before `time`.
    mutating func pause(_ host: String, until time: Date) {
        guard let start = hosts[host]?.nextStart else { return }
        hosts[host]?.nextStart = max(start, time)
    }

    /// Lets every link of the host through at once, as ``isLeftAlone(_:)`` tells that it must not be requested.
    mutating func leaveAlone(_ host: String) {
        hosts[host]?.isLeftAlone = true
        hosts[host]?.nextStart = .distantPast
        // Where it stands in line already, it may have to wait there; a second place does no harm.
        hosts[host]?.isReady = false
        makeReady(host)
    }

    /// Whether the host is to get no request any more.
    func isLeftAlone(_ host: String) -> Bool { hosts[host]?.isLeftAlone == true }

    /// Takes the next request that may start, or nil when none may; it runs until ``finish(host:)``.
    mutating func next(at now: Date) -> (check: LinkCheck, host: String)? {
        while let due = delayed.removeFirst(until: now) { add(due.check, host: due.host) }
        while running < concurrency, let name = ready.removeFirst(until: now) {
            hosts[name]?.isReady = false
            // A pause that came after it got in line puts it back.
            if let host = hosts[name], host.nextStart <= now, let check = hosts[name]?.waiting.popFirst() {
                running += 1
                hosts[name]?.running += 1
                if !host.isLeftAlone { hosts[name]?.nextStart = now + interval }
                makeReady(name)
                return (check, name)
            }
            makeReady(name)
        }
        return nil
    }

    /// Notes that a request to the host has ended.
    mutating func finish(host: String) {
        running -= 1
        hosts[host]?.running -= 1
        makeReady(host)
    }

    private mutating func makeReady(_ name: String) {
        guard let host = hosts[name], !host.isReady, !host.waiting.isEmpty, host.running < perHost || host.isLeftAlone
        else { return }
        hosts[name]?.isReady = true
        ready.insert(name, at: host.nextStart)
    }
}
