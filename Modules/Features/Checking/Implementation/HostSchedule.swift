import CheckingInterface
import Core
import Foundation

/// Decides when the next request of each link may start, in O(log *n*) for *n* hosts and delayed links. A slow host, or one at its limit, does not delay others.
struct HostSchedule {
    fileprivate struct Host {
        var waiting: ArraySlice<LinkCheck> = []
        /// The links that are to be claimed.
        var unclaimed: ArraySlice<Link> = []
        /// Whether this program may send requests to the host.
        var isClaimed: Bool
        var running = 0
        var nextStart = Date.distantPast
        let interval: TimeInterval
        var isStopped = false
        var isReady = false
        /// Whether the last claim of its links failed, because other programs have them.
        var isRefused = false
        /// Whether the host is in the queue of hosts to claim.
        var isWanted = false
        /// The delay before the next attempt to claim the host in seconds, or nil if other programs may not have it.
        var attemptDelay: TimeInterval?
    }

    private let policy: CheckPolicy
    private let concurrency: Int
    private let perHost: Int
    private var hosts: [String: Host] = [:]
    private var running = 0
    /// The hosts with waiting requests and free capacity, by the earliest time of their next request.
    private var ready = TimeQueue<String>()
    private var delayed = TimeQueue<(check: LinkCheck, host: String)>()
    /// The duration of a claim in seconds, or nil if hosts and links need no claims.
    private let lease: TimeInterval?
    private var claims = Claims()

    /// - Parameter lease: The duration of a claim, or nil if hosts and links need no claims.
    init(_ policy: CheckPolicy, lease: Duration?) {
        concurrency = max(1, policy.concurrency)
        perHost = max(1, policy.perHost)
        self.policy = policy
        self.lease = lease.map { $0 / .seconds(1) }
    }

    /// Whether a request or a claim has no result yet.
    var isBusy: Bool { running > 0 || claims.isRequesting }
    var isWaiting: Bool { !ready.isEmpty || !delayed.isEmpty || claims.isWaiting }

    /// The earliest time at which a request or a claim may start, or nil if something that runs must end before.
    func nextStart(after now: Date) -> Date? {
        let first = running < concurrency && permitsRequests(at: now) ? ready.first : nil
        return [delayed.first, first, nextClaim].compactMap(\.self).min()
    }

    /// Adds the first request for a link, which must be claimed before.
    mutating func add(_ check: LinkCheck, host: String) {
        guard lease != nil else { return addRequest(check, host: host) }
        addHost(host)
        hosts[host]?.unclaimed.append(check.link)
        claims.unclaimed += 1
        claims.changed.insert(host)
    }

    /// Adds a request for a link that needs no claim, or has one. If the claim was lost, the check begins again.
    private mutating func addRequest(_ check: LinkCheck, host: String) {
        guard check.generation == claims.generation else { return restart(check.link) }
        addHost(host)
        hosts[host]?.waiting.append(check)
        if lease != nil { claims.changed.insert(host) }
        makeReady(host)
    }

    private mutating func addHost(_ name: String) {
        guard hosts[name] == nil else { return }
        let interval = max(0, policy.applied(to: name).interval / .seconds(1))
        hosts[name] = Host(isClaimed: lease == nil, interval: interval)
    }

    /// Adds a request that must not start before the given time.
    mutating func add(_ check: LinkCheck, host: String, at time: Date) { delayed.insert((check, host), at: time) }

    mutating func pause(_ host: String, until time: Date) {
        guard let start = hosts[host]?.nextStart else { return }
        hosts[host]?.nextStart = max(start, time)
    }

    /// Stops requests to a host: its links leave the schedule without delay, and ``isStopped(_:)`` is true.
    mutating func stop(_ host: String) {
        hosts[host]?.isStopped = true
        hosts[host]?.nextStart = .distantPast
        // The host may be in the queue with a later time. A second entry does no harm.
        hosts[host]?.isReady = false
        makeReady(host)
    }

    func isStopped(_ host: String) -> Bool { hosts[host]?.isStopped == true }

    /// Removes and returns the next request that may start, or nil if none may. It counts as running until ``finish(host:)``.
    mutating func next(at now: Date) -> (check: LinkCheck, host: String)? {
        while let due = delayed.removeFirst(until: now) { addRequest(due.check, host: due.host) }
        guard permitsRequests(at: now) else { return nil }
        while running < concurrency, let name = ready.removeFirst(until: now) {
            hosts[name]?.isReady = false
            // A host that was paused after it became ready returns to the queue.
            if let host = hosts[name], host.isClaimed, host.nextStart <= now,
                let check = hosts[name]?.waiting.popFirst()
            {
                running += 1
                hosts[name]?.running += 1
                if !host.isStopped { hosts[name]?.nextStart = now + host.interval }
                makeReady(name)
                return (check, name)
            }
            makeReady(name)
        }
        return nil
    }

    mutating func finish(host: String) {
        running -= 1
        hosts[host]?.running -= 1
        if lease != nil { claims.changed.insert(host) }
        makeReady(host)
    }

    private mutating func makeReady(_ name: String) {
        guard let host = hosts[name], host.isClaimed, !host.isReady, !host.waiting.isEmpty,
            host.running < perHost || host.isStopped
        else { return }
        hosts[name]?.isReady = true
        ready.insert(name, at: host.nextStart)
    }
}

// MARK: - Claims

/// What to claim next from the store.
struct ClaimRequest: Sendable {
    fileprivate(set) var links: [String: [Link.ID]] = [:]
    fileprivate(set) var limit = 0
    fileprivate(set) var released: [String: Duration] = [:]
    let start: Date
}

private struct Claims {
    /// The greatest number of links of one host that are claimed in advance.
    static let batch = 100
    /// No more links are read while as many wait for a claim: a compromise between memory and the choice of hosts.
    static let fullSchedule = 100_000

    /// The shortest and the longest delay between two attempts to claim a host.
    static let shortestDelay = 0.1
    static let longestDelay = 2.0

    /// The time until which the claims are certain.
    var end = Date.distantPast
    /// The time at which the claims are to be extended.
    var extensionTime = Date.distantPast
    /// The time before which no hosts are to be claimed, so that several are claimed together.
    var attemptTime = Date.distantPast
    var isRequesting = false
    /// The number of times that the program has lost its claims.
    var generation = 0
    /// The number of claimed hosts.
    var count = 0
    /// The number of links that are to be claimed.
    var unclaimed = 0
    /// The hosts whose claims may have to change.
    var changed: Set<String> = []
    /// The hosts that are to be claimed, by the earliest time of the next attempt.
    var wanted = TimeQueue<String>()
    /// The claimed hosts of which more links are to be claimed.
    var short: Set<String> = []
    var released: [String: Duration] = [:]

    var isWaiting: Bool { !wanted.isEmpty || !short.isEmpty }
}

extension HostSchedule.Host {
    /// Half of the time that another program needs for the links at least, but longer each time if it checks none.
    fileprivate mutating func setAttemptDelay(isProgress: Bool) {
        let delay = isProgress ? nil : attemptDelay.map { 2 * $0 }
        let usual = Double(unclaimed.count) * interval / 2
        attemptDelay = min(max(delay ?? usual, Claims.shortestDelay), Claims.longestDelay)
    }
}

extension HostSchedule {
    /// Whether there are so many links to claim that no more should be added for now.
    var isFull: Bool { claims.unclaimed >= Claims.fullSchedule }

    /// Whether a request that starts now ends before the claims do.
    private func permitsRequests(at now: Date) -> Bool {
        lease == nil || now + policy.timeout / .seconds(1) <= claims.end
    }

    /// Whether the claimed hosts do not permit as many concurrent requests as the policy does, and there are others.
    private var canClaimHosts: Bool {
        !claims.wanted.isEmpty && running < concurrency && claims.count < concurrency
    }

    private var nextClaim: Date? {
        guard lease != nil, !claims.isRequesting else { return nil }
        guard canClaimHosts, let first = claims.wanted.first else { return claims.extensionTime }
        return min(max(first, claims.attemptTime), claims.extensionTime)
    }

    /// Returns what to claim now, or nil if there is nothing to do, or the last request has no result yet.
    mutating func nextClaimRequest(at now: Date) -> ClaimRequest? {
        guard let lease, !claims.isRequesting else { return nil }
        let changed = claims.changed
        claims.changed = []
        for name in changed { updateClaim(of: name, at: now) }
        let claimsHosts = canClaimHosts && now >= max(claims.wanted.first ?? now, claims.attemptTime)
        guard claimsHosts || !claims.short.isEmpty || !claims.released.isEmpty || now >= claims.extensionTime
        else { return nil }
        var request = ClaimRequest(limit: claims.short.count, released: claims.released, start: now)
        for name in claims.short { request.links[name] = nextLinks(of: name) }
        if claimsHosts {
            // As few as may suffice: the last hosts are then shared evenly.
            let limit = min(concurrency - claims.count, (concurrency - running - 1) / perHost + 1)
            request.limit += limit
            // The links of the others are claimed after their hosts, because other programs probably have them.
            var withLinks = 2 * limit
            for _ in 0..<8 * limit {
                guard let name = claims.wanted.removeFirst(until: now) else { break }
                hosts[name]?.isWanted = false
                request.links[name] = withLinks > 0 ? nextLinks(of: name) : []
                withLinks -= 1
            }
            if now < claims.wanted.first ?? .distantFuture { claims.attemptTime = now + Claims.shortestDelay }
        }
        claims.short = []
        claims.released = [:]
        claims.isRequesting = true
        claims.extensionTime = now + lease / 6
        return request
    }

    /// Schedules the links that were claimed. Returns the records of links that other programs have checked.
    mutating func handle(_ result: ClaimedLinks, of request: ClaimRequest, now: Date) -> [(Link, CheckRecord)] {
        guard let lease else { return [] }
        // Other programs may have claimed hosts and links since the end.
        if now > claims.end { forfeit() }
        claims.end = request.start + lease
        claims.isRequesting = false
        var checked: [(Link, CheckRecord)] = []
        for (name, links) in request.links {
            guard var host = hosts.removeValue(forKey: name) else { continue }
            if result.hosts.contains(name), !host.isClaimed {
                host.isClaimed = true
                claims.count += 1
            }
            var refused: [Link] = []
            let waiting = host.waiting.count
            for link in host.unclaimed.prefix(links.count) {
                if let record = result.checked[link.id] {
                    checked.append((link, record))
                } else if result.links.contains(link.id) {
                    host.waiting.append(LinkCheck(link, generation: claims.generation))
                } else {
                    refused.append(link)
                }
            }
            host.unclaimed.removeFirst(links.count)
            host.unclaimed += refused
            claims.unclaimed -= links.count - refused.count
            host.isRefused = !refused.isEmpty && host.waiting.count == waiting
            if host.isClaimed || result.hosts.count < request.limit {
                host.setAttemptDelay(isProgress: refused.count < links.count)
            } else {
                // Too many hosts were free.
                host.attemptDelay = nil
            }
            hosts[name] = host
            makeReady(name)
            updateClaim(of: name, at: now)
        }
        return checked
    }

    /// Returns the hosts to release at the end of the check.
    mutating func releaseAll(at now: Date) -> [String: Duration] {
        let pauses = hosts.filter(\.value.isClaimed).mapValues {
            Duration.seconds(max(0, $0.nextStart.timeIntervalSince(now)))
        }
        return pauses.merging(claims.released) { first, _ in first }
    }

    /// Decides whether a host is to be claimed, needs more links, or is released because it has none.
    private mutating func updateClaim(of name: String, at now: Date) {
        guard let host = hosts[name] else { return }
        if host.isClaimed, host.waiting.isEmpty, host.running == 0, host.unclaimed.isEmpty || host.isRefused {
            hosts[name]?.isClaimed = false
            claims.count -= 1
            claims.released[name] = .seconds(max(0, host.nextStart.timeIntervalSince(now)))
        } else if host.isClaimed {
            guard !host.unclaimed.isEmpty, !host.isRefused, host.waiting.count < Claims.batch / 2 else { return }
            claims.short.insert(name)
            return
        }
        guard !host.isWanted, !host.waiting.isEmpty || !host.unclaimed.isEmpty else { return }
        hosts[name]?.isWanted = true
        claims.wanted.insert(name, at: host.attemptDelay.map { now + $0 } ?? .distantPast)
    }

    private func nextLinks(of name: String) -> [Link.ID] {
        hosts[name]?.unclaimed.prefix(Claims.batch).map(\.id) ?? []
    }

    /// Claims everything again, because the claims have ended.
    private mutating func forfeit() {
        claims.generation += 1
        claims.count = 0
        for (name, host) in hosts {
            hosts[name]?.isClaimed = false
            hosts[name]?.waiting = []
            claims.changed.insert(name)
            for check in host.waiting { restart(check.link) }
        }
    }

    /// Begins the check of a link again.
    mutating func restart(_ link: Link) {
        let check = LinkCheck(link)
        if let host = check.host { add(check, host: host) }
    }
}

/// A priority queue by time, implemented as a binary heap. For equal times, it is first in, first out.
private struct TimeQueue<Element> {
    private struct Entry {
        var time: Date
        var number: Int
        var element: Element

        func precedes(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
    }

    private var heap: [Entry] = []
    private var count = 0
    var isEmpty: Bool { heap.isEmpty }
    var first: Date? { heap.first?.time }

    mutating func insert(_ element: Element, at time: Date) {
        count += 1
        heap.append(Entry(time: time, number: count, element: element))
        var child = heap.count - 1
        while child > 0, heap[child].precedes(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes the first element, unless its time is after `limit`.
    mutating func removeFirst(until limit: Date) -> Element? {
        guard let first, first <= limit else { return nil }
        heap.swapAt(0, heap.count - 1)
        let removed = heap.removeLast()
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
            guard let least = children.min(by: { heap[$0].precedes(heap[$1]) }), heap[least].precedes(heap[parent])
            else { return removed.element }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
