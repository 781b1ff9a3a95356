import TerminalText
import Testing

struct TextTableTests {
    private func table() -> TextTable {
        var table = TextTable([.right("links"), .left("tag"), .cut("about")])
        table.append(["12", "swift", "what is to be read"])
        table.append(["7", "日本語", "短い"])
        return table
    }

    @Test func `columns are as wide as their widest cell, and no line ends in spaces`() {
        #expect(
            table().text(width: nil) == """
                links  tag     about
                   12  swift   what is to be read
                    7  日本語  短い
                """)
    }

    @Test func `one column gives way where space is short, though never all of it`() {
        #expect(table().text(width: 25).split(separator: "\n")[1] == "   12  swift   what is t…")
        #expect(table().text(width: 5).split(separator: "\n")[1] == "   12  swift   what is…")
    }

    @Test func `a style changes no width`() {
        var table = TextTable([.left(), .left()])
        table.append([TextTable.Cell("a") { "<\($0)>" }, "b"])
        table.append(["long", "c"])
        #expect(table.text(width: nil) == "<a>     b\nlong  c")
    }

    @Test func `a table without titles has no head`() {
        var table = TextTable([.left()])
        #expect(table.text(width: nil) == "")
        table.append(["one"])
        #expect(table.text(width: 80) == "one")
    }
}
