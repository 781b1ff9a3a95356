import Foundation
import ProgramTesting
import Testing

/// Completion in a real bash, which every machine has; Tests/shells does the same for zsh and fish.
struct CompletionTests {
    private let program: Program

    init() throws { program = try Program() }

    /// What bash offers after these words, of which the last is the one that is typed.
    private func offers(_ words: String...) async throws -> [String] {
        let script = try await InProcessShelf().run("completions", "bash")
        #expect(script.code == 0 && script.errors == "")
        let file = try program.write(
            """
            shopt -u progcomp_alias 2>/dev/null
            \(script.output)
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            _shelf 2>/dev/null
            for offer in ${COMPREPLY[@]+"${COMPREPLY[@]}"}; do echo "$offer"; done
            """, to: "complete.bash")
        let outcome = try await Call.run(
            "bash", ["--norc", file, BuiltProducts.program("shelf")] + words,
            environment: ["HOME": program.folder.url.path, "PATH": "/usr/bin:/bin", "SHELF_LIBRARY": program.library],
            in: program.folder.url.path)
        #expect(outcome.errors == "")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test func `commands are completed, before and after options`() async throws {
        #expect(try await offers("li") == ["list"])
        #expect(try await offers("-q", "un") == ["undo"])
        #expect(try await offers("--library", "x.db", "re") == ["report"])
        #expect(try await offers("").count >= 16)
        #expect(try await offers("list", "x") == [])
    }

    @Test func `options are those of the command and those of all`() async throws {
        #expect(try await offers("list", "--de") == ["--dead"])
        #expect(try await offers("list", "--lib") == ["--library"])
        #expect(try await offers("search", "--unt") == ["--untagged", "--untitled"])
        #expect(try await offers("show", "--de") == [])
        #expect(try await offers("--ver") == ["--verbose", "--version"])
    }

    @Test func `choices are completed, after a space and after an equals sign`() async throws {
        #expect(try await offers("list", "--sort", "ti") == ["title"])
        #expect(try await offers("list", "--sort", "=", "ti") == ["title"])
        #expect(try await offers("list", "--sort", "=") == ["added", "title", "checked"])
        #expect(try await offers("search", "--sort", "rel") == ["relevance"])
        #expect(try await offers("config", "p") == ["path"])
        #expect(try await offers("completions", "z") == ["zsh"])
        #expect(try await offers("help", "exi") == ["exit-codes"])
    }

    @Test func `files are completed where files go`() async throws {
        try program.write("", to: "my links.html")
        #expect(try await offers("report", "--html", "my") == ["my links.html"])
        #expect(try await offers("--library", "my") == ["my links.html"])
    }

    @Test func `tags come from the library, quoted, and none is ever run`() async throws {
        let witness = program.path("ran")
        try await program.run(
            "add", "-q", "--no-fetch", "https://example.org", "-t", "to read", "-t", "$(touch \(witness))", "-t",
            "`touch \(witness)`")
        #expect(try await offers("list", "-t", "to") == ["to\\ read"])
        #expect(try await offers("tag", "rename", "to") == ["to\\ read"])
        #expect(try await offers("tag", "merge", "a", "b", "to") == ["to\\ read"])
        #expect(try await offers("list", "--tag", "").count == 3)
        #expect(!FileManager.default.fileExists(atPath: witness))
    }
}
