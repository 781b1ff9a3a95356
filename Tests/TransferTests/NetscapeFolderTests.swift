import Core
import Foundation
import ProgramTesting
import Testing
import TransferInterface

/// Tests of the folders in bookmark files of browsers.
struct NetscapeFolderTests {
    @Test(
        arguments: Row.table(
            """
            // Lists that are closed too often
            <DL></DL></DL></DL><H3>One</H3><DL><DT><A HREF="https://a.com/">A</A></DL></DL>⏎\
            <H3>Two</H3><DL><DT><A HREF="https://b.com/">B</A></DL> → https://a.com/: One → https://b.com/: Two
            // An empty folder before a list without a heading
            <DL><H3>Empty</H3><DT><A HREF='https://a.com/'>A</A>⏎\
            <DL><A HREF='https://b.com/'>B</A></DL></DL> → https://a.com/: → https://b.com/:
            // Lists without a heading in a folder
            <DL><H3>One</H3>⏎\
            <DL><DL><A HREF='https://a.com/'>A</A>⏎\
            <H3>Links</H3><DL><A HREF='https://b.com/'>B</A></DL></DL>⏎\
            <A HREF='https://c.com/'>C</A></DL>⏎\
            <DL><H3>Links</H3><DL><A HREF='https://d.com/'>D</A></DL></DL>⏎\
            <A HREF='https://e.com/'>E</A></DL> → https://a.com/: One → https://b.com/: Links, One \
            → https://c.com/: One → https://d.com/: → https://e.com/:
            // An empty folder in a list of its own
            <DL><H3>Empty</H3></DL>⏎<DL><A HREF='https://a.com/'>A</A></DL> → https://a.com/:
            // A heading and a link without end tags
            <DL><DT><H3>One</DT><DL><DT><A HREF='https://a.com/'>A</DL></DL> → https://a.com/: One
            // A link in two folders
            <H3>One</H3><DL><A HREF="https://a.com/" TAGS="x">A</A></DL>⏎\
            <H3>Two</H3><DL><A HREF="https://a.com/" TAGS="y">A</A></DL> → https://a.com/: One, Two, x, y
            """
        )
    )
    func `finds folders in irregular lists`(row: Row) async throws {
        let imported = try await Imported(row.lines(0), foldersAsTags: true)
        #expect(imported.tagLines.map { $0.trimmingCharacters(in: .whitespaces) } == row[1...])
        #expect(imported.remarks.isEmpty)
    }

    @Test func `finds a folder in lists that are never closed`() async throws {
        let lists = String(repeating: "<H3>F</H3><DL>", count: 10_000)
        let imported = try await Imported(
            "\(lists)<A HREF='https://a.com/'>A</A>",
            foldersAsTags: true
        )
        #expect(imported.tags == ["https://a.com/": ["F"]])
        #expect(imported.remarks == [.cutOff(line: 1)])
    }

    private static let containers = """
        <H3>Personal Toolbar Folder</H3>
        <H3 PERSONAL_TOOLBAR_FOLDER>My bar</H3>
        <H3 PERSONAL_TOOLBAR_FOLDER="true">My bar</H3>
        <H3 UNFILED_BOOKMARKS_FOLDER=TRUE>Mine</H3>
        <H3>Favoris</H3>
        <H3>收藏夹栏</H3>
        <H3>Lesezeichenleiste</H3>
        <H3>BARRA DE MARCADORES</H3>
        <H3>Другие закладки</H3>
        <H3>お気に入りバー</H3>
        <H3>기타 북마크</H3>
        <H3>Autres&nbsp;favoris</H3>
        <H3>DİĞER YER İMLERİ</H3>
        <H3>SIK KULLANILANLAR</H3>
        <H3>Reading List</H3>
        <H3 id="com.apple.ReadingList">Leseliste von mir</H3>
        <H3>阅读列表</H3>
        <H3>Outros favoritos</H3>
        <H3>Bladwijzerbalk</H3>
        <H3>Pasek zakładek</H3>
        <H3>Altri preferiti</H3>
        """.split(separator: "\n")

    @Test(arguments: containers)
    func `browser containers in all languages do not become tags`(heading: Substring) async throws {
        let html = """
            <DL>\(heading)<DL><A HREF='https://a.com/'>A</A></DL>
            <H3>Own</H3><DL>\(heading)<DL><A HREF='https://b.com/'>B</A></DL>
            """
        let imported = try await Imported(html, foldersAsTags: true)
        #expect(imported.tags["https://a.com/"] == [])
        // Inside a user's folder, only a marked folder is a container.
        let isMarked = heading.hasPrefix("<H3 ")
        let tags = try #require(imported.tags["https://b.com/"])
        #expect(tags.contains("Own"))
        #expect(tags.count == (isMarked ? 1 : 2))
    }

    /// Few readers know all of these languages, so a name that is changed by mistake is easily
    /// overlooked. The file has one name per line.
    @Test func `no recorded name of a container becomes a tag`() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures/ContainerNames.txt")
        let names = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(!names.isEmpty)
        let folders = names.enumerated().map { index, name in
            "<DT><H3>\(name)</H3><DL><DT><A HREF='https://a.com/\(index)'>A</A></DL>"
        }
        let html = "<DL>\(folders.joined(separator: "\n"))</DL>"
        let imported = try await Imported(html, foldersAsTags: true)
        #expect(imported.links.count == names.count)
        for (name, link) in zip(names, imported.links) {
            #expect(link.tags.isEmpty, "\(name)")
        }
    }
}
