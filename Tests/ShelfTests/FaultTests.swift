import Foundation
import ProgramTesting
import Testing

/// Libraries that cannot be used, and outputs that take nothing.
struct FaultTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test func `a file that is not a library is refused and left as it was`() async throws {
        let file = try program.write(String(repeating: "notes ", count: 200), to: "notes.txt")
        let outcome = try await program.run("--library", file, "list")
        #expect(outcome.code == 69)
        #expect(
            outcome.errors
                == "shelf: '\(file)' is not a library of shelf, and is left as it is; name another with --library\n")
        #expect(try String(contentsOf: URL(filePath: file), encoding: .utf8).hasPrefix("notes notes"))
    }

    @Test func `a library that cannot be opened is named`() async throws {
        for path in [program.folder.url.path, program.path("missing/library.db")] {
            let outcome = try await program.run("--library", path, "add", "--no-fetch", "https://example.org")
            #expect(outcome.code == 69)
            #expect(outcome.errors.hasPrefix("shelf: the library '\(path)' cannot be opened ("))
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
    }

    @Test func `a library is one file once the program has ended`() async throws {
        try await program.run("add", "--no-fetch", "https://example.org")
        let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.url.path)
        #expect(files.filter { $0.hasPrefix("library.db") } == ["library.db"])
    }

    @Test func `four processes that add at once lose nothing`() async throws {
        let program = program
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let addresses = (0..<50).map { "https://example.org/\(writer)/\($0)" }.joined(separator: "\n")
                    return try await program.run("add", "--no-fetch", "-q", "-", input: addresses).code
                }
            }
            for try await code in group { #expect(code == 0) }
        }
        let links = try await program.run("list", "--json").json as? [[String: Any]]
        #expect(links?.count == 200)
    }

    @Test func `processes that open and close one library all the time lose nothing`() async throws {
        let program = program
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<8 {
                        let outcome = try await program.run(
                            "add", "--no-fetch", "https://example.org/\(writer)/\(number)")
                        #expect(outcome.code == 0, "\(outcome.errors)")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect((try await program.run("list", "--json").json as? [[String: Any]])?.count == 32)
    }

    #if os(Linux)
        @Test func `an output that takes nothing is reported`() async throws {
            try await program.run("add", "--no-fetch", "https://example.org")
            let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
            let outcome = try await program.start("list", output: full).outcome()
            #expect(outcome.code == 74)
            #expect(outcome.errors == "shelf: the output cannot be written; is the disk full?\n")
        }
    #endif
}
