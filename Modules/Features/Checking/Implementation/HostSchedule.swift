import CheckingInterface
import Foundation

/// Decides when the next request of each link may start, in O(log *n*) for *n* hosts and delayed links. A slow host, or one at its limit, does not delay others.
struct HostSchedule {
    private struct Host {
        var waiting: ArraySlice<LinkCheck> = []
        var running = 0
        var nextStart = Date.distantPast
        var isStopped = false
        var isReady = false
    }

    private let concurrency: Int
    private let perHost: Int
    private let interval: TimeInterval
    private var hosts: [String: Host] = [:]
    private var running = 0
    /// The hosts with waiting requests and free capacity, by the earliest time of their next request.
    private var ready = TimeQueue<String>()
    private var delayed = TimeQueue<(check: LinkCheck, host: String)>()

    init(_ policy: CheckPolicy) {
        concurrency = max(1, policy.concurrency)
        perHost = max(1, policy.perHost)
        interval = max(0, policy.interval / .seconds(1))
    }

    var isBusy: Bool { running > 0 }
    var isWaiting: Bool { !ready.isEmpty || !delayed.isEmpty }

    /// The earliest time at which a request may start, or nil if none may start before a running one ends.
    var nextStart: Date? {
        let times = [delayed.first, running < concurrency ? ready.first : nil]
        return times.compactMap(\.self).min()
    }

    mutating func add(_ check: LinkCheck, host: String) {
        hosts[host, default: Host()].waiting.append(check)
        makeReady(host)
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
        while let due = delayed.removeFirst(until: now) { add(due.check, host: due.host) }
        while running < concurrency, let name = ready.removeFirst(until: now) {
            hosts[name]?.isReady = false
            // A host that was paused after it became ready returns to the queue.
            if let host = hosts[name], host.nextStart <= now, let check = hosts[name]?.waiting.popFirst() {
                running += 1
                hosts[name]?.running += 1
                if !host.isStopped { hosts[name]?.nextStart = now + interval }
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
        makeReady(host)
    }

    private mutating func makeReady(_ name: String) {
        guard let host = hosts[name], !host.isReady, !host.waiting.isEmpty, host.running < perHost || host.isStopped
        else { return }
        hosts[name]?.isReady = true
        ready.insert(name, at: host.nextStart)
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
