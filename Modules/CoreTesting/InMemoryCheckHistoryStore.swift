public import Core
import Foundation

/// A check history in memory. With a clock, several checkers can share it, as on a server.
public actor InMemoryCheckHistoryStore: CheckHistoryStore {
    private let links: Set<Link.ID>?
    private let clock: (any WallClock)?
    private var histories: [Link.ID: [(number: Int, record: CheckRecord)]] = [:]
    private var lastNumber = 0
    private var claims: [ClaimedName: (checker: Int?, since: Date)] = [:]
    private var checkers: [Int: (began: Date, lastNumber: Int, end: Date)] = [:]
    private var lastChecker = 0

    /// Creates an empty history.
    ///
    /// - Parameters:
    ///   - links: The links whose records are stored; nil for all.
    ///   - clock: Measures the leases of claims; nil for a history without claims.
    public init(links: Set<Link.ID>? = nil, clock: (any WallClock)? = nil) { (self.links, self.clock) = (links, clock) }

    /// Appends records. Ignores `urls`, because the store contains no links.
    public func append(_ records: [CheckRecord], of urls: [Link.ID: String]) {
        for record in records where links?.contains(record.link) ?? true {
            lastNumber += 1
            histories[record.link, default: []].append((lastNumber, record))
        }
    }

    public func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] {
        guard let links else { return histories.compactMapValues(\.last?.record) }
        return Dictionary(links.compactMap { link in histories[link]?.last.map { (link, $0.record) } }) { $1 }
    }

    public func history(of link: Link.ID) -> [CheckRecord] { (histories[link] ?? []).map(\.record).reversed() }

    // MARK: - Claims

    private enum ClaimedName: Hashable {
        case host(String)
        case link(Link.ID)
    }

    private struct Claims: CheckClaims {
        let store: InMemoryCheckHistoryStore
        let lease: Duration
        let checker: Int
        let lastNumber: Int

        func claim(
            _ links: [String: [Link.ID]], limit: Int, releasing hosts: [String: Duration]
        ) async throws -> ClaimedLinks {
            await store.claim(links, limit: limit, releasing: hosts, for: self)
        }

        func save(
            _ records: [CheckRecord], of urls: [Link.ID: String], releasing links: [Link.ID]
        ) async throws -> Set<Link.ID> { await store.save(records, releasing: links, for: self) }

        func end(releasing hosts: [String: Duration]) async throws { await store.end(releasing: hosts, for: self) }
    }

    public func beginClaims(lease: Duration) async -> (any CheckClaims)? {
        guard let now = clock?.now else { return nil }
        let joined = checkers.values.filter { $0.end > now && $0.began > now - lease / .seconds(1) }.map(\.lastNumber)
        lastChecker += 1
        checkers[lastChecker] = (now, lastNumber, now + lease / .seconds(1))
        return Claims(
            store: self, lease: lease, checker: lastChecker, lastNumber: min(lastNumber, joined.min() ?? .max))
    }

    private func claim(
        _ links: [String: [Link.ID]], limit: Int, releasing hosts: [String: Duration], for checker: Claims
    ) -> ClaimedLinks {
        guard let now = clock?.now else { return ClaimedLinks() }
        release(hosts, of: checker, now)
        checkers[checker.checker, default: (now, checker.lastNumber, now)].end = now + checker.lease / .seconds(1)
        var result = ClaimedLinks()
        var remaining = limit - links.keys.count { claims[.host($0)]?.checker == checker.checker }
        for (host, links) in links {
            var open: [Link.ID] = []
            for link in links {
                if let last = histories[link]?.last, last.number > checker.lastNumber {
                    result.checked[link] = last.record
                } else {
                    open.append(link)
                }
            }
            let isOwn = claims[.host(host)]?.checker == checker.checker
            guard !open.isEmpty || links.isEmpty, isOwn || remaining > 0, take(.host(host), checker, now) else {
                continue
            }
            if !isOwn { remaining -= 1 }
            result.hosts.insert(host)
            for link in open where take(.link(link), checker, now) { result.links.insert(link) }
        }
        return result
    }

    private func take(_ name: ClaimedName, _ checker: Claims, _ now: Date) -> Bool {
        if let claim = claims[name], claim.checker != checker.checker {
            guard claim.since <= now, claim.checker.flatMap({ checkers[$0]?.end }) ?? .distantPast <= now else {
                return false
            }
        }
        claims[name] = (checker.checker, now)
        return true
    }

    private func save(_ records: [CheckRecord], releasing links: [Link.ID], for checker: Claims) -> Set<Link.ID> {
        let saved = Set(links.filter { claims[.link($0)]?.checker == checker.checker })
        for link in saved { claims[.link(link)] = nil }
        append(records.filter { saved.contains($0.link) }, of: [:])
        return saved
    }

    private func release(_ hosts: [String: Duration], of checker: Claims, _ now: Date) {
        for (host, pause) in hosts where claims[.host(host)]?.checker == checker.checker {
            claims[.host(host)] = (nil, now + pause / .seconds(1))
        }
    }

    private func end(releasing hosts: [String: Duration], for checker: Claims) {
        guard let now = clock?.now else { return }
        release(hosts, of: checker, now)
        checkers[checker.checker] = nil
        claims = claims.filter { $0.value.checker != checker.checker }
    }
}
