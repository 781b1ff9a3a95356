import Core
import CoreTesting
import Foundation
import Library
import LibraryInterface
import PagesTesting
import Testing

struct MergeTests {
    private let store = InMemoryLinkStore()
    private let clock = ManualClock()

    private var library: StoredLinkLibrary {
        StoredLinkLibrary(store: store, pages: ScriptedPageReader(), clock: clock)
    }

    private func merge(_ drafts: LinkDraft...) async throws -> MergeReport {
        try await library.merge(isDryRun: false) { merge in
            for (index, draft) in drafts.enumerated() { try merge(SourcedDraft(draft, line: index + 1)) }
        }
    }

    @Test func `addresses are compared in their normal form`() async throws {
        let report = try await merge(LinkDraft(url: "https://EXAMPLE.org"), LinkDraft(url: "https://example.org:443/"))
        #expect(report.added == 1 && report.unchanged == 1)
        #expect(await store.links(matching: LinkQuery()).map(\.url) == ["https://example.org/"])
    }

    @Test func `the earlier date of addition is kept`() async throws {
        let early = Date(timeIntervalSince1970: 1_000_000)
        let late = Date(timeIntervalSince1970: 2_000_000)
        let report = try await merge(
            LinkDraft(url: "https://example.org/a", added: late), LinkDraft(url: "https://example.org/a", added: early),
            LinkDraft(url: "https://example.org/a", added: late), LinkDraft(url: "https://example.org/a"))
        #expect(report.added == 1 && report.merged == 1 && report.unchanged == 2)
        #expect(await store.links(matching: LinkQuery()).first?.added == early)
    }

    @Test func `a title that is the address is none`() async throws {
        _ = try await merge(
            LinkDraft(url: "https://EXAMPLE.org", title: "https://EXAMPLE.org"),
            LinkDraft(url: "https://example.org/a", title: "https://example.org/a"),
            LinkDraft(url: "https://example.org/b", title: "https://example.org/a"),
            LinkDraft(url: "https://EXAMPLE.org/c", title: "https://example.org/c"))
        #expect(await store.links(matching: LinkQuery(isUntitled: true)).count == 3)
    }

    @Test func `of two checks at the same time the first is imported`() async throws {
        _ = try await library.merge(isDryRun: false) { merge in
            for (index, verdict) in [Verdict.dead, .ok].enumerated() {
                let check = SourcedCheck(verdict, checked: Date(timeIntervalSince1970: 1_000_000))
                try merge(SourcedDraft(LinkDraft(url: "https://example.org/a"), line: index + 1, check: check))
            }
        }
        #expect(try await store.latest().values.map(\.verdict) == [.dead])
    }

    @Test func `an update is never dated before the addition`() async throws {
        let added = Date(timeIntervalSince1970: 2_000_000.9)
        let updated = Date(timeIntervalSince1970: 1_000_000)
        _ = try await merge(LinkDraft(url: "https://example.org/a", added: added, updated: updated))
        let link = try #require(await store.links(matching: LinkQuery()).first)
        #expect(link.added == Date(timeIntervalSince1970: 2_000_000) && link.updated == link.added)
    }

    @Test func `what is left out is reported with its line and its reason`() async throws {
        let report = try await merge(
            LinkDraft(url: "https://example.org/a"), LinkDraft(url: "javascript:void(0)"), LinkDraft(url: "nonsense"))
        #expect(report.read == 3 && report.added == 1)
        #expect(
            report.skipped == [
                MergeReport.Skip(line: 2, url: "javascript:void(0)", problem: .unsupportedScheme("javascript")),
                MergeReport.Skip(line: 3, url: "nonsense", problem: .noScheme),
            ])
    }

    @Test func `a link that learns something is dated anew`() async throws {
        let old = Date(timeIntervalSince1970: 1_000_000)
        _ = try await merge(LinkDraft(url: "https://example.org/a", added: old))
        _ = try await merge(LinkDraft(url: "https://example.org/a", title: "A"))
        let link = try #require(await store.links(matching: LinkQuery()).first)
        #expect(link.title == "A" && link.added == old)
        #expect(link.updated > old && link.updated <= clock.now)
    }
}
