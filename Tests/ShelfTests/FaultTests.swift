import Foundation
import ProgramTesting
import Testing

/// Libraries that cannot be used.
struct FaultTests {
    private let program: Program

    init() throws { program = try Program() }

    /// Expects that a call ends with one line and a code.
    private func expect(
        _ message: String, _ code: Int32 = 69, of call: [String], library: String,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await program.run(call, environment: ["SHELF_LIBRARY": library])
        #expect(outcome.errors == "shelf: \(message)\n", sourceLocation: location)
        #expect(outcome.code == code && outcome.output == "", sourceLocation: location)
    }

    @Test func `a file that is not a library is refused and left as it was`() async throws {
        let file = try program.write(String(repeating: "notes ", count: 200), to: "notes.txt")
        try await expect(
            "'\(file)' is not a library of shelf, and is left as it is; name another with --library", of: ["list"],
            library: file)
        #expect(try String(contentsOf: URL(filePath: file), encoding: .utf8).hasPrefix("notes notes"))
    }

    @Test func `a library that cannot be opened is named, with the words of the system`() async throws {
        for (name, target) in [("loop", "pool"), ("pool", "loop"), ("lost", "missing/library.db")] {
            try FileManager.default.createSymbolicLink(atPath: program.path(name), withDestinationPath: target)
        }
        let places = [
            (program.folder.url.path, "Is a directory"),
            (
                program.path("missing/library.db"),
                "there is no folder '\(program.path("missing"))'; make it first"
            ),
            (program.path("lost"), "No such file or directory"),
            (try program.write("", to: "plain") + "/library.db", "Not a directory"),
            (program.path("loop"), "Too many levels of symbolic links"),
            (program.path(String(repeating: "x", count: 300)), "File name too long"),
        ]
        for (path, reason) in places {
            try await expect(
                "the library '\(path)' cannot be opened (\(reason)); check the path, or name another with --library",
                of: ["add", "--no-fetch", "https://example.org"], library: path)
        }
    }

    @Test(arguments: [
        ("list", 0), ("search a", 1), ("show 1", 1), ("open 1", 1), ("edit 1 --title x", 1), ("edit --fetch", 0),
        ("rm 1", 1), ("tag list", 0), ("undo", 1), ("check", 0), ("export", 0), ("report", 0),
        ("import --dry-run -", 65),
    ])
    func `only what brings links in makes a library, and the rest says that there is none`(call: String, code: Int32)
        async throws
    {
        let outcome = try await program.run(
            call.split(separator: " ").map(String.init), environment: ["SHELF_LIBRARY": program.path("no/slip.db")])
        let note = "there is no library at '\(program.path("no/slip.db"))' yet; 'shelf add' and 'shelf import' make one"
        #expect(outcome.errors.hasPrefix("shelf: \(note)\n") && outcome.code == code, "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: program.path("no")))
    }

    @Test func `the library of an account that has none yet is empty, and not made by looking at it`() async throws {
        let outcome = try await program.run(["list"], environment: [:])
        #expect(outcome.code == 0 && outcome.errors == "shelf: the library is empty; 'shelf add URL' saves a link\n")
        #expect(!FileManager.default.fileExists(atPath: program.path(".local")))
    }

    @Test func `a library is made where a symbolic link leads`() async throws {
        let link = program.path("link.db")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "library.db")
        #expect(try await program.run("--library", link, "add", "--no-fetch", "https://example.org").code == 0)
        #expect(try await program.run("list").output == "1  https://example.org/\n")
    }

    @Test func `an account in which no folder can be made is told`() async throws {
        let data = try program.write("", to: "plain") + "/data"
        let outcome = try await program.run(["list"], environment: ["XDG_DATA_HOME": data])
        let words = "cannot be opened (its folder cannot be made: Not a directory); check the path,"
        #expect(outcome.code == 69)
        #expect(outcome.errors.hasPrefix("shelf: the library '\(data)/shelf/library.db' \(words)"), "\(outcome.errors)")
    }

    @Test func `where no home is named, the account's is taken`() async throws {
        let outcome = try await program.run(["config", "path"], environment: ["HOME": ""])
        #expect(outcome.output.wholeMatch(of: /\/.*\/\.config\/shelf\/config\.json\n/) != nil, "\(outcome.output)")
    }

    @Test func `a damaged library is refused, whatever is asked of it`() async throws {
        let addresses = (1...500).map { "https://example.org/\($0)" }.joined(separator: "\n")
        try await program.run("import", "-q", "-", input: addresses)
        let whole = try Data(contentsOf: URL(filePath: program.library))
        let reason = "is damaged (database disk image is malformed); restore it from a copy, or from an export"
        let foreign = "is not a library of shelf, and is left as it is; name another with --library"
        let page = Data(repeating: 0xAA, count: 4096)
        let damages = [
            ("the library", reason, whole.prefix(5000)),
            ("the library", reason, whole.prefix(4096) + page + whole.dropFirst(8192)),
            ("", foreign, Data(count: 16) + whole.dropFirst(16)),
        ]
        for (index, (what, reason, damaged)) in damages.enumerated() {
            let path = program.path("damaged-\(index).db")
            try damaged.write(to: URL(filePath: path))
            for call in [["list"], ["add", "--no-fetch", "https://example.org/new"], ["undo"]] {
                try await expect(
                    "\(what.isEmpty ? "" : "\(what) ")'\(path)' \(reason)", of: call, library: path)
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == damaged)
        }
    }

    @Test func `a library of a newer shelf is refused`() async throws {
        try await program.run("add", "--no-fetch", "https://example.org")
        let file = try FileHandle(forUpdating: URL(filePath: program.library))
        // Where SQLite keeps `user_version` (https://sqlite.org/fileformat.html#the_database_header).
        try file.seek(toOffset: 60)
        try file.write(contentsOf: [0, 0, 0, 99])
        try file.close()
        let known = "and this shelf knows up to 4; use a newer shelf"
        try await expect(
            "the library '\(program.library)' has format 99, \(known)", of: ["list"], library: program.library)
    }

    @Test func `a library beside which nothing can be written is read, and not changed`() async throws {
        try await program.run("add", "--no-fetch", "https://example.org")
        // What a folder without write permission does to everybody but root, this link does to root as well.
        try FileManager.default.createSymbolicLink(
            atPath: program.library + "-shm", withDestinationPath: "/nowhere/at/all")
        let permissions = "may only be read; change its permissions, or name another with --library"
        let links = try program.write("https://example.org/new\n", to: "links.txt")
        for call in [["add", "--no-fetch", "https://example.org/new"], ["rm", "1"], ["undo"], ["import", links]] {
            try await expect("the library '\(program.library)' \(permissions)", of: call, library: program.library)
        }
        #expect(try await program.run("list").output == "1  https://example.org/\n")
    }

    @Test func `a library is one file once the program has ended`() async throws {
        try await program.run("add", "--no-fetch", "https://example.org")
        let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.url.path)
        #expect(files.filter { $0.hasPrefix("library.db") } == ["library.db"])
    }

    @Test func `a page that fails on its way leaves the old one as it was`() async throws {
        let broken = try program.write(String(repeating: "no library ", count: 100), to: "broken.db")
        let page = try program.write("old", to: "page.html")
        let outcome = try await program.run("--library", broken, "report", "--html", page)
        #expect(outcome.code == 69)
        #expect(try String(contentsOf: URL(filePath: page), encoding: .utf8) == "old")
        let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.url.path)
        #expect(names.filter { $0.hasPrefix(".page") } == [])
    }

    @Test func `nothing is written over the library`() async throws {
        try await program.run("add", "--no-fetch", "https://example.org/1")
        let link = program.path("link.html")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program.library)
        for arguments in [["export", program.library], ["report", "--html", link]] {
            let outcome = try await program.run(arguments, environment: ["SHELF_LIBRARY": program.library])
            #expect(outcome.code == 64 && outcome.errors.contains("is the library itself"), "\(outcome.errors)")
        }
        #expect(try await program.run("list").output.contains("https://example.org/1"))
    }
}
