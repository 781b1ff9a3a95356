import Foundation

struct BookmarkFile {
    static let name = "bookmarks.html"
    let links: Int
    private(set) var matches: [Search: Int] = [:]

    init(in folder: String, links: Int) throws {
        var random = RandomNumbers(seed: 42)
        var matches: [Search: Int] = [:]
        try self.init(in: folder, links: links) { number in
            let link = SampleLink(number, &random)
            let start = link.isAtFolderStart ? Self.nextFolder(number, &random) : ""
            let words = link.words
            for search in Search.allCases where search.matches(words) {
                matches[search, default: 0] += 1
            }
            return start + Self.entry(link)
        }
        self.matches = matches
    }

    /// Creates a file with links to the pages 0, 1, … of a server, distributed over its hosts.
    init(in folder: String, links: Int, hosts: Int, port: UInt16) throws {
        try self.init(in: folder, links: links) { number in
            "    <DT><A HREF=\"http://127.0.0.\(1 + number % hosts):\(port)/page/\(number)\" ADD_DATE=\"1700000000\">"
                + "Page \(number)</A>\n"
        }
    }

    private init(in folder: String, links: Int, entry: (_ number: Int) -> String) throws {
        self.links = links
        let url = URL(filePath: "\(folder)/\(Self.name)")
        try Data(Self.head.utf8).write(to: url)
        let file = try FileHandle(forWritingTo: url)
        try file.seekToEnd()
        // The file is written in parts to limit the peak memory usage of this process, because each
        // measured program is forked from this process and inherits the peak.
        for start in stride(from: 0, to: links, by: 250) {
            let entries = (start..<min(start + 250, links)).map(entry)
            try file.write(contentsOf: Data(entries.joined().utf8))
        }
        try file.write(contentsOf: Data("    </DL><p>\n</DL><p>\n".utf8))
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
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
        }
        let tags = link.tags.isEmpty ? "" : " TAGS=\"\(link.tags.joined(separator: ","))\""
        let note = link.note.map { "        <DD>\(escaped($0))\n" } ?? ""
        let url = escaped(link.url)
        return
            "        <DT><A HREF=\"\(url)\" ADD_DATE=\"\(link.added)\"\(tags)>\(escaped(link.title))</A>\n\(note)"
    }
}

struct SampleLink {
    let url, title: String
    let note: String?
    let tags: [String]
    /// The date on which the link was added, in seconds since 1970.
    let added: Int
    let isAtFolderStart: Bool

    init(_ number: Int, _ random: inout RandomNumbers) {
        url = Self.url(number, &random)
        title = Self.title(number, &random)
        note = random.bool(percent: 30) ? Self.words(8 + random.below(20), &random) + "." : nil
        tags = Self.tags(&random)
        added = 1_230_768_000 + random.below(500_000_000)
        isAtFolderStart = random.below(40) == 0
    }

    /// The words that a search can match. URLs and tags do not contain search terms.
    var words: [Substring] { (title + " " + (note ?? "")).lowercased().split { !$0.isLetter } }
    static let rareWord = "ornithology"
    static let twoWords = ["harbour", "lantern"]
    static let phrase = ["structured", "concurrency"]

    private static func url(_ number: Int, _ random: inout RandomNumbers) -> String {
        let host = Vocabulary.addresses.draw(&random)
        let domain = ["com", "org", "net", "io", "dev"][random.below(5)]
        let path = (0...random.below(4)).map { _ in Vocabulary.addresses.draw(&random) }.joined(
            separator: "-"
        )
        let query = random.bool(percent: 10) ? "?page=\(random.below(100))&order=new" : ""
        return
            "https://\(random.bool(percent: 50) ? "www." : "")\(host).\(domain)/\(path)/\(number)\(query)"
    }

    private static func title(_ number: Int, _ random: inout RandomNumbers) -> String {
        var title = words(3 + random.below(7), &random)
        if number % 5_000 == 17 {
            title += " \(rareWord)"
        }
        if number % 40 == 3 {
            title += " \(twoWords[0])"
        }
        if number % 70 == 3 {
            title = "\(twoWords[1]) \(title)"
        }
        if number % 500 == 9 {
            title += " with \(phrase.joined(separator: " "))"
        }
        if number % 90 == 11 {
            title += " of \(phrase.reversed().joined(separator: " "))"
        }
        if random.bool(percent: 25) {
            title += " – R&D at “\(Vocabulary.addresses.draw(&random))”"
        }
        return title.prefix(1).uppercased() + title.dropFirst()
    }

    private static func words(_ count: Int, _ random: inout RandomNumbers) -> String {
        (0..<count).map { _ in Vocabulary.text.draw(&random) }.joined(separator: " ")
    }

    private static func tags(_ random: inout RandomNumbers) -> [String] {
        var tags: [String] = []
        for _ in 0..<random.below(5) {
            let tag = Vocabulary.tags.draw(&random)
            if !tags.contains(tag) {
                tags.append(tag)
            }
        }
        return tags
    }
}
