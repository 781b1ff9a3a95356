package import CheckingInterface
import Core
import CoreTesting
import Foundation
import Testing

/// A rule of the contract that every store of check records must satisfy.
package struct CheckHistoryContract: Sendable, CaseIterable, CustomTestStringConvertible {
    package let testDescription: String
    private let body: @Sendable (any CheckHistoryStore) async throws -> Void

    private init(
        _ rule: String,
        body: @escaping @Sendable (any CheckHistoryStore) async throws -> Void
    ) {
        testDescription = rule
        self.body = body
    }

    /// Creates a mock that contains the links that ``check(_:)`` requires.
    package static func mock() -> InMemoryCheckHistoryStore {
        InMemoryCheckHistoryStore(links: [1, 2])
    }

    /// Checks the rule against `store`, which must contain the links 1 and 2 and no check records.
    package func check(_ store: any CheckHistoryStore) async throws {
        try await body(store)
    }

    private static let full = CheckRecord.sample(1, .moved, day: 2)
    private static let bare = CheckRecord(
        link: 1,
        verdict: .flaky,
        attempts: 1,
        milliseconds: 0,
        checked: full.checked - 9
    )
    private static let other = CheckRecord.sample(2, .dead, day: 2)

    package static let allCases: [Self] = [
        Self("a history contains the appended records, newest first") { store in
            try await store.append([full])
            try await store.append([bare])
            #expect(try await store.history(of: 1) == [bare, full])
        },
        Self("canceling the task does not interrupt the storing of records") { store in
            try await inCanceledTask { try await store.append([full]) }
            #expect(try await store.latest(of: nil) == [1: full])
        },
        Self("the latest record of a link is the last one appended") { store in
            try await store.append([full, other, bare])
            #expect(try await store.latest(of: nil) == [1: bare, 2: other])
        },
        Self("latest records are returned only for the given links") { store in
            try await store.append([full, other, bare])
            #expect(try await store.latest(of: [1]) == [1: bare])
            #expect(try await store.latest(of: [2, 99, 2]) == [2: other])
            #expect(try await store.latest(of: []).isEmpty)
        },
        Self("links that were never checked have no history") { store in
            #expect(try await store.latest(of: nil).isEmpty)
            #expect(try await store.history(of: 1).isEmpty)
            try await store.append([])
            #expect(try await store.latest(of: nil).isEmpty)
        },
        Self("appending skips the records of links that do not exist") { store in
            try await store.append([.sample(77, day: 1), other])
            #expect(try await store.latest(of: nil) == [2: other])
            #expect(try await store.history(of: 77).isEmpty)
        },
        Self(
            "a verdict run begins with the check that last changed the verdict"
        ) { store in
            #expect(try await store.verdictRuns(of: nil).isEmpty)
            let verdicts = [Verdict.ok, .dead, .flaky, .dead, .dead, .dead]
            try await store.append(verdicts.enumerated().map { .sample(1, $1, day: $0) } + [other])
            let run = VerdictRun(
                .dead,
                since: CheckRecord.sample(1, day: 3).checked,
                checks: 3,
                previous: .flaky
            )
            let otherRun = VerdictRun(.dead, since: other.checked)
            #expect(try await store.verdictRuns(of: nil) == [1: run, 2: otherRun])
            #expect(try await store.verdictRuns(of: [1, 99]) == [1: run])
            #expect(try await store.verdictRuns(of: []).isEmpty)
        },
    ]
}
