import CBenchmarkSupport
import Foundation

struct Section {
    let title, folder: String
    let rows: [Row]
}

struct Row {
    let title: String
    var goal: Goal?
    var visit: Visit?
    let calls: [Call]
}

struct Visit { let pages, milliseconds: Int }

/// A goal for shelf, in seconds of real time.
enum Goal {
    case atMost(Double)
    /// The work takes at most this many seconds more than the program takes to start. The start and
    /// the row are measured alternately.
    case beyondStart(Double)
    /// The rate is at least this fraction of the ideal rate, at which the work would take `ideal`
    /// seconds.
    case share(Double, ideal: Double)
    case ahead(of: Contender)
}

struct Call {
    let contender: Contender
    let arguments: [String]
    /// The number of programs that run at once.
    var copies = 1
    var removing: String?
    /// The arguments of an unmeasured call before each run.
    var preparing: [String]?
    /// The proof that the run was correct, or `nil` if only the exit code can be checked.
    var proof: Proof?

    static func start(_ contender: Contender) -> Call {
        Call(contender: contender, arguments: contender.versionArguments)
    }
}

struct Proof {
    let text: String
    let times: Int
    var file = ProgramRun.output
    /// The arguments of an unmeasured call after the run.
    var asking: [String]?
}

enum Search: String, CaseIterable {
    case rareWord = "search: a rare word"
    case twoWords = "search: two words"
    case phrase = "search: a phrase"
    case commonWord = "search: a very common word"

    var arguments: [String] {
        switch self {
        case .rareWord: [SampleLink.rareWord]
        case .twoWords: SampleLink.twoWords
        case .phrase: [SampleLink.phrase.joined(separator: " ")]
        case .commonWord: [Vocabulary.commonWord]
        }
    }

    var query: String { self == .phrase ? "\"\(arguments[0])\"" : arguments.joined(separator: " ") }

    func matches(_ words: [Substring]) -> Bool {
        arguments.allSatisfy { argument in words.contains(argument.split(separator: " ")) }
    }
}

extension Section {
    private static let hosts = 100
    private static let concurrency = 128

    static func all(in folder: String, isQuick: Bool) throws -> [Section] {
        let home = try subfolder("start", of: folder)
        let libraries = try (isQuick ? [10_000] : [10_000, 100_000]).map { links in
            let folder = try subfolder("library-\(links)", of: folder)
            return library(of: try BookmarkFile(in: folder, links: links), in: folder)
        }
        let port = load_server_start(Int32(hosts))
        guard port != 0 else {
            let reason = NSError(domain: NSPOSIXErrorDomain, code: Int(errno)).localizedDescription
            throw BenchmarkError(
                "no server can listen on 127.0.0.1 to 127.0.0.\(hosts): \(reason); on macOS, add each address to the "
                    + "loopback interface with 'sudo ifconfig lo0 alias 127.0.0.N'"
            )
        }
        let start = Section(
            title: "start",
            folder: home,
            rows: [
                Row(
                    title: "--version",
                    goal: .atMost(0.015),
                    calls: Contender.allCases.map(Call.start)
                )
            ]
        )
        let shared = try ProcessInfo.processInfo.environment["SHELF_BENCHMARK_LIBRARY"].map {
            library in
            try sharedCheck(of: library, isQuick: isQuick, port: port, in: folder)
        }
        return [start] + libraries + [
            try check(hosts: 1, "to one host", milliseconds: 0, port: port, in: folder),
            try check(
                hosts: hosts,
                "to \(hosts) hosts, 50 ms away",
                milliseconds: 50,
                port: port,
                in: folder
            ),
        ] + [shared].compactMap(\.self)
    }

    private static func subfolder(_ name: String, of folder: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: "\(folder)/\(name)",
            withIntermediateDirectories: false
        )
        return "\(folder)/\(name)"
    }

    private static func library(of file: BookmarkFile, in folder: String) -> Section {
        let isLarge = file.links >= 100_000
        let one = Proof(text: "https://", times: 1)
        let newest = [
            Call(contender: .shelf, arguments: ["list", "-n", "1"], proof: one),
            Call(contender: .buku, arguments: buku(["-p", "-1"]), proof: one),
        ]
        let searches = Search.allCases.map { search in
            // The very common word has no goal, because it matches a third of the library, and the
            // time to print that depends mostly on the output.
            Row(
                title: search.rawValue,
                goal: isLarge && search != .commonWord ? .beyondStart(0.020) : nil,
                calls: printing(
                    file.matches[search] ?? 0,
                    shelf: ["search", search.query],
                    buku: ["-S"] + search.arguments
                )
            )
        }
        return Section(
            title: "\(file.links.grouped) links",
            folder: folder,
            rows: [
                Row(title: "import", goal: isLarge ? .atMost(3) : nil, calls: importing(file)),
                Row(title: "show the newest", calls: newest),
            ] + searches + [
                Row(
                    title: "list as JSON",
                    calls: printing(file.links, shelf: ["list"], buku: ["-p"])
                ),
                Row(title: "export for browsers", calls: exporting(file.links)),
            ]
        )
    }

    private static func importing(_ file: BookmarkFile) -> [Call] {
        [
            Call(
                contender: .shelf,
                arguments: ["import", BookmarkFile.name],
                removing: "shelf",
                proof: Proof(text: shelfRecord, times: file.links, asking: ["list", "--json"])
            ),
            Call(
                contender: .buku,
                arguments: buku(["--tacit", "-i", BookmarkFile.name]),
                removing: "buku",
                proof: Proof(text: bukuRecord, times: file.links, asking: buku(["--json", "-p"]))
            ),
        ]
    }

    private static func exporting(_ links: Int) -> [Call] {
        func call(_ contender: Contender, _ arguments: [String], _ file: String) -> Call {
            Call(
                contender: contender,
                arguments: arguments + [file],
                removing: file,
                proof: Proof(text: "<DT><A HREF=", times: links, file: file)
            )
        }
        return [
            call(.shelf, ["export"], "shelf.html"),
            call(.buku, buku(["--tacit", "-e"]), "buku.html"),
        ]
    }

    private static func printing(_ links: Int, shelf: [String], buku: [String]) -> [Call] {
        [
            Call(
                contender: .shelf,
                arguments: shelf + ["--json"],
                proof: Proof(text: shelfRecord, times: links)
            ),
            Call(
                contender: .buku,
                arguments: Self.buku(["--json"] + buku),
                proof: Proof(text: bukuRecord, times: links)
            ),
        ]
    }

    /// Returns the arguments, preceded by options that prevent buku from prompting and from reading
    /// standard input.
    private static func buku(_ arguments: [String]) -> [String] {
        ["--nostdin", "--np", "--nc"] + arguments
    }

    private static let shelfRecord = "{\"id\":"
    private static let bukuRecord = "\"uri\":"

    /// Returns a section that checks links to hosts that respond after a delay. Without a delay,
    /// only the processors limit the rate.
    private static func check(
        hosts: Int,
        _ title: String,
        milliseconds: Int,
        port: UInt16,
        in folder: String
    ) throws -> Section {
        let folder = try subfolder("hosts-\(hosts)", of: folder)
        try linkcheckerConfiguration.write(
            toFile: "\(folder)/linkchecker.ini",
            atomically: true,
            encoding: .utf8
        )
        let file = try BookmarkFile(in: folder, links: 10_000, hosts: hosts, port: port)
        let ideal = Double(file.links * milliseconds) / 1000 / Double(concurrency)
        return Section(
            title: "\(file.links.grouped) links \(title)",
            folder: folder,
            rows: [
                Row(
                    title: "check",
                    goal: milliseconds == 0 ? .ahead(of: .lychee) : .share(0.95, ideal: ideal),
                    visit: Visit(pages: file.links, milliseconds: milliseconds),
                    calls: checking(file)
                )
            ]
        )
    }

    /// Returns a section in which several programs check one library on a server. The number of
    /// concurrent requests limits the rate.
    private static func sharedCheck(
        of library: String,
        isQuick: Bool,
        port: UInt16,
        in folder: String
    ) throws -> Section {
        let folder = try subfolder("shared", of: folder)
        let file = try BookmarkFile(
            in: folder,
            links: isQuick ? 2000 : 10_000,
            hosts: hosts,
            port: port
        )
        let milliseconds = 50
        let concurrency = 16
        let check = [
            "check", "--library", library, "--concurrency", "\(concurrency)", "--interval", "0ms",
        ]
        let rows = [1, 2, 4].map { copies in
            let rate = copies * concurrency * 1000 / milliseconds
            return Row(
                title: copies == 1 ? "check: one program" : "check: \(copies) programs",
                goal: .share(0.85, ideal: Double(file.links) / Double(rate)),
                visit: Visit(pages: file.links, milliseconds: milliseconds),
                calls: [
                    Call(
                        contender: .shelf,
                        arguments: check,
                        copies: copies,
                        preparing: ["import", "--library", library, BookmarkFile.name],
                        proof: Proof(
                            text: "checked \(file.links) links: \(file.links) ok\n",
                            times: copies
                        )
                    )
                ]
            )
        }
        return Section(
            title: "\(file.links.grouped) links on a server, to \(hosts) hosts, 50 ms away",
            folder: folder,
            rows: rows
        )
    }

    private static func checking(_ file: BookmarkFile) -> [Call] {
        let width = String(concurrency)
        let lychee = [
            "--no-progress", "--format", "json", "--max-concurrency", width, "--host-concurrency",
            width, "--host-request-interval", "0ms", BookmarkFile.name,
        ]
        let linkchecker = [
            "--config", "linkchecker.ini", "--no-status", "--threads", width, "--recursion-level",
            "1", BookmarkFile.name,
        ]
        return [
            Call(
                contender: .shelf,
                arguments: [
                    "check", "--concurrency", width, "--per-host", width, "--interval", "0ms",
                ],
                removing: "shelf",
                preparing: ["import", BookmarkFile.name],
                proof: Proof(text: "checked \(file.links) links: \(file.links) ok\n", times: 1)
            ),
            Call(
                contender: .lychee,
                arguments: lychee,
                proof: Proof(text: "\"successful\": \(file.links),", times: 1)
            ),
            Call(
                contender: .linkchecker,
                arguments: linkchecker,
                proof: Proof(text: " 0 errors found", times: 1)
            ),
        ]
    }

    private static let linkcheckerConfiguration = """
        [checking]
        maxrequestspersecond=1000000
        [filtering]
        checkextern=1

        """
}
