package import CheckingInterface
import Core
import CoreTesting
import Testing

/// A rule of the contract that the sessions of every shared check history store must satisfy.
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

    package static let allCases: [Self] = locking + saving

    private static let locking: [Self] = [
        Self("a session locks the first unlocked hosts, up to a limit") { history in
            let first = try await history.beginSession()
            let second = try await history.beginSession()
            #expect(try await first.lock(["a", "b", "c"], limit: 1) == ["a"])
            #expect(try await second.lock(["a", "b", "c"], limit: 5) == ["b", "c"])
            #expect(try await first.lock(["b", "d"], limit: 1) == ["d"])
        },
        Self("a session can lock a host that another session has unlocked") { history in
            let first = try await history.beginSession()
            let second = try await history.beginSession()
            _ = try await first.lock(["a", "b"], limit: 5)
            try await first.unlock(["a"])
            try await second.unlock(["b"])
            #expect(try await second.lock(["a", "b"], limit: 5) == ["a"])
        },
        Self("the end of a session unlocks its hosts") { history in
            let first = try await history.beginSession()
            let second = try await history.beginSession()
            _ = try await first.lock(["a"], limit: 5)
            await first.end()
            #expect(try await second.lock(["a"], limit: 5) == ["a"])
        },
        Self("concurrent sessions never lock the same host") { history in
            let hosts = (0..<200).map { "host\($0)" }
            let sessions = [try await history.beginSession(), try await history.beginSession()]
            async let first = sessions[0].lock(hosts, limit: 200)
            async let second = sessions[1].lock(hosts, limit: 200)
            let locked = try await first + second
            #expect(locked.count == 200)
            #expect(Set(locked).count == 200)
        },
    ]

    private static let saving: [Self] = [
        Self("if two sessions save a record of the same link, the first record is kept") {
            history in
            let first = try await history.beginSession()
            let second = try await history.beginSession()
            try await first.save([.sample(1)], of: [:])
            try await second.save([.sample(1, .dead), .sample(2)], of: [:])
            #expect(try await second.records(of: [1, 2]) == [1: .sample(1), 2: .sample(2)])
            #expect(try await history.open().history(of: 1) == [.sample(1)])
        },
        Self("canceling the task interrupts neither locking nor saving") { history in
            let first = try await history.beginSession()
            let second = try await history.beginSession()
            try await inCanceledTask {
                try await first.save([.sample(1)], of: [:])
                _ = try await first.lock(["a", "b"], limit: 5)
                try await first.unlock(["a"])
            }
            #expect(try await history.open().history(of: 1) == [.sample(1)])
            #expect(try await second.lock(["a", "b"], limit: 5) == ["a"])
        },
        Self("a session joins the check of other sessions, or begins a check if there are none") {
            history in
            try await history.open().append([.sample(2)])
            let first = try await history.beginSession()
            try await first.save([.sample(1)], of: [:])
            let second = try await history.beginSession()
            #expect(try await second.records(of: [1, 2]) == [1: .sample(1)])
            await first.end()
            let third = try await history.beginSession()
            #expect(third.start == second.start)
            await second.end()
            await third.end()
            let later = try await history.beginSession()
            #expect(later.start > third.start)
            #expect(try await later.records(of: [1, 2]).isEmpty)
        },
        Self("a session that replaces a lost one continues the check, even without others") {
            history in
            let lost = try await history.beginSession()
            try await lost.save([.sample(1)], of: [:])
            await lost.end()
            let session = try await history.beginSession(resuming: lost.start)
            #expect(try await session.records(of: [1]) == [1: .sample(1)])
            let other = try await history.beginSession()
            #expect(other.start == lost.start)
        },
    ]
}

/// A history that several programs share. Each session has its own store.
private struct SharedHistory: Sendable {
    let open: CheckSessionContract.Opening

    func beginSession(resuming start: Int64? = nil) async throws -> any CheckSession {
        try #require(await open().beginSession(resuming: start))
    }
}
