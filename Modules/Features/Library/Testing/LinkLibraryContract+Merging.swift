import Core
import Foundation
import LibraryInterface
import Testing

extension LinkLibraryContract {
    private func merge(
        _ drafts: [LinkDraft], into library: any LinkLibrary, isDryRun: Bool = false
    ) async throws -> MergeReport {
        try await library.merge(isDryRun: isDryRun) { merge in
            for (index, draft) in drafts.enumerated() { try merge(SourcedDraft(draft, line: 10 + index)) }
        }
    }

    private func all(of library: any LinkLibrary) async throws -> [Link] {
        try await library.links(matching: LinkQuery())
    }

    func checkMergeAddsAndReports(_ library: any LinkLibrary) async throws {
        let draft = Samples.draft("swift", title: "Swift", note: "n", tags: ["a"], day: 1, updatedDay: 3)
        let report = try await merge([draft, Samples.draft("sqlite", day: 2)], into: library)
        #expect(report.added == 2)
        #expect(report.read == 2)
        let links = try await all(of: library)
        #expect(links.map(\.url) == [Samples.url("sqlite"), draft.url])
        let link = try #require(links.last)
        #expect(link == Link(id: link.id, draft, added: Samples.day(1), updated: Samples.day(3)))
    }

    func checkMergeOverwritesNothing(_ library: any LinkLibrary) async throws {
        _ = try await library.add(Samples.draft("full", title: "Mine", note: "mine", tags: ["a"]), fetching: false)
        _ = try await library.add(Samples.draft("bare"), fetching: false)
        let report = try await merge(
            [
                Samples.draft("full", title: "Theirs", note: "theirs", tags: ["b"]),
                Samples.draft("bare", title: "Theirs", note: "theirs"),
            ], into: library)
        #expect(report.merged == 2)
        #expect(report.read == 2)
        let links = try await all(of: library)
        let full = try #require(links.first { $0.url == Samples.url("full") })
        #expect(full.title == "Mine")
        #expect(full.note == "mine")
        #expect(full.tags == Samples.tags(["a", "b"]))
        let bare = try #require(links.first { $0.url == Samples.url("bare") })
        #expect(bare.title == "Theirs")
        #expect(bare.note == "theirs")
    }

    func checkMergeKeepsTheEarlierDate(_ library: any LinkLibrary) async throws {
        _ = try await merge([Samples.draft("early", day: 5), Samples.draft("late", day: 5)], into: library)
        let report = try await merge([Samples.draft("early", day: 2), Samples.draft("late", day: 8)], into: library)
        #expect(report.merged == 1)
        #expect(report.unchanged == 1)
        let dates = Dictionary(uniqueKeysWithValues: try await all(of: library).map { ($0.url, $0.added) })
        #expect(dates == [Samples.url("early"): Samples.day(2), Samples.url("late"): Samples.day(5)])
    }

    func checkMergeJoinsRepetitions(_ library: any LinkLibrary) async throws {
        let report = try await merge(
            [Samples.draft("swift", tags: ["a"]), Samples.draft("swift", tags: ["b"]), Samples.draft("swift")],
            into: library)
        #expect(report.added == 1)
        #expect(report.merged == 1)
        #expect(report.unchanged == 1)
        #expect(try await all(of: library).map(\.tags) == [Samples.tags(["a", "b"])])
    }

    func checkMergeTwiceChangesNothing(_ library: any LinkLibrary) async throws {
        let drafts = [
            Samples.draft("swift", title: "Swift", note: "n", tags: ["A"], day: 1, updatedDay: 2),
            Samples.draft("bare"),
            LinkDraft(url: Samples.url("undated")),
        ]
        _ = try await merge(drafts, into: library)
        let before = try await all(of: library)
        let report = try await merge(drafts, into: library)
        #expect(report.unchanged == 3)
        #expect(report.read == 3)
        #expect(try await all(of: library) == before)
    }

    func checkMergeTakesChecksIn(_ library: any LinkLibrary) async throws {
        let merge = { (name: String, days: [Int?]) in
            try await library.merge(isDryRun: false) { merge in
                for day in days {
                    let check = day.map { SourcedCheck(.dead, checked: Samples.day($0)) }
                    try merge(SourcedDraft(Samples.draft(name), line: 1, check: check))
                }
            }
        }
        let kept = try await library.add(Samples.draft("known"), fetching: false).link
        #expect(try await merge("new", [3, 2, nil]).added == 1)
        #expect(try await merge("new", [3, 2, nil]).unchanged == 3)
        #expect(try await merge("new", [4]).merged == 1)
        #expect(try await merge("known", [3, nil, 1]).merged == 1)
        #expect(try await library.undo(isDryRun: false)?.ids.count == 1)
        #expect(try await merge("known", [3]).merged == 1, "it is not known any more")
        for _ in 1...3 { #expect(try await library.undo(isDryRun: false)?.kind == .merge) }
        #expect(try await all(of: library) == [kept])
    }

    func checkMergeSkipsOtherAddresses(_ library: any LinkLibrary) async throws {
        let drafts = Samples.refused.map { LinkDraft(url: $0.address) } + [Samples.draft("swift")]
        let report = try await merge(drafts, into: library)
        let expected = Samples.refused.enumerated().map { index, refused in
            MergeReport.Skip(line: 10 + index, url: refused.address, problem: refused.problem)
        }
        #expect(report.skipped == expected)
        #expect(report.added == 1)
        #expect(try await all(of: library).map(\.url) == [Samples.url("swift")])
    }

    func checkDryRunChangesNothing(_ library: any LinkLibrary) async throws {
        let known = try await library.add(Samples.draft("known"), fetching: false).link
        let drafts = [Samples.draft("known", tags: ["a"]), Samples.draft("new"), LinkDraft(url: "")]
        let dry = try await merge(drafts, into: library, isDryRun: true)
        #expect(try await all(of: library) == [known])
        #expect(try await merge(drafts, into: library) == dry)
    }

    func checkThrowingFeedChangesNothing(_ library: any LinkLibrary) async throws {
        let known = try await library.add(Samples.draft("known"), fetching: false).link
        await #expect(throws: CancellationError.self) {
            try await library.merge(isDryRun: false) { merge in
                try merge(SourcedDraft(Samples.draft("known", tags: ["a"]), line: 1))
                try merge(SourcedDraft(Samples.draft("new"), line: 2))
                throw CancellationError()
            }
        }
        #expect(try await all(of: library) == [known])
    }
}
