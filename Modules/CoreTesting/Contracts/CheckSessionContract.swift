public import Core
import Testing

/// The rules for sessions of check history stores that several programs share. A test checks each
/// rule with a separate store.
public enum CheckSessionContract: String, CaseIterable, Sendable {
    case hostsHaveOneSession =
        "a host is claimed by one session at a time, at most the limit at once"
    case linksHaveOneSession = "the links of a host stay claimed after the host was released"
    case releasedLinksAreFree = "another session can claim links that were released"
    case releasesCanPause = "a released host can be claimed after its pause"
    case endedClaimsAreFree = "another session can claim what a session did not extend"
    case firstRecordsAreKept = "of two records of a link, the first is kept"
    case recordsAreShared =
        "a session reads the records since its check, or one that it joined, began, each once"
    case savesCanBeRepeated =
        "a repeated request stores nothing twice, and returns the same records"
    case endsReleaseAll = "at its end, a session releases its hosts and links"
    case manyClaimsAreExclusive = "of sessions that claim the same hosts at once, each host has one"

    /// Checks the rule with stores that `makeStore` opens. They share an empty library that
    /// contains only the links 1 and 2.
    public func check(
        _ makeStore: @escaping @Sendable () throws -> any CheckHistoryStore
    ) async throws {
        let store = try makeStore()
        // With a lease of zero, claims expire immediately.
        let isBrief = self == .endedClaimsAreFree
        let lease = isBrief ? Duration.zero : .seconds(3600)
        let first = try #require(await store.beginSession(lease: lease))
        let second = try #require(await makeStore().beginSession(lease: .seconds(3600)))
        switch self {
        case .hostsHaveOneSession:
            #expect(try await first.claim("a", "b", limit: 1).hosts.count == 1)
            #expect(try await first.claim("a", "b", limit: 2).hosts == ["a", "b"])
            #expect(try await second.claim("a", "b", "c", limit: 3).hosts == ["c"])
        case .linksHaveOneSession:
            #expect(try await first.claim("a").linkHosts == ["a"])
            try await first.release(["a": .zero])
            let reply = try await second.claim("a")
            #expect(reply.hosts == ["a"])
            #expect(reply.linkHosts.isEmpty)
        case .releasedLinksAreFree:
            _ = try await first.claim("a", "b")
            try await first.release(["a": .zero], links: ["a"])
            #expect(try await second.claim("a", "b").linkHosts == ["a"])
        case .releasesCanPause:
            _ = try await first.claim("a", "b")
            try await first.release(["a": .zero, "b": .seconds(3600)])
            #expect(try await second.claim("a", "b").hosts == ["a"])
            #expect(try await first.claim("a", "b").hosts.isEmpty)
        case .endedClaimsAreFree:
            #expect(try await first.claim("a").linkHosts == ["a"])
            #expect(try await second.claim("a").linkHosts == ["a"])
            #expect(try await first.claim("a").hosts.isEmpty)
        case .firstRecordsAreKept:
            try await first.save(.sample(1))
            let reply = try await second.save(.sample(1, .dead), .sample(2))
            #expect(reply.records == [.sample(1), .sample(2)])
            #expect(try await store.history(of: 1) == [.sample(1)])
        case .recordsAreShared:
            try await checkRecords(first, second, makeStore)
        case .savesCanBeRepeated:
            let before = first.start
            let reply = try await first.save(.sample(1))
            #expect(try await first.save(.sample(1)) == reply)
            #expect(reply.records == [.sample(1)])
            #expect(reply.position > before)
            #expect(try await store.history(of: 1).count == 1)
        case .endsReleaseAll:
            _ = try await first.claim("a", "b")
            try await first.end(releasing: ["b": .seconds(3600)])
            let reply = try await second.claim("a", "b")
            #expect(reply.hosts == ["a"])
            #expect(reply.linkHosts == ["a"])
        case .manyClaimsAreExclusive:
            try await checkManyClaims(makeStore)
        }
    }

    private func checkRecords(
        _ first: any CheckSession,
        _ second: any CheckSession,
        _ makeStore: @escaping @Sendable () throws -> any CheckHistoryStore
    ) async throws {
        try await first.save(.sample(1))
        #expect(try await second.claim("a").records == [.sample(1)])
        // A session joins the other sessions if they began less than a lease ago.
        let third = try #require(await makeStore().beginSession(lease: .seconds(3600)))
        let reply = try await third.claim("a")
        #expect(reply.records == [.sample(1)])
        let next = try await third.exchange(SessionRequest(position: reply.position))
        #expect(next.records.isEmpty)
        #expect(next.position == reply.position)
        // With a lease of zero, the other sessions began too long ago.
        let later = try #require(await makeStore().beginSession(lease: .zero))
        #expect(try await later.save(.sample(1, .dead)).records == [.sample(1, .dead)])
    }

    private func checkManyClaims(
        _ makeStore: @escaping @Sendable () throws -> any CheckHistoryStore
    ) async throws {
        let hosts = (0..<200).map { "host\($0)" }
        let claimed = try await withThrowingTaskGroup(of: Set<String>.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let store = try makeStore()
                    let session = try #require(await store.beginSession(lease: .seconds(3600)))
                    var claimed: Set<String> = []
                    for _ in 0..<10 {
                        let reply = try await session.claim(hosts, limit: claimed.count + 5)
                        #expect(reply.hosts.isSuperset(of: claimed))
                        #expect(reply.linkHosts == reply.hosts)
                        claimed = reply.hosts
                    }
                    return claimed
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let total = claimed.map(\.count).reduce(0, +)
        #expect(total == Set(claimed.joined()).count)
    }
}

extension CheckSession {
    fileprivate func claim(_ hosts: String..., limit: Int = 10) async throws -> SessionReply {
        try await claim(hosts, limit: limit)
    }

    /// Claims hosts and their links.
    fileprivate func claim(_ hosts: [String], limit: Int) async throws -> SessionReply {
        var request = SessionRequest(position: start)
        request.hosts = hosts
        request.linkHosts = Set(hosts)
        request.limit = limit
        return try await exchange(request)
    }

    fileprivate func release(_ hosts: [String: Duration], links: Set<String> = []) async throws {
        var request = SessionRequest(position: start)
        request.releasedHosts = hosts
        request.releasedLinks = links
        _ = try await exchange(request)
    }

    @discardableResult
    fileprivate func save(_ records: CheckRecord...) async throws -> SessionReply {
        var request = SessionRequest(position: start)
        request.records = records
        return try await exchange(request)
    }
}
