public import Core
import Foundation
import Testing

/// The rules for every check history store. A test checks each rule on its own store.
public enum CheckHistoryContract: String, CaseIterable, Sendable {
    case recordsRoundTrip = "records round-trip, newest first"
    case latestIsLastAppended = "the latest record of a link is the one appended last"
    case latestIsLimitedToLinks = "the latest records include only the given links"
    case uncheckedLinksHaveNoHistory = "links that were never checked have no history"
    case recordsOfMissingLinksAreSkipped = "records of links that do not exist are skipped"
    case runsBeginWithTheVerdict =
        "a run begins with the first check that found the latest verdict, without another since"

    /// A mock that meets the requirements of ``check(_:)``.
    public static func mock() -> InMemoryCheckHistoryStore { InMemoryCheckHistoryStore(links: [1, 2]) }

    /// Checks the rule on `store`, which must be empty and contain exactly the links 1 and 2.
    public func check(_ store: any CheckHistoryStore) async throws {
        let full = CheckRecord.sample(1, .moved, day: 2)
        let bare = CheckRecord(link: 1, verdict: .flaky, attempts: 1, milliseconds: 0, checked: full.checked - 9)
        let other = CheckRecord.sample(2, .dead, day: 2)
        switch self {
        case .recordsRoundTrip:
            try await store.append([full])
            try await store.append([bare])
            #expect(try await store.history(of: 1) == [bare, full])
        case .latestIsLastAppended:
            try await store.append([full, other, bare])
            #expect(try await store.latest() == [1: bare, 2: other])
        case .latestIsLimitedToLinks:
            try await store.append([full, other, bare])
            #expect(try await store.latest(of: [1]) == [1: bare])
            #expect(try await store.latest(of: [2, 99, 2]) == [2: other])
            #expect(try await store.latest(of: []).isEmpty)
        case .uncheckedLinksHaveNoHistory:
            #expect(try await store.latest().isEmpty)
            #expect(try await store.history(of: 1).isEmpty)
            try await store.append([])
            #expect(try await store.latest().isEmpty)
        case .recordsOfMissingLinksAreSkipped:
            try await store.append([.sample(77, day: 1), other])
            #expect(try await store.latest() == [2: other])
            #expect(try await store.history(of: 77).isEmpty)
        case .runsBeginWithTheVerdict:
            #expect(try await store.verdictRuns(of: nil).isEmpty)
            let verdicts = [Verdict.dead, .flaky, .dead, .dead, .dead]
            try await store.append(verdicts.enumerated().map { .sample(1, $1, day: $0) } + [other])
            let run = VerdictRun(
                .dead, since: CheckRecord.sample(1, day: 2).checked, checks: 3, previous: .flaky)
            #expect(try await store.verdictRuns(of: nil) == [1: run, 2: VerdictRun(.dead, since: other.checked)])
            #expect(try await store.verdictRuns(of: [1, 99]) == [1: run])
            #expect(try await store.verdictRuns(of: []).isEmpty)
        }
    }
}

/// The rules for imported records and checks of former URLs, for every store of both links and checks.
public enum CheckedLinkContract: String, CaseIterable, Sendable {
    case recordsAreTheNewest = "an imported record round-trips, and is the latest of its link"
    case newerRecordsAreKept = "a record is not imported if the link has one as recent"
    case recordsOfMissingLinksAreSkipped = "records of links that do not exist are skipped"
    case errorsRollBackImports = "an error in the transaction rolls back the import"
    case undoRemovesImports = "an undo removes imported records, and keeps earlier and later ones"
    case importsAreChanges = "a transaction that only imports records is a change of their links"
    case newURLsHaveNoChecks = "a link with a new URL has no checks, and an undo restores those of the old one"
    case undoneRemovalsKeepTheirOrder =
        "a removed link has no checks, and an undo restores them, still removable by an undo"

    /// Checks the rule on `store`, which must be empty.
    public func check(_ store: any LinkStore & CheckHistoryStore) async throws {
        let link = try await store.insert(.sample("a"), .sample("b"))[0].id
        switch self {
        case .recordsAreTheNewest:
            let (earlier, later) = (CheckRecord.sample(link, day: 1), CheckRecord.sample(link, .moved, day: 2))
            try await store.append([earlier])
            #expect(try await store.importChecks(later) == [link])
            #expect(try await store.history(of: link) == [later, earlier])
            #expect(try await store.latest() == [link: later])
        case .newerRecordsAreKept:
            let known = CheckRecord.sample(link, day: 2)
            try await store.append([known])
            #expect(try await store.importChecks(.sample(link, .dead, day: 1), .sample(link, .dead, day: 2)).isEmpty)
            #expect(try await store.history(of: link) == [known])
        case .recordsOfMissingLinksAreSkipped:
            let record = CheckRecord.sample(link, day: 1)
            #expect(try await store.importChecks(.sample(99, day: 1), record) == [link])
            #expect(try await store.latest() == [link: record])
        case .errorsRollBackImports:
            await #expect(throws: SimulatedError.self) {
                try await store.transaction { transaction in
                    _ = try transaction.importChecks([.sample(link, day: 1)])
                    throw SimulatedError()
                }
            }
            #expect(try await store.latest().isEmpty)
        case .newURLsHaveNoChecks: try await checkNewURL(store, link)
        case .undoRemovesImports, .importsAreChanges, .undoneRemovalsKeepTheirOrder: try await checkUndo(store, link)
        }
    }

    private func checkNewURL(_ store: any LinkStore & CheckHistoryStore, _ link: Link.ID) async throws {
        let (old, other) = (CheckRecord.sample(link, .moved, day: 1), CheckRecord.sample(link + 1, day: 2))
        try await store.append([old, other])
        let before = try await store.links([link])[0]
        var moved = before
        moved.url += "/elsewhere"
        try await store.transaction { [moved] in try $0.update(moved) }
        #expect(try await store.latest() == [other.link: other])
        #expect(try await store.history(of: link).isEmpty)
        try await store.append([.sample(link, day: 3)])
        // A check that began before the change applies to the old URL.
        let late = CheckRecord.sample(link, .dead, day: 4)
        try await store.append([late], of: [link: before.url])
        #expect(try await store.latest(of: [link]).values.map(\.verdict) == [.ok])
        try await store.append([late], of: [link: moved.url])
        #expect(try await store.latest(of: [link]) == [link: late])
        _ = try await store.undo(isDryRun: false)
        #expect(try await store.history(of: link) == [old])
        #expect(try await store.latest() == [link: old, other.link: other])
    }

    private func checkUndo(_ store: any LinkStore & CheckHistoryStore, _ link: Link.ID) async throws {
        let (before, after) = (CheckRecord.sample(link, day: 1), CheckRecord.sample(link, day: 9))
        let links = try await store.all()
        try await store.append([before])
        try await store.transaction { transaction in
            _ = try transaction.importChecks([.sample(link, .dead, day: 3)])
            _ = try transaction.importChecks([.sample(link, .flaky, day: 4), .sample(link, .dead, day: 2)])
            guard self != .importsAreChanges else { return }
            guard var edited = links.first(where: { $0.id == link }) else { return }
            edited.title = "edited"
            try transaction.update(edited)
            let new = try transaction.insert(.sample("new")).id
            _ = try transaction.importChecks([.sample(new, day: 3)])
        }
        if self == .undoneRemovalsKeepTheirOrder {
            let history = try await store.history(of: link)
            try await store.transaction { try $0.remove(id: link) }
            #expect(try await store.history(of: link).isEmpty)
            #expect(try await store.latest()[link] == nil)
            _ = try await store.undo(isDryRun: false)
            #expect(try await store.history(of: link) == history)
        }
        try await store.append([after])
        #expect(try await store.history(of: link).map(\.verdict) == [.ok, .flaky, .dead, .ok])
        #expect(try await store.undo(isDryRun: false)?.ids.count == (self == .importsAreChanges ? 1 : 2))
        #expect(try await store.history(of: link) == [after, before])
        #expect(try await store.latest() == [link: after])
        #expect(try await store.all() == links)
    }
}

extension CheckRecord {
    static func sample(_ link: Link.ID, _ verdict: Verdict = .ok, day: Int = 1) -> CheckRecord {
        CheckRecord(
            link: link, verdict: verdict, status: 200, location: "https://example.org/new", attempts: 3,
            milliseconds: 120, reason: "moved \"for good\"",
            checked: Date(timeIntervalSince1970: 1_735_689_600 + Double(day) * 86_400))
    }
}

extension LinkStore {
    fileprivate func importChecks(_ records: CheckRecord...) async throws -> Set<Link.ID> {
        try await transaction { try $0.importChecks(records) }
    }
}
