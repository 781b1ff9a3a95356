import Core
import Testing
import TransferInterface

struct FolderDescriptionTests {
    @Test(arguments: [
        "<DL><DT><H3>F</H3><DD>text<DL><DT><A HREF='https://a.com/'>A</A></DL></DL>",
        "<xbel><folder><desc>text</desc><bookmark href='https://a.com/'/></folder></xbel>",
        "<opml><body><outline text='F' _note='text'><outline url='https://a.com/'/></outline></body></opml>",
    ])
    func `reports that the descriptions of folders are ignored`(text: String) async throws {
        let imported = try await Imported(text)
        #expect(imported.links.map(\.note) == [nil])
        #expect(
            imported.remarks.first == .ignoredParts(.attribute, ["description of a folder"])
        )
    }
}
