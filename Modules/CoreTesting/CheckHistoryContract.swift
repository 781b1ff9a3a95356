public import Core
import Foundation
import Testing

/// What every store of check histories promises, rule by rule; a test runs each rule on a store of its own.
public enum CheckHistoryContract: String, CaseIterable, Sendable {
    case recordsComeBack = "a record comes back whole, newest first"
    case latestIsTheNewest = "the latest record of each link is the one that was appended last"
    case latestOfSomeIsOfThoseAlone = "the latest records are those of the links that are asked for"
    case nothingIsThereBeforeAppending = "links that were never checked have no history"
    case recordsOfGoneLinksAreLeftOut = "records of links that are gone are left out, and the others are kept"

    /// A mock that is as the rules ask for.
    public static func mock() -> InMemoryCheckHistoryStore { InMemoryCheckHistoryStore(links: [1, 2]) }

    /// Checks the rule on `store`, which must be empty and know the links 1 and 2 and no other.
    public func check(_ store: any CheckHistoryStore) async throws {
        let full = CheckRecord(
            link: 1, verdict: .moved, status: 200, location: "https://example.org/new", attempts: 3, milliseconds: 120,
            reason: "moved \"for good\"", checked: Date(timeIntervalSince1970: 1_735_689_600))
        let bare = CheckRecord(
            link: 1, verdict: .flaky, attempts: 1, milliseconds: 0, checked: Date(timeIntervalSince1970: 1_735_000_000))
        var other = full
        other.link = 2
        other.verdict = .dead
        switch self {
        case .recordsComeBack:
            try await store.append([full])
            try await store.append([bare])
            #expect(try await store.history(of: 1) == [bare, full])
        case .latestIsTheNewest:
            try await store.append([full, other, bare])
            #expect(try await store.latest() == [1: bare, 2: other])
        case .latestOfSomeIsOfThoseAlone:
            try await store.append([full, other, bare])
            #expect(try await store.latest(of: [1]) == [1: bare])
            #expect(try await store.latest(of: [2, 99, 2]) == [2: other])
            #expect(try await store.latest(of: []).isEmpty)
        case .nothingIsThereBeforeAppending:
            #expect(try await store.latest().isEmpty)
            #expect(try await store.history(of: 1).isEmpty)
            try await store.append([])
            #expect(try await store.latest().isEmpty)
        case .recordsOfGoneLinksAreLeftOut:
            var gone = full
            gone.link = 77
            try await store.append([gone, other])
            #expect(try await store.latest() == [2: other])
            #expect(try await store.history(of: 77).isEmpty)
        }
    }
}
