import Core
import Foundation
import LibraryInterface
import Testing
import TransferInterface

/// Imports of the files of other programs, which are in `Tests/Fixtures/Bookmarks` with the expected results.
struct DialectTests {
    @Test(arguments: [
        "firefox.html", "chrome.html", "safari.html", "edge.html", "internet-explorer.html", "pocket.html",
        "pinboard.html", "delicious.html", "linkding.html", "shaarli.html", "floccus.xbel", "buku.xbel",
        "konqueror.xbel", "chrome.json", "firefox.json", "pinboard.json", "linkding.json", "wallabag.json",
        "karakeep.json", "readers.json", "linkwarden.json", "arc.json", "pocket.csv", "raindrop.csv", "instapaper.csv",
        "readwise.csv", "diigo.csv", "linkding.csv",
    ])
    func `imports the files of other programs, with folders as tags`(file: String) async throws {
        let expected = try fixture("Expected.txt").components(separatedBy: "== ").first { $0.hasPrefix("\(file)\n") }
        let text = try fixture(file)
        for text in [text, text.replacing("\n", with: "\r\n")] {
            let imported = try await Imported(text.utf8, named: file, foldersAsTags: true)
            let skipped = imported.report.skipped.map { "skipped: line \($0.line): \($0.url): \($0.problem)" }
            let remarks = imported.remarks.map {
                "remark: \($0)".replacing("TransferInterface.ImportRemark.Part.", with: "")
            }
            #expect(([file] + imported.lines + skipped + remarks).joined(separator: "\n") + "\n" == expected)
        }
    }

    @Test(arguments: ["safari.html", "chrome.json", "floccus.xbel", "linkwarden.json", "instapaper.csv"])
    func `folders become tags only on request`(file: String) async throws {
        let tags = ["linkwarden.json": [["lang"]], "instapaper.csv": [["linux", "news"], ["toread"], []]]
        let imported = try await Imported(fixture(file))
        #expect(imported.links.map { $0.tags.sorted().map(\.name) } == tags[file] ?? imported.links.map { _ in [] })
    }

    @Test func `an alias is a bookmark only with folders as tags`() async throws {
        #expect(try await Imported(fixture("konqueror.xbel")).report.read == 2)
        #expect(try await Imported(fixture("konqueror.xbel"), foldersAsTags: true).report.merged == 1)
    }

    @Test(arguments: [
        (1...70).map { "<H3>F\($0)</H3><DL>" }.joined() + "<A HREF='https://a.com/'>A</A>"
            + String(repeating: "</DL>", count: 69) + "<A HREF='https://b.com/'>B</A></DL>",
        "<xbel>" + (1...70).map { "<folder><title>F\($0)</title>" }.joined() + "<bookmark href='https://a.com/'/>"
            + String(repeating: "</folder>", count: 69) + "<bookmark href='https://b.com/'/></folder></xbel>",
        "url,folder\nhttps://a.com/,\((1...70).map { "F\($0)" }.joined(separator: "/"))\nhttps://b.com/,F1\n",
    ])
    func `only the outermost 64 folders become tags`(text: String) async throws {
        let imported = try await Imported(text, foldersAsTags: true)
        #expect(imported.links[0].tags == LinkTag.list((1...64).map { "F\($0)" }.joined(separator: ",")))
        #expect(imported.tags["https://b.com/"] == ["F1"])
    }

    @Test func `the sample of the app is imported`() async throws {
        let imported = try await Imported(fixture("../../../App/Samples/bookmarks.html"), foldersAsTags: true)
        #expect(imported.report.added == 59 && imported.report.merged == 1)
        #expect(
            imported.report.skipped.map(\.problem) == [.unsupportedScheme("place"), .unsupportedScheme("javascript")])
        #expect(imported.tags["https://www.swift.org/"] == ["daily", "language", "swift"])
    }
}
