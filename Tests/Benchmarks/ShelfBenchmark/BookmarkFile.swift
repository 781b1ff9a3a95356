import Foundation

/// A bookmark file as browsers write it, and what is to be found in it.
struct BookmarkFile {
    let name: String
    let links: Int
    /// How many links each search should find.
    private(set) var matches: [Search: Int] = [:]

    /// Writes a file of so many links, the same bytes each time.
    init(_ name: String, in folder: String, links: Int) throws {
        self.name = name
        self.links = links
        var random = RandomNumbers(seed: 42)
        var text = Self.head
        let file = try Self.emptyFile("\(folder)/\(name)")
        for number in 0..<links {
            let link = SampleLink(number, &random)
            if link.isAtFolderStart { text += Self.nextFolder(number, &random) }
            text += Self.entry(link)
            let words = link.words
            for search in Search.allCases where search.matches(words) { matches[search, default: 0] += 1 }
            // In pieces, for a peak of memory here is one of every program that is measured.
            if text.utf8.count > 65_536 || number == links - 1 {
                try file.write(contentsOf: Data(text.utf8))
                text = ""
            }
        }
        try file.write(contentsOf: Data("    </DL><p>\n</DL><p>\n".utf8))
        try file.close()
    }

    /// Writes a file of links to a server: page 0, 1, … of its hosts in turn.
    init(_ name: String, in folder: String, links: Int, hosts: Int, port: UInt16) throws {
        self.name = name
        self.links = links
        let entries = (0..<links).map { number in
            "    <DT><A HREF=\"http://127.0.0.\(1 + number % hosts):\(port)/page/\(number)\" ADD_DATE=\"1700000000\">"
                + "Page \(number)</A>\n"
        }
        let file = try Self.emptyFile("\(folder)/\(name)")
        try file.write(contentsOf: Data((Self.head + entries.joined() + "    </DL><p>\n</DL><p>\n").utf8))
        try file.close()
    }

    private static let head = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p>
            <DT><H3 ADD_DATE="1230768000">Unsorted</H3>
            <DL><p>

        """

    private static func nextFolder(_ number: Int, _ random: inout RandomNumbers) -> String {
        "    </DL><p>\n    <DT><H3 ADD_DATE=\"1230768000\">\(Vocabulary.tags.draw(&random)) \(number)</H3>\n    <DL><p>\n"
    }

    private static func entry(_ link: SampleLink) -> String {
        let tags = link.tags.isEmpty ? "" : " TAGS=\"\(link.tags.joined(separator: ","))\""
        let note = link.note.map { "        <DD>\($0.escaped)\n" } ?? ""
        return
            "        <DT><A HREF=\"\(link.url.escaped)\" ADD_DATE=\"\(link.added)\"\(tags)>\(link.title.escaped)</A>\n\(note)"
    }

    private static func emptyFile(_ path: String) throws -> FileHandle {
        try Data().write(to: URL(filePath: path))
        return try FileHandle(forWritingTo: URL(filePath: path))
    }
}

extension String {
    /// As HTML.
    fileprivate var escaped: String { replacing("&", with: "&amp;").replacing("\"", with: "&quot;") }
}
