import CheckingInterface
import Core
import Foundation

/// A source for a program that checks the links together with other programs.
///
/// The source adds a link to the pacer when the program has claimed the links of its host. It saves
/// the records and extends the lease of the claims. The first record of a link is its outcome for
/// all programs, no matter which program saved it.
struct SharedLinkSource: LinkSource {
    struct Message: Sendable {
        fileprivate let time: Date
        fileprivate let request: SessionRequest
    }

    /// The number of links without an outcome at which reading pauses. A larger number would offer
    /// more hosts to choose from, but above 98,304 links, the dictionary of checks would use twice
    /// as much memory.
    private static let fullSource = 90_000

    var pacer: RequestPacer
    private(set) var generation = 0
    private let session: any CheckSession
    private let timeout: Duration
    private let lease: Duration
    private var claims: HostClaims
    /// The checks of the links that have no outcome yet, in their initial state.
    private var checks: [Link.ID: LinkCheck] = [:]
    /// The records of links that have not been added yet, or nil if no more links will be added.
    private var early: [Link.ID: CheckRecord]? = [:]
    /// The request in the next message. The hosts to claim are added just before the message is
    /// sent.
    private var draft: SessionRequest
    /// The time at which the claims must be extended.
    private var extensionTime = Date.distantPast
    /// The time until which the claims are certain to exist.
    private var end = Date.distantPast
    private(set) var isSending = false

    init(_ session: any CheckSession, _ policy: CheckPolicy) {
        self.session = session
        pacer = RequestPacer(concurrency: policy.concurrency, opensHosts: false)
        timeout = policy.timeout
        lease = policy.lease
        claims = HostClaims(concurrency: policy.concurrency, perHost: policy.perHost)
        draft = SessionRequest(position: session.start)
    }

    var patience: Duration { lease }
    var isFull: Bool { checks.count >= Self.fullSource }
    var isWaiting: Bool { !checks.isEmpty }

    /// Returns whether a request that starts now will end before the claims expire.
    func permitsRequests(at now: Date) -> Bool {
        now + timeout <= end
    }
}

// MARK: - Links

extension SharedLinkSource {
    mutating func add(_ check: LinkCheck) -> CheckOutcome? {
        let link = check.link
        if let record = early?.removeValue(forKey: link.id) {
            return .checked(link, record)
        }
        checks[link.id] = check
        if claims.addLink(link.id, of: check.host) {
            pacer.add(check)
        }
        return nil
    }

    mutating func finishAdding() {
        early = nil
    }

    mutating func save(_ outcome: CheckOutcome) -> CheckOutcome? {
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
        claims.removeLink(link, of: check.host)
        return check
    }
}

// MARK: - Messages

extension SharedLinkSource {
    var nextMessageTime: Date? {
        guard !isSending else { return nil }
        return min(claims.nextAttempt(pacer) ?? .distantFuture, extensionTime)
    }

    mutating func nextMessage(at now: Date, isEnding: Bool) -> Message? {
        guard !isSending else { return nil }
        claims.update(&draft, &pacer, at: now)
        if !isEnding {
            claims.addDueHosts(to: &draft, pacer, at: now)
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

    var send: @Sendable (Message) async throws -> SessionReply {
        { [session] in try await session.exchange($0.request) }
    }

    mutating func receive(
        _ reply: SessionReply,
        to message: Message,
        at now: Date
    ) -> [CheckOutcome] {
        isSending = false
        // If the claims of this program have expired, other programs may have claimed its hosts and
        // links, so this program withdraws its checks.
        if now >= end {
            withdrawAll(except: reply, at: now)
        }
        end = message.time + lease
        draft.position = reply.position
        let outcomes = outcomes(of: reply, to: message.request)
        for link in claims.addClaims(from: reply, to: message.request, &pacer, at: now) {
            if let check = checks[link] {
                pacer.add(check)
            }
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
            } else {
                early?[record.link] = record
            }
        }
        // The store does not save the record of a link that has changed in the meantime, so the
        // reply does not contain the record. The outcome is reported nevertheless.
        for record in request.records {
            if let check = remove(record.link) {
                outcomes.append(.checked(check.link, record))
            }
        }
        return outcomes
    }

    /// Withdraws all links because the claims have expired, except for the claims that `reply`
    /// grants.
    private mutating func withdrawAll(except reply: SessionReply, at now: Date) {
        generation += 1
        draft = SessionRequest(position: draft.position)
        claims.removeAll(&draft, except: reply, pacer, at: now)
        pacer.closeAll()
    }

    func end(at now: Date) async throws {
        let claimed = claims.remainingPauses(pacer, at: now)
        try await session.end(releasing: draft.releasedHosts.merging(claimed) { $1 })
    }
}

extension CheckPolicy {
    /// The duration of claims: long enough for a request and a temporary failure of the store.
    var lease: Duration { max(timeout * 3, .seconds(3)) }
}
