import CheckingInterface
import Core
import Foundation

/// A source for a program that shares the links with other programs.
///
/// A program claims the links of a host in order to check them, and the host itself in order to
/// send requests to it. The program needs both claims to begin. While its checks wait for something
/// else, such as the target host of a redirect, the program releases the host and keeps the links.
/// For this reason, programs never deadlock.
///
/// The first record of a link is its outcome for all programs, no matter which program saved it.
struct SharedLinkSource: LinkSource {
    fileprivate struct Host {
        let host: CheckHost
        /// The links on the host without an outcome. Either all of them wait for the claim, or none
        /// of them do.
        var links: Set<Link.ID> = []
        var claims: Claims = []
        /// The delay after the next attempt to claim the host, if that attempt fails. Nil if no
        /// attempt is planned.
        var attemptDelay: Duration?

        /// Returns the claims that the host needs but does not have.
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

    fileprivate struct Claims: OptionSet {
        let rawValue: Int
        static let requests = Claims(rawValue: 1)
        static let links = Claims(rawValue: 2)
    }

    struct Message: Sendable {
        fileprivate let time: Date
        fileprivate let request: SessionRequest
    }

    /// The number of links without an outcome at which reading pauses. A larger number offers more
    /// hosts to choose from. Above 98,304 links, the dictionary of checks uses twice as much
    /// memory.
    private static let fullSource = 90_000
    /// The minimum delay between two attempts to claim a host.
    private static let shortestDelay = Duration.milliseconds(100)
    /// The maximum delay between two attempts to claim a host.
    private static let longestDelay = Duration.seconds(2)

    static let opensHosts = false
    private(set) var generation = 0
    private let session: any CheckSession
    private let concurrency: Int
    private let perHost: Int
    private let timeout: Duration
    private let lease: Duration
    /// The checks of the links that have no outcome, in their initial state.
    private var checks: [Link.ID: LinkCheck] = [:]
    private var hosts: [String: Host] = [:]
    /// The hosts whose claims may have to change.
    private var changed: [String: CheckHost] = [:]
    /// The records of links that have not been added yet, or nil if no more links will be added.
    private var early: [Link.ID: CheckRecord]? = [:]
    /// The hosts to claim, ordered by the time of the next attempt.
    private var wanted = TimeQueue<CheckHost>()
    /// The earliest time for the next attempt. Waiting allows one message to claim several hosts.
    private var attemptTime = Date.distantPast
    private var claimedHosts = 0
    /// The next message. The hosts to claim are added just before it is sent.
    private var draft: SessionRequest
    /// The time at which the claims must be extended.
    private var extensionTime = Date.distantPast
    /// The time until which the claims are certain to exist.
    private var end = Date.distantPast
    private(set) var isSending = false

    init(_ session: any CheckSession, _ policy: CheckPolicy) {
        self.session = session
        concurrency = policy.concurrency
        perHost = policy.perHost
        timeout = policy.timeout
        lease = policy.lease
        draft = SessionRequest(position: session.start)
    }

    var patience: Duration { lease }
    var isFull: Bool { checks.count >= Self.fullSource }
    var isWaiting: Bool { !checks.isEmpty }

    mutating func add(_ check: LinkCheck, to pacer: inout RequestPacer) -> CheckOutcome? {
        let link = check.link
        let name = check.host.name
        if let record = early?.removeValue(forKey: link.id) {
            return .checked(link, record)
        }
        checks[link.id] = check
        hosts[name, default: Host(host: check.host)].links.insert(link.id)
        if hosts[name]?.claims.contains(.links) == true {
            pacer.add(check)
        }
        changed[name] = check.host
        return nil
    }

    mutating func finishAdding() {
        early = nil
    }

    mutating func finish(_ outcome: CheckOutcome) -> CheckOutcome? {
        let link = outcome.link
        guard checks[link.id] != nil else { return nil }
        guard let record = outcome.record else {
            abandon(link.id)
            return outcome
        }
        draft.records.append(record)
        draft.urls[link.id] = link.url
        return nil
    }

    mutating func abandon(_ link: Link.ID) {
        _ = remove(link)
    }

    private mutating func remove(_ link: Link.ID) -> LinkCheck? {
        guard let check = checks.removeValue(forKey: link) else {
            return nil
        }
        hosts[check.host.name]?.links.remove(link)
        changed[check.host.name] = check.host
        return check
    }
}

// MARK: - Claims

extension SharedLinkSource {
    /// Returns whether a request that starts now will end before the claims expire.
    func permitsRequests(at now: Date) -> Bool {
        now + timeout <= end
    }

    /// Returns the number of additional hosts that the program may claim. The number is as small as
    /// possible, because otherwise one program would claim all of the remaining hosts.
    private func hostLimit(_ pacer: RequestPacer) -> Int {
        guard pacer.capacity > 0 else { return 0 }
        let sufficient = (pacer.capacity - 1) / perHost + 1
        return max(0, min(concurrency - claimedHosts, sufficient))
    }

    func nextMessageTime(_ pacer: RequestPacer) -> Date? {
        guard !isSending else { return nil }
        guard hostLimit(pacer) > 0, let attempt = wanted.first else {
            return extensionTime
        }
        return min(max(attempt, attemptTime), extensionTime)
    }

    mutating func nextMessage(
        _ pacer: inout RequestPacer,
        at now: Date,
        isEnding: Bool
    ) -> Message? {
        guard !isSending else { return nil }
        for host in pacer.removeChanges() {
            changed[host.name] = host
        }
        for host in changed.values {
            updateClaims(of: host, &pacer, at: now)
        }
        changed = [:]
        if !isEnding, now >= attemptTime {
            addWantedHosts(pacer, at: now)
        }
        let isDue = draft.isUrgent || now >= extensionTime
        guard isEnding ? !draft.records.isEmpty : isDue else {
            return nil
        }
        isSending = true
        extensionTime = now + lease / 6
        defer {
            draft = SessionRequest(position: draft.position)
        }
        return Message(time: now, request: draft)
    }

    /// Releases the claims that a host no longer needs. Plans an attempt if the host lacks a claim.
    private mutating func updateClaims(
        of host: CheckHost,
        _ pacer: inout RequestPacer,
        at now: Date
    ) {
        var state = hosts[host.name] ?? Host(host: host)
        let isBusy = pacer.isBusy(host)
        if state.claims.contains(.requests), !isBusy {
            state.claims.remove(.requests)
            claimedHosts -= 1
            draft.releasedHosts[host.name] = pacer.remainingPause(of: host, at: now)
            pacer.close(host)
        }
        if state.claims.contains(.links), state.links.isEmpty {
            state.claims.remove(.links)
            draft.releasedLinks.insert(host.name)
        }
        if state.attemptDelay == nil, !state.missingClaims(isBusy: isBusy).isEmpty {
            state.attemptDelay = Self.shortestDelay
            wanted.insert(host, at: .distantPast)
        }
        let isUnused = state.links.isEmpty && state.claims.isEmpty && state.attemptDelay == nil
        hosts[host.name] = isUnused ? nil : state
    }

    /// Adds the hosts to claim to the next message. Includes more hosts than the limit, because
    /// other programs may have claimed some of them.
    private mutating func addWantedHosts(_ pacer: RequestPacer, at now: Date) {
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
            draft.hosts.append(host.name)
            if missing.contains(.links) {
                draft.linkHosts.insert(host.name)
            }
            // A host that the program has already claimed does not count as additional.
            if state.claims.contains(.requests) {
                draft.limit += 1
            }
        }
        guard !draft.hosts.isEmpty else { return }
        draft.limit += limit
        if now < wanted.first ?? .distantFuture {
            attemptTime = now + Self.shortestDelay
        }
    }

    var send: @Sendable (Message) async throws -> SessionReply {
        { [session] in try await session.exchange($0.request) }
    }

    mutating func handle(
        _ reply: SessionReply,
        to message: Message,
        _ pacer: inout RequestPacer,
        at now: Date
    ) -> [CheckOutcome] {
        isSending = false
        // After the claims of this program expired, other programs may have claimed its hosts and
        // links.
        if now >= end {
            withdrawAll(&pacer)
        }
        end = message.time + lease
        draft.position = reply.position
        let outcomes = outcomes(of: reply, to: message.request)
        for name in reply.hosts {
            guard let host = hosts[name]?.host else { continue }
            let isNew = hosts[name]?.claims.insert(.requests).inserted == true
            if isNew {
                claimedHosts += 1
            }
            pacer.open(host)
        }
        for name in reply.linkHosts {
            hosts[name]?.claims.insert(.links)
            for link in hosts[name]?.links.sorted() ?? [] {
                if let check = checks[link] {
                    pacer.add(check)
                }
            }
        }
        let isLimited = reply.hosts.count >= message.request.limit
        for name in message.request.hosts {
            planAttempt(name, isLimited: isLimited && !reply.hosts.contains(name), pacer, at: now)
        }
        return outcomes
    }

    private mutating func outcomes(
        of reply: SessionReply,
        to request: SessionRequest
    ) -> [CheckOutcome] {
        var outcomes: [CheckOutcome] = []
        for record in reply.records {
            if let check = remove(record.link) {
                outcomes.append(.checked(check.link, record))
                let isWanted = hosts[check.host.name]?.attemptDelay != nil
                if isWanted {
                    hosts[check.host.name]?.attemptDelay = Self.shortestDelay
                }
            } else {
                early?[record.link] = record
            }
        }
        // The store does not save the record of a link that has changed in the meantime.
        for record in request.records {
            if let check = remove(record.link) {
                outcomes.append(.checked(check.link, record))
            }
        }
        return outcomes
    }

    /// Plans another attempt to claim a host that still lacks a claim.
    ///
    /// If the reply granted as many hosts as the limit of the request, the attempt is immediate.
    /// Otherwise, the attempt is delayed by half of the minimum time that another program needs to
    /// check the links. The delay doubles with each attempt that fails, until a link of the host
    /// has an outcome.
    private mutating func planAttempt(
        _ name: String,
        isLimited: Bool,
        _ pacer: RequestPacer,
        at now: Date
    ) {
        guard let state = hosts[name] else { return }
        changed[name] = state.host
        let missing = state.missingClaims(isBusy: pacer.isBusy(state.host))
        guard !missing.isEmpty, !isLimited, let former = state.attemptDelay else {
            hosts[name]?.attemptDelay = nil
            return
        }
        let usual = state.host.interval * state.links.count / 2
        let delay = min(max(usual, former), Self.longestDelay)
        hosts[name]?.attemptDelay = min(former * 2, Self.longestDelay)
        wanted.insert(state.host, at: now + delay)
    }

    /// Withdraws all links because the claims have expired.
    private mutating func withdrawAll(_ pacer: inout RequestPacer) {
        generation += 1
        pacer.closeAll()
        claimedHosts = 0
        draft = SessionRequest(position: draft.position)
        for (name, state) in hosts {
            hosts[name]?.claims = []
            changed[name] = state.host
        }
    }

    func end(_ pacer: RequestPacer, at now: Date) async throws {
        var released = draft.releasedHosts
        for (name, state) in hosts where state.claims.contains(.requests) {
            released[name] = pacer.remainingPause(of: state.host, at: now)
        }
        try await session.end(releasing: released)
    }
}

extension CheckPolicy {
    /// The duration of claims: long enough for a request and a temporary failure of the store.
    var lease: Duration { max(timeout * 3, .seconds(3)) }
}
