import Core
import LibraryInterface
import LibraryTesting
import Synchronization
import Testing
import Transfer
import TransferInterface

/// Tests of cells that spreadsheets would compute.
struct FormulaTests {
    /// A title, the cell that an export writes, and the cell that it writes if it keeps formulas.
    struct Cell {
        let title: String
        let escaped: String
        let kept: String

        init(_ title: String, _ escaped: String, keeping kept: String) {
            self.title = title
            self.escaped = escaped
            self.kept = kept
        }
    }

    @Test(arguments: [
        Cell("=HYPERLINK(1)", "'=HYPERLINK(1)", keeping: "=HYPERLINK(1)"),
        Cell("+1", "'+1", keeping: "+1"),
        Cell("-1", "'-1", keeping: "-1"),
        Cell("@SUM(A1)", "'@SUM(A1)", keeping: "@SUM(A1)"),
        Cell("\t=1", "'\t=1", keeping: "\t=1"),
        Cell("\r=1", "\"'\r=1\"", keeping: "\"\r=1\""),
        Cell("'=1", "''=1", keeping: "''=1"),
        Cell("''@a", "'''@a", keeping: "'''@a"),
        Cell("'quoted'", "'quoted'", keeping: "'quoted'"),
        Cell("a=1", "a=1", keeping: "a=1"),
        Cell("'", "'", keeping: "'"),
    ])
    func `a cell that begins like a formula becomes text, and an import restores it`(
        cell: Cell
    ) async throws {
        let draft = LinkDraft(url: "https://a.example/", title: cell.title, note: cell.title)
        let transfer = FileTransfer(library: InMemoryLinkLibrary([draft]))
        for (keepsFormulas, text) in [(false, cell.escaped), (true, cell.kept)] {
            let file = Mutex("")
            _ = try await transfer.exportLinks(as: .csv, keepsFormulas: keepsFormulas) { piece in
                file.withLock { $0 += piece }
            }
            let csv = file.withLock(\.self)
            let link = try #require(try await Imported(csv).links.first)
            #expect(link.title == cell.title)
            #expect(link.note == cell.title)
            #expect(csv.contains("https://a.example/,\(text),\(text),,"))
        }
    }

    @Test func `tags that begin like formulas become text`() async throws {
        let draft = LinkDraft(url: "https://a.example/", tags: LinkTag.list("=a,b"))
        let transfer = FileTransfer(library: InMemoryLinkLibrary([draft]))
        let csv = try await transfer.exported(as: .csv)
        #expect(csv.contains(#"https://a.example/,,,"'=a,b","#))
        #expect(try await Imported(csv).links.map(\.tags) == [LinkTag.list("=a,b")])
    }
}
