import Core
import Foundation
import LibraryInterface
import Testing

struct DialectTests {
    @Test func `Firefox`() async throws {
        let imported = try await Imported(NetscapeFixtures.firefox, foldersAsTags: true)
        let swift = try #require(imported.links.first)
        #expect(imported.links.map(\.url) == ["https://www.swift.org/", "https://sqlite.org/"])
        #expect(swift.title == "Swift.org – \"Welcome\"")
        #expect(swift.note == "The home of Swift <on> every platform")
        #expect(swift.tags.sorted().map(\.name) == ["language", "open source", "Swift & more"])
        #expect(swift.added == date(1_690_000_002))
        #expect(swift.updated == date(1_690_000_003))
        #expect(imported.links.last?.note == nil, "the description of a folder is no note")
        #expect(imported.links.last?.tags == [], "a container is told by its mark in any language")
        #expect(
            imported.report.skipped.map(\.problem) == [.unsupportedScheme("place"), .unsupportedScheme("javascript")])
        #expect(imported.report.skipped.map(\.line) == [12, 25])
    }

    @Test func `Chrome`() async throws {
        let imported = try await Imported(NetscapeFixtures.chrome, foldersAsTags: true)
        #expect(
            imported.tags == [
                "https://kernel.org/": [], "https://example.com/?a=1&b=2": ["Favorites", "Work"],
                "https://www.rfc-editor.org/": [],
            ])
        #expect(imported.links.map(\.title) == ["The Linux 'Kernel'", "A & B", nil])
        #expect(imported.links[1].added == date(13_390_000_000 - 11_644_473_600))
    }

    @Test func `Safari`() async throws {
        let imported = try await Imported(NetscapeFixtures.safari, foldersAsTags: true)
        #expect(
            imported.tags == [
                "https://www.apple.com/": [], "https://lwn.net/": ["News"], "https://unicode.org/": [],
                "https://whatwg.org/": [],
            ])
    }

    @Test func `Edge`() async throws {
        let imported = try await Imported(NetscapeFixtures.edge, foldersAsTags: true)
        #expect(imported.tags == ["https://www.w3.org/": ["Lesen"]])
        #expect(imported.report.skipped.map(\.problem) == [.unsupportedScheme("edge")])
    }

    @Test func `Internet Explorer, and Edge before 79`() async throws {
        let imported = try await Imported(NetscapeFixtures.internetExplorer, foldersAsTags: true)
        #expect(imported.links.map(\.title) == ["Web Slice Gallery", "W3C"])
        #expect(imported.links.map(\.tags) == [[], []])
        #expect(imported.links[0].added == date(1_249_000_001))
        #expect(imported.links[0].updated == date(1_249_000_003))
    }

    @Test func `Pocket`() async throws {
        let imported = try await Imported(ServiceFixtures.pocket, foldersAsTags: true)
        #expect(imported.links.map(\.title) == ["Swift & Blog", "https://example.com/untagged", "Read"])
        #expect(imported.tags["https://www.swift.org/blog/"] == ["swift", "to read", "toread"])
        #expect(imported.tags["https://example.com/untagged"] == ["toread"])
        #expect(imported.tags["https://example.com/read"] == ["a"])
        #expect(imported.links.map(\.added) == [1_487_264_937, 1_487_264_938, 1_487_264_939].map(date))
    }

    @Test func `Pinboard`() async throws {
        let imported = try await Imported(ServiceFixtures.pinboard)
        #expect(imported.links.map(\.title) == ["Pinboard: social bookmarking", "Dan Luu"])
        #expect(imported.links.map(\.note) == [nil, "First line\nsecond & line"])
        #expect(imported.tags["https://pinboard.in/"] == ["bookmarks", "tool", "toread"])
    }

    @Test func `Delicious`() async throws {
        let imported = try await Imported(ServiceFixtures.delicious)
        #expect(imported.links.map(\.note) == ["The first wiki", nil])
        #expect(imported.tags["http://c2.com/cgi/wiki"] == ["patterns", "system:imported", "wiki"])
        #expect(imported.links.map(\.added) == [date(1_229_515_201), date(1_229_515_202)])
    }

    @Test func `linkding`() async throws {
        let imported = try await Imported(ServiceFixtures.linkding)
        #expect(imported.links.map(\.note) == ["Self-hosted\n\nMy <notes>\nhere", nil])
        #expect(imported.links.map(\.updated) == [date(1_690_000_001), date(1_690_000_002)])
        #expect(imported.tags["https://example.com/archived"] == ["linkding:bookmarks.archived", "toread"])
    }

    @Test func `Shaarli`() async throws {
        let imported = try await Imported(ServiceFixtures.shaarli)
        #expect(imported.links.map(\.note) == ["Some *Markdown*\n<b>here</b>"])
        #expect(imported.links.map(\.updated) == [date(1_690_000_100)])
        #expect(imported.report.skipped == [MergeReport.Skip(line: 13, url: "?local", problem: .noScheme)])
    }
}
