import Core
import LibraryInterface
import LibraryTesting
import ProgramTesting
import Testing
import Transfer
import TransferInterface

/// Tests of cells that spreadsheets would compute.
struct FormulaTests {
    /// Titles, the cells that an export writes, and the cells that it writes if it keeps formulas.
    /// The symbols ␉ and ␍ stand for a tab and a carriage return.
    private static let cells = Row.table(
        """
        =HYPERLINK(1) → '=HYPERLINK(1) → =HYPERLINK(1)
        +1 → '+1 → +1
        -1 → '-1 → -1
        @SUM(A1) → '@SUM(A1) → @SUM(A1)
        ␉=1 → '␉=1 → ␉=1
        ␍=1 → "'␍=1" → "␍=1"
        '=1 → ''=1 → ''=1
        ''@a → '''@a → '''@a
        'quoted' → 'quoted' → 'quoted'
        a=1 → a=1 → a=1
        ' → ' → '
        """
    )

    @Test(arguments: cells)
    func `a cell that begins like a formula becomes text, and an import restores it`(
        row: Row
    ) async throws {
        let cells = row.cells.map { $0.replacing("␉", with: "\t").replacing("␍", with: "\r") }
        let title = cells[0]
        let draft = LinkDraft(url: "https://a.example/", title: title, note: title)
        let transfer = FileTransfer(library: InMemoryLinkLibrary([draft]))
        for (keepsFormulas, text) in [(false, cells[1]), (true, cells[2])] {
            let csv = try await transfer.exported(as: .csv, keepsFormulas: keepsFormulas)
            let link = try #require(try await Imported(csv).links.first)
            #expect(link.title == title)
            #expect(link.note == title)
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
