import TerminalText
import Testing

struct TextTableTests {
    private func table() -> TextTable {
        var table = TextTable([.right("links"), .left("tag"), .cut("about")])
        table.append(["12", "swift", "everything worth reading"])
        table.append(["7", "日本語", "短い"])
        return table
    }

    @Test func `columns are as wide as their widest cell, and no line ends in spaces`() {
        #expect(
            table().text(width: nil) == """
                links  tag     about
                   12  swift   everything worth reading
                    7  日本語  短い
                """
        )
    }

    @Test func `shortens only one column, and to no less than eight terminal columns`() {
        #expect(table().text(width: 25).contains("\n   12  swift   everythin…\n"))
        #expect(table().text(width: 5).contains("\n   12  swift   everyth…\n"))
    }

    @Test func `a style does not change the width of a cell`() {
        var table = TextTable([.left(""), .left("")])
        table.append([TextTable.Cell("a") { "<\($0)>" }, "b"])
        table.append(["long", "c"])
        #expect(table.text(width: nil) == "<a>     b\nlong  c")
    }

    @Test func `a table without titles has no title row`() {
        var table = TextTable([.left("")])
        #expect(table.text(width: nil) == "")
        table.append(["one"])
        #expect(table.text(width: 80) == "one")
    }

    @Test func `the example in the README compiles and runs`() {
        var table = TextTable([.right("links"), .cut("tag")])
        table.append(["12", "swift"])
        let text = table.text(width: 40)
        #expect("日本語".columns == 6)
        #expect("a long title".fitted(to: 8) == "a long…")
        #expect(text.contains("swift"))
    }
}
