public import Core
import Testing

/// The rules for the claims of every check history store that several programs share. A test checks each rule on its own store.
public enum CheckClaimsContract: String, CaseIterable, Sendable {
    case hostsHaveOneHolder = "a host is claimed by one program at a time, at most the limit at once"
    case linksHaveOneHolder = "a link stays claimed after its host was released"
    case releasesCanPause = "a released host can be claimed after its pause"
    case endedClaimsAreFree = "another program can claim what a program did not extend"
    case lateRecordsAreSkipped = "a record is skipped after another program has claimed its link"
    case checkedLinksAreReturned =
        "a link that was checked since this check, or one that it joined, began is returned, and not claimed"
    case savesCanBeRepeated = "a repeated save stores nothing twice"
    case endsReleaseAll = "at its end, a program releases its hosts and links"
    case manyClaimsAreExclusive = "of programs that claim the same names at once, each name has one"

    /// Checks the rule on stores that `makeStore` opens, which share one empty library with the links 1 and 2.
    public func check(_ makeStore: @escaping @Sendable () throws -> any CheckHistoryStore) async throws {
        let store = try makeStore()
        // In a lease of zero, a claim ends at once.
        let isBrief = [.endedClaimsAreFree, .lateRecordsAreSkipped].contains(self)
        let first = try #require(await store.beginClaims(lease: isBrief ? .zero : .seconds(3600)))
        let second = try #require(await makeStore().beginClaims(lease: .seconds(3600)))
        switch self {
        case .hostsHaveOneHolder:
            #expect(try await first.claim(["a": [1], "b": [2]], limit: 1).hosts.count == 1)
            #expect(try await first.claim(["a": [1], "b": [2]], limit: 2) == claimed(["a", "b"], [1, 2]))
            #expect(try await second.claim(["a": [1], "b": [2], "c": []], limit: 3) == claimed(["c"], []))
        case .linksHaveOneHolder:
            _ = try await first.claim(["a": [1]], limit: 1)
            _ = try await first.claim([:], limit: 0, releasing: ["a": .zero])
            #expect(try await second.claim(["a": [1, 2]], limit: 1) == claimed(["a"], [2]))
        case .releasesCanPause:
            _ = try await first.claim(["a": [], "b": []], limit: 2)
            _ = try await first.claim([:], limit: 0, releasing: ["a": .zero, "b": .seconds(3600)])
            #expect(try await second.claim(["a": [], "b": []], limit: 2).hosts == ["a"])
            #expect(try await first.claim(["a": [], "b": []], limit: 2).hosts.isEmpty)
        case .endedClaimsAreFree:
            #expect(try await first.claim(["a": [1]], limit: 1) == claimed(["a"], [1]))
            #expect(try await second.claim(["a": [1]], limit: 1) == claimed(["a"], [1]))
            #expect(try await first.claim(["a": [1]], limit: 1) == ClaimedLinks())
        case .lateRecordsAreSkipped:
            _ = try await first.claim(["a": [1, 2]], limit: 1)
            // No other program has claimed link 2.
            _ = try await second.claim(["a": [1]], limit: 1)
            #expect(try await first.save(.sample(1), .sample(2)) == [2])
            #expect(try await store.latest() == [2: .sample(2)])
            #expect(try await second.save(.sample(1, .dead)) == [1])
            #expect(try await store.latest() == [1: .sample(1, .dead), 2: .sample(2)])
        case .checkedLinksAreReturned:
            _ = try await first.claim(["a": [1, 2]], limit: 1)
            #expect(try await first.save(.sample(1)) == [1])
            _ = try await first.claim([:], limit: 0, releasing: ["a": .zero])
            var result = claimed([], [])
            result.checked = [1: .sample(1)]
            #expect(try await second.claim(["a": [1]], limit: 1) == result)
            let third = try #require(await makeStore().beginClaims(lease: .seconds(3600)))
            #expect(try await third.claim(["a": [1]], limit: 1) == result)
            // The others began longer ago than a lease of zero.
            let later = try #require(await makeStore().beginClaims(lease: .zero))
            #expect(try await later.claim(["a": [1, 2]], limit: 1) == claimed(["a"], [1]))
        case .savesCanBeRepeated:
            _ = try await first.claim(["a": [1, 2]], limit: 1)
            #expect(try await first.save(.sample(1)) == [1])
            #expect(try await first.save(.sample(1), .sample(2)) == [2])
            #expect(try await store.history(of: 1).count == 1)
            #expect(try await first.save([], of: [:], releasing: [1, 2]).isEmpty)
        case .endsReleaseAll:
            _ = try await first.claim(["a": [1], "b": [2]], limit: 2)
            try await first.end(releasing: ["b": .seconds(3600)])
            #expect(try await second.claim(["a": [1], "b": [2]], limit: 2) == claimed(["a"], [1]))
            #expect(try await first.save(.sample(1)).isEmpty)
        case .manyClaimsAreExclusive:
            let links = Dictionary(uniqueKeysWithValues: (0..<200).map { ("host\($0)", [Link.ID($0)]) })
            let results = try await withThrowingTaskGroup(of: ClaimedLinks.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let claims = try #require(await makeStore().beginClaims(lease: .seconds(3600)))
                        var all = ClaimedLinks()
                        for _ in 0..<10 {
                            let new = try await claims.claim(links, limit: all.hosts.count + 5)
                            #expect(new.hosts.isSuperset(of: all.hosts))
                            all = new
                        }
                        return all
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.allSatisfy { $0.hosts == Set($0.links.map { "host\($0)" }) })
            #expect(results.map(\.hosts.count).reduce(0, +) == Set(results.flatMap(\.hosts)).count)
        }
    }

    private func claimed(_ hosts: Set<String>, _ links: Set<Link.ID>) -> ClaimedLinks {
        var result = ClaimedLinks()
        (result.hosts, result.links) = (hosts, links)
        return result
    }
}

extension CheckClaims {
    fileprivate func claim(_ links: [String: [Link.ID]], limit: Int) async throws -> ClaimedLinks {
        try await claim(links, limit: limit, releasing: [:])
    }

    fileprivate func save(_ records: CheckRecord...) async throws -> Set<Link.ID> {
        try await save(records, of: [:], releasing: records.map(\.link))
    }
}
