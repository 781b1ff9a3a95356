public import Core
import Foundation
import Testing

/// What every store of links and their checks promises of both together, rule by rule: records that a transaction takes in, and checks
/// of addresses that links no longer have.
public enum CheckedLinkContract: String, CaseIterable, Sendable {
    case recordsAreTheNewest = "a record that is taken in comes back whole, and is the newest of its link"
    case newerChecksStay = "a record is not taken in where the link has one that is no older"
    case recordsOfGoneLinksAreLeftOut = "records of links that are not there are left out"
    case errorsUndoThem = "an error in the transaction takes them back"
    case undoTakesThemAway = "an undo takes them away, and leaves what came before and after"
    case theyAreAChange = "a transaction that takes in records alone is a change of their links"
    case newAddressesHaveNoChecks =
        "a link with a new address has no checks, and gets those of the old one back with it"
    case undoneRemovalsKeepTheirPlace = "records that went with their link and came back are taken away all the same"

    /// Checks the rule on `store`, which must be empty.
    public func check(_ store: any LinkStore & CheckHistoryStore) async throws {
        let link = try await store.insert(.sample("a"), .sample("b"))[0].id
        switch self {
        case .recordsAreTheNewest:
            var whole = Self.record(link, day: 2)
            whole.location = "https://example.org/new"
            whole.reason = "moved"
            let earlier = Self.record(link, day: 1)
            try await store.append([earlier])
            #expect(try await store.takeIn(whole) == [link])
            #expect(try await store.history(of: link) == [whole, earlier])
            #expect(try await store.latest() == [link: whole])
        case .newerChecksStay:
            let known = Self.record(link, day: 2)
            try await store.append([known])
            let none = try await store.takeIn(Self.record(link, .dead, day: 1), Self.record(link, .dead, day: 2))
            #expect(none.isEmpty)
            #expect(try await store.history(of: link) == [known])
        case .recordsOfGoneLinksAreLeftOut:
            let record = Self.record(link, day: 1)
            #expect(try await store.takeIn(Self.record(99, day: 1), record) == [link])
            #expect(try await store.latest() == [link: record])
        case .errorsUndoThem:
            await #expect(throws: CancellationError.self) {
                try await store.transaction { transaction in
                    _ = try transaction.takeIn([Self.record(link, day: 1)])
                    throw CancellationError()
                }
            }
            #expect(try await store.latest().isEmpty)
        case .newAddressesHaveNoChecks: try await checkNewAddress(store, link)
        case .undoTakesThemAway, .theyAreAChange, .undoneRemovalsKeepTheirPlace: try await checkUndo(store, link)
        }
    }

    private func checkNewAddress(_ store: any LinkStore & CheckHistoryStore, _ link: Link.ID) async throws {
        let (old, other) = (Self.record(link, .moved, day: 1), Self.record(link + 1, day: 2))
        try await store.append([old, other])
        var moved = try #require(try await store.links([link]).first)
        moved.url += "/elsewhere"
        try await store.transaction { [moved] in try $0.update(moved) }
        #expect(try await store.latest() == [other.link: other])
        #expect(try await store.history(of: link).isEmpty)
        try await store.append([Self.record(link, day: 3)])
        // A check that began before is one of the old address.
        let late = Self.record(link, .dead, day: 4)
        try await store.append(
            [late], of: [link: try #require(moved.url.firstMatch(of: /(.*)\/elsewhere/)).1.description])
        #expect(try await store.latest(of: [link]).values.map(\.verdict) == [.ok])
        try await store.append([late], of: [link: moved.url])
        #expect(try await store.latest(of: [link]) == [link: late])
        _ = try await store.undo(isDryRun: false)
        #expect(try await store.history(of: link) == [old])
        #expect(try await store.latest() == [link: old, other.link: other])
    }

    private func checkUndo(_ store: any LinkStore & CheckHistoryStore, _ link: Link.ID) async throws {
        let (before, after) = (Self.record(link, day: 1), Self.record(link, day: 9))
        try await store.append([before])
        try await store.transaction { transaction in
            _ = try transaction.takeIn([Self.record(link, .dead, day: 3)])
            _ = try transaction.takeIn([Self.record(link, .flaky, day: 4), Self.record(link, .dead, day: 2)])
            guard self != .theyAreAChange else { return }
            let new = try transaction.insert(.sample("new")).id
            _ = try transaction.takeIn([Self.record(new, day: 3)])
        }
        if self == .undoneRemovalsKeepTheirPlace {
            try await store.transaction { try $0.remove(id: link) }
            _ = try await store.undo(isDryRun: false)
        }
        try await store.append([after])
        #expect(try await store.history(of: link).map(\.verdict) == [.ok, .flaky, .dead, .ok])
        let links = try await store.links(matching: LinkQuery()).filter { !$0.url.hasSuffix("new") }
        #expect(try await store.undo(isDryRun: false)?.ids.count == (self == .theyAreAChange ? 1 : 2))
        #expect(try await store.history(of: link) == [after, before])
        #expect(try await store.latest() == [link: after])
        #expect(try await store.links(matching: LinkQuery()) == links)
    }

    private static func record(_ link: Link.ID, _ verdict: Verdict = .ok, day: Int) -> CheckRecord {
        CheckRecord(
            link: link, verdict: verdict, attempts: 0, milliseconds: 0,
            checked: Date(timeIntervalSince1970: 1_735_689_600 + Double(day) * 86_400))
    }
}

extension LinkStore {
    /// Takes records in, in a transaction of their own.
    fileprivate func takeIn(_ records: CheckRecord...) async throws -> Set<Link.ID> {
        try await transaction { try $0.takeIn(records) }
    }
}
