extension Section {
    /// What every program does first.
    static func start(in folder: String) -> Section {
        Section(
            title: "start", folder: folder,
            rows: [Row(title: "--version", goal: .atMost(0.025), calls: Contender.allCases.map(Call.start))])
    }

    /// What one does with a library; the goals are for large ones.
    static func library(of file: BookmarkFile, in folder: String) -> Section {
        let isLarge = file.links >= 100_000
        let newest = [
            Call(.shelf, ["list", "-n", "1"], proof: Proof(text: "https://", times: 1)),
            Call(.buku, buku(["-p", "-1"]), proof: Proof(text: "https://", times: 1)),
        ]
        let searches = Search.allCases.map { search in
            // What prints a third of the library is as slow as its output is long.
            Row(
                title: search.rawValue, goal: isLarge && search != .commonWord ? .beyondStart(0.020) : nil,
                calls: printing(
                    file.matches[search] ?? 0, shelf: ["search", search.query], buku: ["-S"] + search.arguments))
        }
        return Section(
            title: "\(file.links.grouped) links", folder: folder,
            rows: [
                Row(title: "import", goal: isLarge ? .atMost(3) : nil, calls: importing(file)),
                Row(title: "show the newest", calls: newest),
            ] + searches + [
                Row(title: "list as JSON", calls: printing(file.links, shelf: ["list"], buku: ["-p"])),
                Row(title: "export for browsers", calls: exporting(file.links)),
            ])
    }

    private static func importing(_ file: BookmarkFile) -> [Call] {
        [
            Call(
                .shelf, ["import", file.name], removing: "shelf",
                proof: Proof(text: shelfRecord, times: file.links, source: .answer(to: ["list", "--json"]))),
            Call(
                .buku, buku(["--tacit", "-i", file.name]), removing: "buku",
                proof: Proof(text: bukuRecord, times: file.links, source: .answer(to: buku(["--json", "-p"])))),
        ]
    }

    private static func exporting(_ links: Int) -> [Call] {
        [
            Call(
                .shelf, ["export", "shelf.html"], removing: "shelf.html",
                proof: Proof(text: "<DT><A HREF=", times: links, source: .file("shelf.html"))),
            Call(
                .buku, buku(["--tacit", "-e", "buku.html"]), removing: "buku.html",
                proof: Proof(text: "<DT><A HREF=", times: links, source: .file("buku.html"))),
        ]
    }

    private static func printing(_ links: Int, shelf: [String], buku: [String]) -> [Call] {
        [
            Call(.shelf, shelf + ["--json"], proof: Proof(text: shelfRecord, times: links)),
            Call(.buku, Self.buku(["--json"] + buku), proof: Proof(text: bukuRecord, times: links)),
        ]
    }

    /// Without questions, and without reading what is not there.
    private static func buku(_ arguments: [String]) -> [String] { ["--nostdin", "--np", "--nc"] + arguments }

    private static let shelfRecord = "{\"id\":"
    private static let bukuRecord = "\"uri\":"
}
