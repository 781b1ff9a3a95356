import Core
import Foundation
import LibraryInterface
import Testing
import TransferInterface
import WebURLs

/// Tests of imports from the files of other programs. The files and the expected results are in
/// `Tests/Fixtures/Bookmarks`.
struct DialectTests {
    private static let files = """
        firefox.html chrome.html safari.html edge.html internet-explorer.html pocket.html
        pinboard.html delicious.html linkding.html shaarli.html
        floccus.xbel buku.xbel konqueror.xbel
        chrome.json firefox.json pinboard.json linkding.json wallabag.json karakeep.json
        readers.json linkwarden.json arc.json
        pocket.csv raindrop.csv instapaper.csv readwise.csv diigo.csv linkding.csv
        delicious.xml pinboard.xml
        feeds.opml outline.opml
        awesome.markdown
        """.split { $0.isWhitespace }.map(String.init)

    @Test(arguments: files)
    func `imports files from other programs, with folders as tags`(file: String) async throws {
        let results = try fixture("Expected.txt").components(separatedBy: "== ")
        let expected = results.first { $0.hasPrefix("\(file)\n") }
        let text = try fixture(file)
        for text in [text, text.replacing("\n", with: "\r\n")] {
            let imported = try await Imported(text.utf8, named: file, foldersAsTags: true)
            var lines = [file] + imported.lines
            for entry in imported.report.skipped {
                lines.append("skipped: line \(entry.line): \(entry.url): \(entry.reason)")
            }
            for remark in imported.remarks {
                lines.append("remark: \(imported.name(of: remark))")
            }
            #expect(lines.joined(separator: "\n") + "\n" == expected)
        }
    }

    @Test(
        arguments: [
            ("linkwarden.json", [["lang"]]),
            ("instapaper.csv", [["linux", "news"], ["toread"], []]),
        ] as [(String, [[String]])]
    )
    func `imports tags even if folders do not become tags`(file: String, tags: [[String]])
        async throws
    {
        let imported = try await Imported(fixture(file))
        #expect(imported.links.map { $0.tags.sorted().map(\.name) } == tags)
    }

    @Test func `an alias counts as a bookmark only if folders become tags`() async throws {
        let file = try fixture("konqueror.xbel")
        #expect(try await Imported(file).report.read == 2)
        let imported = try await Imported(file, foldersAsTags: true)
        #expect(imported.report.unchanged == 1)
        #expect(imported.tags["https://planet.kde.org/"] == ["KDE", "News"])
    }

    private static let folderNames = (1...70).map { "F\($0)" }

    private static let nestedLists = """
        \(folderNames.map { "<H3>\($0)</H3><DL>" }.joined())
        <A HREF='https://a.com/'>A</A>
        \(String(repeating: "</DL>", count: 69))
        <A HREF='https://b.com/'>B</A></DL>
        """

    private static let nestedFolders = """
        <xbel>
        \(folderNames.map { "<folder><title>\($0)</title>" }.joined())
        <bookmark href='https://a.com/'/>
        \(String(repeating: "</folder>", count: 69))
        <bookmark href='https://b.com/'/></folder></xbel>
        """

    private static let folderPaths = """
        url,folder
        https://a.com/,\(folderNames.joined(separator: "/"))
        https://b.com/,F1

        """

    @Test(arguments: [nestedLists, nestedFolders, folderPaths])
    func `only the outermost 64 folders become tags`(text: String) async throws {
        let imported = try await Imported(text, foldersAsTags: true)
        let names = Self.folderNames.prefix(64).joined(separator: ",")
        #expect(imported.links.first?.tags == LinkTag.list(names))
        #expect(imported.tags["https://b.com/"] == ["F1"])
    }

    @Test func `the example bookmarks of the app can be imported`() async throws {
        let sample = try fixture("../../../App/Samples/bookmarks.html")
        let imported = try await Imported(sample, foldersAsTags: true)
        #expect(imported.report.added == 59)
        #expect(imported.report.unchanged == 1)
        let errors: [WebURLError] = [.unsupportedScheme("place"), .unsupportedScheme("javascript")]
        #expect(imported.report.skipped.map(\.reason) == errors.map(\.explanation))
        #expect(imported.tags["https://www.swift.org/"] == ["daily", "language", "swift"])
    }
}
