import CheckingInterface
import Core
import Foundation

/// A program's claims on hosts and on the links of these hosts, in a check that several programs
/// share.
///
/// A program claims the links of a host in order to check them, and the host itself in order to
/// send requests to it. The program needs both claims to begin its checks. While its checks wait
/// for something else, such as the target host of a redirect, the program releases the host and
/// keeps the links. A program holds a host only as long as it has requests to that host, so
/// programs never deadlock.
struct HostClaims {
    private struct Host {
        let host: HostPolicy
        /// The links on the host that have no outcome yet. All of them wait until the program has
        /// claimed the links of the host.
        var links: Set<Link.ID> = []
        var claims: Claims = []
        /// The delay after the next attempt to claim the host, if that attempt fails, or nil if no
        /// attempt is planned.
        var attemptDelay: Duration?

        /// Returns the claims that the program needs but does not have on the host.
        ///
        /// - Parameter isBusy: Whether requests to the host are running or waiting.
        func missingClaims(isBusy: Bool) -> Claims {
            var needed: Claims = isBusy ? .requests : []
            if !links.isEmpty {
                needed.insert(.links)
            }
            return needed.subtracting(claims)
        }
    }

    private struct Claims: OptionSet {
        let rawValue: Int
        static let requests = Claims(rawValue: 1)
        static let links = Claims(rawValue: 2)
    }

    /// The minimum delay between two attempts to claim a host.
    private static let shortestDelay = Duration.milliseconds(100)
    /// The maximum delay between two attempts to claim a host.
    private static let longestDelay = Duration.seconds(2)

    private let concurrency: Int
    private let perHost: Int
    private var hosts: [String: Host] = [:]
    /// The hosts whose claims may have to change.
    private var changed: [String: HostPolicy] = [:]
    /// The hosts to claim, ordered by the time of the next attempt.
    private var wanted = TimeQueue<HostPolicy>()
    /// The earliest time for the next attempt. Until then, the hosts to claim accumulate, so that
    /// one request to the store can claim several of them.
    private var attemptTime = Date.distantPast
    /// The number of hosts to which the program may send requests.
    private var claimedHosts = 0

    init(concurrency: Int, perHost: Int) {
        self.concurrency = concurrency
        self.perHost = perHost
    }

    /// Adds a link that has no outcome yet. Returns whether the program has claimed the links of
    /// the host.
    mutating func addLink(_ link: Link.ID, of host: HostPolicy) -> Bool {
        changed[host.name] = host
        hosts[host.name, default: Host(host: host)].links.insert(link)
        return hosts[host.name]?.claims.contains(.links) == true
    }

    /// Removes a link that has an outcome, and resets the delay between attempts to claim the
    /// link's host.
    mutating func removeLink(_ link: Link.ID, of host: HostPolicy) {
        changed[host.name] = host
        hosts[host.name]?.links.remove(link)
        let isWanted = hosts[host.name]?.attemptDelay != nil
        if isWanted {
            hosts[host.name]?.attemptDelay = Self.shortestDelay
        }
    }

    /// Removes all claims, because they have expired. The store keeps an expired claim until the
    /// program releases it or another program obtains it, so the request releases all claims that
    /// `reply` does not grant again.
    mutating func removeAll(
        _ request: inout SessionRequest,
        except reply: SessionReply,
        _ pacer: RequestPacer,
        at now: Date
    ) {
        claimedHosts = 0
        for (name, state) in hosts {
            if state.claims.contains(.requests), !reply.hosts.contains(name) {
                request.releasedHosts[name] = pacer.remainingPause(of: state.host, at: now)
            }
            if state.claims.contains(.links), !reply.linkHosts.contains(name) {
                request.releasedLinks.insert(name)
            }
            hosts[name]?.claims = []
            changed[name] = state.host
        }
    }

    /// Returns the hosts that the program may send requests to, with the delays after which other
    /// programs may send requests to them.
    func remainingPauses(_ pacer: RequestPacer, at now: Date) -> [String: Duration] {
        hosts.filter { $0.value.claims.contains(.requests) }
            .mapValues { pacer.remainingPause(of: $0.host, at: now) }
    }
}

// MARK: - Requests

extension HostClaims {
    /// Returns the time of the next attempt to claim a host, or nil if none is planned.
    func nextAttempt(_ pacer: RequestPacer) -> Date? {
        guard hostLimit(pacer) > 0, let attempt = wanted.first else {
            return nil
        }
        return max(attempt, attemptTime)
    }

    /// Returns the number of additional hosts that the program may claim. The number is only as
    /// large as the free capacity for requests requires, so that hosts remain for other programs.
    private func hostLimit(_ pacer: RequestPacer) -> Int {
        guard pacer.capacity > 0 else { return 0 }
        let sufficient = (pacer.capacity - 1) / perHost + 1
        return max(0, min(concurrency - claimedHosts, sufficient))
    }

    /// Releases the claims that are no longer needed, and plans attempts to obtain missing claims.
    mutating func update(_ request: inout SessionRequest, _ pacer: inout RequestPacer, at now: Date)
    {
        for host in pacer.removeChanges() {
            changed[host.name] = host
        }
        for host in changed.values {
            update(host, &request, &pacer, at: now)
        }
        changed = [:]
    }

    private mutating func update(
        _ host: HostPolicy,
        _ request: inout SessionRequest,
        _ pacer: inout RequestPacer,
        at now: Date
    ) {
        var state = hosts[host.name] ?? Host(host: host)
        let isBusy = pacer.isBusy(host)
        if state.claims.contains(.requests), !isBusy {
            state.claims.remove(.requests)
            claimedHosts -= 1
            request.releasedHosts[host.name] = pacer.remainingPause(of: host, at: now)
            pacer.close(host)
        }
        if state.claims.contains(.links), state.links.isEmpty {
            state.claims.remove(.links)
            request.releasedLinks.insert(host.name)
        }
        if state.attemptDelay == nil, !state.missingClaims(isBusy: isBusy).isEmpty {
            state.attemptDelay = Self.shortestDelay
            wanted.insert(host, at: .distantPast)
        }
        let isUnused = state.links.isEmpty && state.claims.isEmpty && state.attemptDelay == nil
        hosts[host.name] = isUnused ? nil : state
    }

    /// Adds to the request the hosts for which an attempt is due. Adds more hosts than may be
    /// claimed, because other programs may already have claimed some of them.
    mutating func addDueHosts(
        to request: inout SessionRequest,
        _ pacer: RequestPacer,
        at now: Date
    ) {
        guard now >= attemptTime else { return }
        let limit = hostLimit(pacer)
        for _ in 0..<8 * limit {
            guard let host = wanted.removeFirst(until: now) else {
                break
            }
            guard let state = hosts[host.name] else { continue }
            let missing = state.missingClaims(isBusy: pacer.isBusy(host))
            guard !missing.isEmpty else {
                hosts[host.name]?.attemptDelay = nil
                continue
            }
            request.hosts.append(host.name)
            if missing.contains(.links) {
                request.linkHosts.insert(host.name)
            }
            // The limit of the request includes hosts that the program has already claimed.
            if state.claims.contains(.requests) {
                request.limit += 1
            }
        }
        guard !request.hosts.isEmpty else { return }
        request.limit += limit
        if now < wanted.first ?? .distantFuture {
            attemptTime = now + Self.shortestDelay
        }
    }
}

// MARK: - Replies

extension HostClaims {
    /// Adds the claims that a reply grants, and plans new attempts to obtain the claims that it
    /// does not grant. Returns the links that the program may now check.
    mutating func addClaims(
        from reply: SessionReply,
        to request: SessionRequest,
        _ pacer: inout RequestPacer,
        at now: Date
    ) -> [Link.ID] {
        for name in reply.hosts {
            guard let host = hosts[name]?.host else { continue }
            let isNew = hosts[name]?.claims.insert(.requests).inserted == true
            if isNew {
                claimedHosts += 1
            }
            pacer.open(host)
        }
        var links: [Link.ID] = []
        for name in reply.linkHosts {
            hosts[name]?.claims.insert(.links)
            links += hosts[name]?.links.sorted() ?? []
        }
        let isLimited = reply.hosts.count >= request.limit
        for name in request.hosts {
            let isSkipped = isLimited && !reply.hosts.contains(name)
            planAttempt(name, isSkipped: isSkipped, pacer, at: now)
        }
        return links
    }

    /// Plans another attempt to claim a host that still lacks a claim.
    ///
    /// If the store skipped the host because the request reached its limit, the attempt is
    /// immediate. Otherwise, the attempt is delayed by half of the minimum time that another
    /// program needs to check the links of the host. The delay doubles with each attempt that
    /// fails, until a link of the host has an outcome.
    private mutating func planAttempt(
        _ name: String,
        isSkipped: Bool,
        _ pacer: RequestPacer,
        at now: Date
    ) {
        guard let state = hosts[name] else { return }
        changed[name] = state.host
        let missing = state.missingClaims(isBusy: pacer.isBusy(state.host))
        guard !missing.isEmpty, !isSkipped, let former = state.attemptDelay else {
            hosts[name]?.attemptDelay = nil
            return
        }
        let usual = state.host.interval * state.links.count / 2
        let delay = min(max(usual, former), Self.longestDelay)
        hosts[name]?.attemptDelay = min(former * 2, Self.longestDelay)
        wanted.insert(state.host, at: now + delay)
    }
}
