import CoreTesting
import ProgramTesting
import Testing

/// Tests of `shelf rm`.
struct RemoveCommandTests {
    private let shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf()
    }

    @Test func `rm removes all given links or none`() async throws {
        try await shelf.add("https://example.org/1 https://example.org/2 https://example.org/3")
        try await shelf.expect(
            transcript: """
                $ shelf rm 1 9
                ! error: link 9 not found[..]
                [1]
                $ shelf rm 1 2 --dry-run
                would remove 1  https://example.org/1
                would remove 2  https://example.org/2
                $ shelf rm 1
                removed 1  https://example.org/1
                $ shelf rm 2 -q
                $ shelf rm 3 --json
                [
                {"id":3,[..]
                ]
                $ shelf list --json
                []
                ! note: the library is empty; 'shelf add URL' saves a link
                $ shelf undo -q
                $ shelf show 2
                ! error: link 2 not found[..]
                [1]
                """
        )
    }

    @Test func `rm prints the verdict of each link as JSON`() async throws {
        let shelf = try InProcessShelf("/ 410")
        try await shelf.add("http://site.example/")
        try await shelf.run("check")
        #expect(try await shelf.links("rm 1 --dry-run").map(\.verdict) == ["dead"])
        #expect(try await shelf.links("rm 1").map(\.verdict) == ["dead"])
    }

    /// Commands, answers, and exit codes. The command without an answer asks no question.
    @Test(
        arguments: Row.table(
            """
            rm 1 2 → y → 0
            rm 1 2 → Y → 0
            rm 1 2 → yes → 0
            rm 1 2 → YES → 0
            rm 1 2 → ⏎ → 1
            rm 1 2 → n → 1
            rm 1 2 → yep → 1
            rm 1 2 --force → → 0
            rm 1 → → 0
            """
        )
    )
    func `rm asks before it removes several links, and accepts y and yes`(row: Row) async throws {
        try await shelf.add("https://example.org/1 --title One")
        try await shelf.add("https://example.org/2")
        let terminal = try RecordingTerminal(
            input: row[1].isEmpty ? "n" : row.lines(1),
            columns: 80
        )
        let outcome = try await shelf.run(CommandLine(stringLiteral: row[0]), on: terminal)
        let code = try #require(Int32(row[2]))
        #expect(outcome.code == code)
        let question = "  1  One\n  2  https://example.org/2\nRemove 2 links? [y/N] "
        #expect(outcome.errors == (row[1].isEmpty ? "" : question))
        #expect(outcome.output.hasPrefix("removed 1  One\n") == (code == 0))
        #expect(try await shelf.run("show 1").code == 1 - code)
    }
}
