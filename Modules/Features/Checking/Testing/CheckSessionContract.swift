package import CheckingInterface
import Core
import CoreTesting
import Testing

/// A rule of the contract that the sessions of every shared check history store must satisfy.
package struct CheckSessionContract: Sendable, CaseIterable, CustomTestStringConvertible {
    /// A function that creates a store. All stores that it creates share one library.
    package typealias Opening = @Sendable () throws -> any CheckHistoryStore

    private typealias Body =
        @Sendable (Opening, any CheckSession, any CheckSession) async throws -> Void

    package let testDescription: String
    /// The check of the rule with a function that opens the library, and two sessions.
    private let body: Body

    private init(_ rule: String, body: @escaping Body) {
        testDescription = rule
        self.body = body
    }

    /// Checks the rule against stores that `open` creates for one library. The library must contain
    /// the links 1 and 2 and no check records.
    package func check(_ open: @escaping Opening) async throws {
        try await body(open, open().session(), open().session())
    }

    package static let allCases: [Self] = [
        Self("a session locks the hosts that no session has locked") { _, first, second in
            let locked = try await first.lock("a")
            #expect(locked == ["a"])
            #expect(try await second.lock("a", "b", "c") == ["b", "c"])
        },
        Self("a session can lock a host that another session has unlocked") { _, first, second in
            _ = try await first.lock("a", "b")
            try await first.unlock(["a"])
            try await second.unlock(["b"])
            #expect(try await second.lock("a", "b") == ["a"])
        },
        Self("the end of a session unlocks its hosts") { _, first, second in
            _ = try await first.lock("a")
            await first.end()
            #expect(try await second.lock("a") == ["a"])
        },
        Self("concurrent sessions never lock the same host") { _, first, second in
            let hosts = (0..<200).map { (name: "host\($0)", links: [Link.ID: String]()) }
            async let some = first.lock(hosts).hosts
            async let others = second.lock(hosts).hosts
            let locked = try await (some, others)
            #expect(locked.0.isDisjoint(with: locked.1))
            #expect(locked.0.count + locked.1.count == 200)
        },
        Self("the first of two records of a link is kept") { open, first, second in
            try await first.save([.sample(1)], of: [:])
            try await second.save([.sample(1, .dead), .sample(2)], of: [:])
            #expect(try await second.records() == [1: .sample(1), 2: .sample(2)])
            #expect(try await open().history(of: 1) == [.sample(1)])
        },
        Self("a lock returns the records of the links of locked hosts only") { _, first, second in
            try await first.save([.sample(1), .sample(2)], of: [:])
            _ = try await first.lock("a")
            let locked = try await second.lock([("a", [1: ""]), ("b", [2: ""])])
            #expect(locked.hosts == ["b"])
            #expect(locked.records == [2: .sample(2)])
        },
        Self("canceling the task interrupts neither locking nor saving") { open, first, second in
            try await inCanceledTask {
                try await first.save([.sample(1)], of: [:])
                _ = try await first.lock("a", "b")
                try await first.unlock(["a"])
            }
            #expect(try await open().history(of: 1) == [.sample(1)])
            #expect(try await second.lock("a", "b") == ["a"])
        },
        Self("a session joins a running check, or begins a check") { open, first, second in
            try await first.save([.sample(1)], of: [:])
            await first.end()
            let third = try await open().session()
            #expect(third.start == second.start)
            #expect(try await third.records() == [1: .sample(1)])
            await second.end()
            await third.end()
            let later = try await open().session()
            #expect(later.start > third.start)
            try await later.save([.sample(2)], of: [:])
            #expect(try await later.records() == [2: .sample(2)])
        },
        Self("a session that replaces a lost one continues its check") { open, lost, second in
            try await lost.save([.sample(1)], of: [:])
            await lost.end()
            await second.end()
            let session = try await open().session(resuming: lost.start)
            #expect(try await session.records() == [1: .sample(1)])
            let other = try await open().session()
            #expect(other.start == lost.start)
        },
    ]
}

extension CheckHistoryStore {
    /// Begins a session of a store that supports sessions.
    package func session(resuming start: Int64? = nil) async throws -> any CheckSession {
        try #require(await beginSession(resuming: start))
    }
}

extension CheckSession {
    package func lock(_ hosts: String...) async throws -> Set<String> {
        try await lock(hosts.map { ($0, [:]) }).hosts
    }

    /// The records of the links 1 and 2 since the check began.
    fileprivate func records() async throws -> [Link.ID: CheckRecord] {
        try await lock([("links.example", [1: "", 2: ""])]).records
    }
}
