import Core
import Foundation
import LibraryInterface
import LibraryTesting
import Testing
import WebURLs

extension Link {
    /// The path, the title, the tags and the note, as in `swift | Swift | a, b | a note`.
    fileprivate var line: String {
        let names = tags.sorted().map(\.name).joined(separator: ", ")
        let path = url.trimmingPrefix("https://example.com/")
        return "\(path) | \(title ?? "") | \(names) | \(note ?? "")"
    }
}

extension Sequence<Link> {
    /// The path, the title, the tags and the note of each link.
    var lines: [String] { map(\.line) }
}

/// The rules of the feature: how it normalizes, merges and edits links.
extension LinkLibraryContract {
    static let ofTheFeature: [Self] = [adding, merging, editing, tagging, undoing].flatMap(\.self)

    private static let invalidURLs: [(url: String, problem: WebURLError)] = [
        ("javascript:alert(1)", .unsupportedScheme("javascript")),
        ("file:///etc/passwd", .unsupportedScheme("file")),
        ("place:sort=8", .unsupportedScheme("place")),
        ("example", .noScheme),
        ("", .empty),
    ]

    // MARK: Adding

    private static let adding: [Self] = [
        Self("the dates of a link are in whole seconds, and its update follows its addition") {
            library in
            let fractional = LinkDraft(url: url("a"), added: day(1) + 0.75, updated: day(2) + 0.75)
            let link = try await library.add(fractional)[0]
            #expect(link.added == day(1))
            #expect(link.updated == day(2))
            let undated = LinkDraft(url: url("b"), added: day(1))
            #expect(try await library.add(undated)[0].updated == day(1))
            let earlier = try await library.add(draft("c", day: 3, updatedDay: 1))[0]
            #expect(earlier.updated == day(3))
            #expect(try await library.links([earlier.id]) == [earlier])
        },
        Self("a draft that replaces the date gives its date or the current date to a link") {
            library in
            var draft = draft("swift", day: 2)
            _ = try await library.add(draft, fetching: false)
            draft.replacesDate = true
            draft.added = day(3) + 0.9
            #expect(try await library.add(draft, fetching: false).link.added == day(3))
            draft.added = nil
            let addition = try await library.add(draft, fetching: false)
            #expect(addition.outcome == .merged)
            #expect(addition.link.added > day(3))
            #expect(addition.link.added == addition.link.updated)
        },
        Self("adding a link whose URL already exists merges the two links in one edit") { library in
            let link = try await library.add(draft("swift", title: "First", tags: "old", day: 2))[0]
            let same = draft("swift", title: "First", tags: "OLD", day: 3)
            #expect(try await library.add(same, fetching: false) == Addition(link, .unchanged))
            let more = draft("swift", title: "Second", note: "a note", tags: "new", day: 3)
            let merged = try await library.add(more, fetching: false)
            #expect([merged.link].lines == ["swift | First | new, old | a note"])
            #expect(merged.link.added == link.added)
            #expect(merged.outcome == .merged)
            #expect(merged.keepsTitle)
            #expect(!merged.keepsNote)
            let other = draft("swift", title: " First ", note: "another note", day: 3)
            let kept = try await library.add(other, fetching: false)
            #expect(kept.link == merged.link)
            #expect(!kept.keepsTitle)
            #expect(kept.keepsNote)
            #expect(try await library.all == [merged.link])
            #expect(try await library.undo(isDryRun: true)?.kind == .edit)
        },
        Self(
            "links are added in order, each as one change, and invalid links are skipped"
        ) { library in
            let known = try await library.add(draft("2"))[0]
            let source = DraftSource(
                ["1", "2", "bad", "3", "1"].map { path in
                    path == "bad" ? LinkDraft(url: "place:bad") : draft(path, tags: "t")
                }
            )
            var lines: [Int] = []
            var results: [Result<Addition.Outcome, LibraryError>] = []
            try await library.add(fetching: false) {
                await source.next()
            } report: { source, result in
                lines.append(source.line)
                results.append(result.map(\.outcome))
            }
            let invalid = LibraryError.invalidURL("place:bad", reason: .unsupportedScheme("place"))
            #expect(lines == [1, 2, 3, 4, 5])
            #expect(
                results == [
                    .success(.added),
                    .success(.merged),
                    .failure(invalid),
                    .success(.added),
                    .success(.unchanged),
                ]
            )
            let links = try await library.links(matching: LinkQuery(order: .oldest))
            #expect(links.lines == ["2 |  | t | ", "1 |  | t | ", "3 |  | t | "])
            #expect(links.first?.id == known.id)
            #expect(try await library.undo()?.ids.count == 1)
        },
        Self("an invalid URL is rejected, and the reason is reported") { library in
            let link = try await library.add(draft("swift"))[0]
            for (url, problem) in invalidURLs {
                await #expect(throws: LibraryError.invalidURL(url, reason: problem)) {
                    try await library.add(LinkDraft(url: url), fetching: false)
                }
                await #expect(throws: LibraryError.invalidURL(url, reason: problem)) {
                    try await library.edit([link.id], LinkEdit(url: url))
                }
            }
            #expect(try await library.all == [link])
        },
    ]

    // MARK: Merging

    private static let merging: [Self] = [
        Self(
            "a merge combines tags, adds missing titles and notes, and keeps the date"
        ) { library in
            _ = try await library.add(
                draft("full", title: "Mine", note: "mine", tags: "a", day: 5),
                draft("bare", day: 5)
            )
            let report = try await library.merge(
                draft("full", title: "Theirs", note: "theirs", tags: "b", day: 8),
                draft("bare", title: "Theirs", note: "theirs", day: 2),
                LinkDraft(url: url("full"))
            )
            #expect(report.merged == 2)
            #expect(report.unchanged == 1)
            let links = try await library.links(matching: LinkQuery(order: .title))
            #expect(links.lines == ["full | Mine | a, b | mine", "bare | Theirs |  | theirs"])
            #expect(links.map(\.added) == [day(5), day(5)])
        },
        Self("a merge combines drafts with the same URL") { library in
            let report = try await library.merge(
                draft("swift", tags: "a"),
                draft("swift", tags: "b"),
                draft("swift")
            )
            #expect(report.added == 1)
            #expect(report.merged == 1)
            #expect(report.unchanged == 1)
            #expect(try await library.all.map(\.tags) == [LinkTag.list("a,b")])
        },
        Self("a merge imports a check only if the check is the newest, and an undo removes it") {
            library in
            func merge(_ name: String, _ days: [Int?]) async throws -> MergeReport {
                try await library.merge(isDryRun: false) { merge in
                    for day in days {
                        let check = day.map { SourcedCheck(.dead, checked: Self.day($0)) }
                        try merge(SourcedDraft(draft(name), line: 1, check: check))
                    }
                }
            }
            let known = try await library.add(draft("known"))
            #expect(try await merge("new", [3, 2, nil]).added == 1)
            #expect(try await merge("new", [3, 2, nil]).unchanged == 3)
            #expect(try await merge("new", [4]).merged == 1)
            #expect(try await merge("known", [3, nil, 1]).merged == 1)
            #expect(try await library.undo()?.ids.count == 1)
            #expect(try await merge("known", [3]).merged == 1)
            for _ in 1...3 {
                #expect(try await library.undo()?.kind == .merge)
            }
            #expect(try await library.all == known)
        },
        Self("a merge skips invalid URLs and reports their lines and problems") { library in
            let report = try await library.merge(isDryRun: false) { merge in
                for (index, invalid) in invalidURLs.enumerated() {
                    try merge(SourcedDraft(LinkDraft(url: invalid.url), line: 10 + index))
                }
                try merge(SourcedDraft(draft("swift"), line: 20))
            }
            let skipped = invalidURLs.enumerated().map { index, invalid in
                MergeReport.SkippedLink(
                    line: 10 + index,
                    url: invalid.url,
                    problem: invalid.problem
                )
            }
            #expect(report.skipped == skipped)
            #expect(report.added == 1)
            #expect(try await library.all.map(\.url) == [url("swift")])
        },
        Self("a dry run of a merge only reports what would change") { library in
            let known = try await library.add(draft("known"))
            let edited = draft("known", tags: "a")
            let new = draft("new")
            let invalid = LinkDraft(url: "")
            let report = try await library.merge(edited, new, invalid, isDryRun: true)
            #expect(try await library.all == known)
            #expect(try await library.merge(edited, new, invalid) == report)
        },
    ]
}
