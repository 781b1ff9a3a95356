package import CheckingInterface
import Core
import CoreTesting
import Testing

/// A rule that the sessions of every shared check history store must satisfy.
package struct CheckSessionContract: Sendable, CaseIterable, CustomTestStringConvertible {
    /// A function that creates a store. All stores that it creates share one library.
    package typealias Opening = @Sendable () throws -> any CheckHistoryStore

    package let testDescription: String
    private let body: @Sendable (SharedHistory) async throws -> Void

    private init(_ rule: String, body: @escaping @Sendable (SharedHistory) async throws -> Void) {
        testDescription = rule
        self.body = body
    }

    /// Checks the rule against stores that `open` creates for one library. The library must contain
    /// the links 1 and 2 and no check records.
    package func check(_ open: @escaping Opening) async throws {
        try await body(SharedHistory(open: open))
    }

    package static let allCases: [Self] = claiming + releasing + saving

    private static let claiming: [Self] = [
        Self("a session claims unclaimed hosts, up to a limit") { history in
            let first = try await history.beginSession()
            let second = try await history.beginSession()
            #expect(try await first.claim("a", "b", limit: 1).hosts.count == 1)
            #expect(try await first.claim("a", "b", limit: 2).hosts == ["a", "b"])
            #expect(try await second.claim("a", "b", "c", limit: 3).hosts == ["c"])
        },
        Self("a session can claim hosts and links after another session's claims have expired") {
            history in
            // With a lease of zero, a claim expires immediately.
            let first = try await history.beginSession(lease: .zero)
            let second = try await history.beginSession()
            #expect(try await first.claim("a").linkHosts == ["a"])
            #expect(try await second.claim("a").linkHosts == ["a"])
            #expect(try await first.claim("a").hosts.isEmpty)
        },
        Self("concurrent sessions never claim the same host") { history in
            let hosts = (0..<200).map { "host\($0)" }
            let claimed = try await withThrowingTaskGroup(of: Set<String>.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let session = try await history.beginSession()
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
        },
    ]

    private static let releasing: [Self] = [
        Self("links stay claimed after their host is released") { history in
            let first = try await history.beginSession()
            let second = try await history.beginSession()
            #expect(try await first.claim("a").linkHosts == ["a"])
            try await first.release(["a": .zero])
            let reply = try await second.claim("a")
            #expect(reply.hosts == ["a"])
            #expect(reply.linkHosts.isEmpty)
        },
        Self("a session can claim links that another session has released") { history in
            let first = try await history.beginSession()
            let second = try await history.beginSession()
            _ = try await first.claim("a", "b")
            try await first.release(["a": .zero], links: ["a"])
            #expect(try await second.claim("a", "b").linkHosts == ["a"])
        },
        Self("a released host can be claimed when its pause has ended") { history in
            let first = try await history.beginSession()
            let second = try await history.beginSession()
            _ = try await first.claim("a", "b")
            try await first.release(["a": .zero, "b": .seconds(3600)])
            #expect(try await second.claim("a", "b").hosts == ["a"])
            #expect(try await first.claim("a", "b").hosts.isEmpty)
        },
        Self("a session that ends releases its hosts and links") { history in
            let first = try await history.beginSession()
            let second = try await history.beginSession()
            _ = try await first.claim("a", "b")
            try await first.end(releasing: ["b": .seconds(3600)])
            let reply = try await second.claim("a", "b")
            #expect(reply.hosts == ["a"])
            #expect(reply.linkHosts == ["a"])
        },
    ]

    private static let saving: [Self] = [
        Self("if two sessions save a record of the same link, the first record is kept") {
            history in
            let first = try await history.beginSession()
            let second = try await history.beginSession()
            try await first.save(.sample(1))
            let reply = try await second.save(.sample(1, .dead), .sample(2))
            #expect(reply.records == [.sample(1), .sample(2)])
            #expect(try await history.open().history(of: 1) == [.sample(1)])
        },
        Self("canceling the task interrupts neither a request nor the end of a session") {
            history in
            let first = try await history.beginSession()
            let second = try await history.beginSession()
            _ = try await first.claim("a")
            try await inCanceledTask {
                try await first.save(.sample(1))
                try await first.end(releasing: ["a": .zero])
            }
            #expect(try await history.open().history(of: 1) == [.sample(1)])
            #expect(try await second.claim("a").linkHosts == ["a"])
        },
        Self("repeating a request stores no duplicates and returns the same records") { history in
            let session = try await history.beginSession()
            let before = session.start
            let reply = try await session.save(.sample(1))
            #expect(try await session.save(.sample(1)) == reply)
            #expect(reply.records == [.sample(1)])
            #expect(reply.position > before)
            #expect(try await history.open().history(of: 1).count == 1)
        },
        Self(
            "a session reads each record once, including the records of sessions that it joins"
        ) { history in
            let first = try await history.beginSession()
            let second = try await history.beginSession()
            try await first.save(.sample(1))
            #expect(try await second.claim("a").records == [.sample(1)])
            // A session joins the sessions that began at most one lease earlier.
            let third = try await history.beginSession()
            let reply = try await third.claim("a")
            #expect(reply.records == [.sample(1)])
            let next = try await third.exchange(SessionRequest(position: reply.position))
            #expect(next.records.isEmpty)
            #expect(next.position == reply.position)
            // With a lease of zero, a session does not join the earlier sessions.
            let later = try await history.beginSession(lease: .zero)
            #expect(try await later.save(.sample(1, .dead)).records == [.sample(1, .dead)])
        },
    ]
}

/// A history that several programs share. Each session has its own store.
private struct SharedHistory: Sendable {
    let open: CheckSessionContract.Opening

    func beginSession(lease: Duration = .seconds(3600)) async throws -> any CheckSession {
        try #require(await open().beginSession(lease: lease))
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
