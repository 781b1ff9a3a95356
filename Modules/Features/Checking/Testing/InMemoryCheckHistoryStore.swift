package import CheckingInterface
package import Core
import Foundation

/// A check history in memory. If the history has a clock, several checkers can share the history,
/// as they can share one on a server.
package actor InMemoryCheckHistoryStore: CheckHistoryStore {
    private let links: Set<Link.ID>?
    private let clock: (any WallClock)?
    /// All records, oldest first. A position in the history is the number of records before it.
    private var records: [CheckRecord] = []
    /// The indices of the records of each link.
    private var histories: [Link.ID: [Int]] = [:]
    private var claims: [Claim: ClaimState] = [:]
    private var sessions: [Int: SessionState] = [:]
    private var lastSession = 0

    /// Creates an empty history.
    ///
    /// - Parameters:
    ///   - links: The links whose records are stored, or nil to store all records.
    ///   - clock: The clock that measures the leases of sessions, or nil for a history that does
    ///     not support sessions.
    package init(links: Set<Link.ID>? = nil, clock: (any WallClock)? = nil) {
        self.links = links
        self.clock = clock
    }

    /// Appends records. Ignores `urls`, because the store contains no links.
    package func append(_ records: [CheckRecord], of urls: [Link.ID: String]) {
        for record in records where links?.contains(record.link) ?? true {
            histories[record.link, default: []].append(self.records.count)
            self.records.append(record)
        }
    }

    package func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] {
        var latest: [Link.ID: CheckRecord] = [:]
        for link in links ?? Array(histories.keys) {
            if let index = histories[link]?.last {
                latest[link] = records[index]
            }
        }
        return latest
    }

    package func history(of link: Link.ID) -> [CheckRecord] {
        (histories[link] ?? []).reversed().map { records[$0] }
    }

    // MARK: - Sessions

    private enum Claim: Hashable {
        case requests(host: String)
        case links(host: String)
    }

    private struct ClaimState {
        /// The session that holds the claim, or nil if the claim was released.
        var session: Int?
        /// The time from which another session can acquire a released claim.
        var freeTime = Date.distantPast
    }

    private struct SessionState {
        let began: Date
        let start: Int64
        var end: Date
    }

    private struct Session: CheckSession {
        let store: InMemoryCheckHistoryStore
        let id: Int
        let start: Int64
        let lease: Duration

        func exchange(_ request: SessionRequest) async throws -> SessionReply {
            await store.exchange(request, in: self)
        }

        func end(releasing hosts: [String: Duration]) async throws {
            await store.end(releasing: hosts, in: self)
        }
    }

    package func beginSession(lease: Duration) async -> (any CheckSession)? {
        guard let now = clock?.now else { return nil }
        let joined = sessions.values.filter { $0.end > now && $0.began > now - lease }
        let start = joined.map(\.start).min() ?? Int64(records.count)
        lastSession += 1
        sessions[lastSession] = SessionState(
            began: now,
            start: Int64(records.count),
            end: now + lease
        )
        return Session(store: self, id: lastSession, start: start, lease: lease)
    }

    private func exchange(_ request: SessionRequest, in session: Session) -> SessionReply {
        var reply = SessionReply(position: request.position)
        guard let now = clock?.now else { return reply }
        append(request.records.filter { !hasRecord($0.link, since: session.start) }, of: [:])
        let state = SessionState(began: now, start: session.start, end: now)
        sessions[session.id, default: state].end = now + session.lease

        release(request.releasedHosts, of: session, at: now)
        for host in request.releasedLinks where claims[.links(host: host)]?.session == session.id {
            claims[.links(host: host)] = nil
        }
        let own = request.hosts.filter { claims[.requests(host: $0)]?.session == session.id }
        for host in own + request.hosts where reply.hosts.count < request.limit {
            if claim(.requests(host: host), for: session, at: now) {
                reply.hosts.insert(host)
            }
        }
        for host in reply.hosts.intersection(request.linkHosts) {
            if claim(.links(host: host), for: session, at: now) {
                reply.linkHosts.insert(host)
            }
        }

        reply.records = Array(records[Int(request.position)...])
        reply.position = Int64(records.count)
        return reply
    }

    private func hasRecord(_ link: Link.ID, since start: Int64) -> Bool {
        guard let last = histories[link]?.last else {
            return false
        }
        return last >= start
    }

    /// Gives a claim to a session, unless another session holds the claim or the pause after its
    /// release has not ended. Returns whether the session now holds the claim.
    private func claim(_ claim: Claim, for session: Session, at now: Date) -> Bool {
        if let state = claims[claim], state.session != session.id {
            let end = state.session.flatMap { sessions[$0]?.end } ?? state.freeTime
            guard end <= now else { return false }
        }
        claims[claim] = ClaimState(session: session.id)
        return true
    }

    private func release(_ hosts: [String: Duration], of session: Session, at now: Date) {
        for (host, pause) in hosts where claims[.requests(host: host)]?.session == session.id {
            claims[.requests(host: host)] = ClaimState(session: nil, freeTime: now + pause)
        }
    }

    private func end(releasing hosts: [String: Duration], in session: Session) {
        guard let now = clock?.now else { return }
        release(hosts, of: session, at: now)
        sessions[session.id] = nil
        claims = claims.filter { $0.value.session != session.id }
    }
}
