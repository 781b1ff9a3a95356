import Foundation
import ProgramTesting
import Testing

/// Tests of completion in bash, which every machine has. Tests/shells tests zsh and fish.
struct CompletionTests {
    private let program: Program
    init() throws {
        program = try Program()
    }

    @Test(
        arguments: Row.table(
            """
            li → list
            -q un → undo
            --library x.db re → report
            list re →
            list --de → --dead --dead-since
            list --lib → --library
            search --unt → --untagged --untitled
            show --de →
            --ver → --verbose --version
            list --sort ti → title
            search --sort rel → relevance
            config p → path
            completions z → zsh
            help exi → exit-codes
            tag re → rename remove
            list --verdict ok,m → ok,moved
            → add list search show open edit rm tag undo check import export report config help completions
            """
        )
    )
    func `the completion offers commands, options and choices`(row: Row) async throws {
        let words = row[0].components(separatedBy: " ")
        let outcome = try await InProcessShelf().run("completions bash -- \(words)")
        #expect(outcome.code == 0)
        #expect(outcome.errors == "")
        let offers = outcome.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(offers.filter { $0.hasPrefix(words.last ?? "") }.joined(separator: " ") == row[1])
    }

    /// Compares bash's suggestions for the last word with the expected suggestions.
    private func expect(
        _ call: CommandLine,
        offers expected: [String],
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let file = try program.write(
            """
            shopt -u progcomp_alias 2>/dev/null
            \(try await program.run("completions bash").output)
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            _shelf 2>/dev/null
            for offer in ${COMPREPLY[@]+"${COMPREPLY[@]}"}; do echo "$offer"; done
            """,
            to: "complete.bash"
        )
        let outcome = try await Subprocess.run(
            "bash",
            ["--norc", file, BuiltProducts.program("Shelf")] + call.arguments,
            environment: program.environment,
            in: program.folder.url.path
        )
        #expect(outcome.errors == "", sourceLocation: location)
        let offers = outcome.output.split(separator: "\n").map { String($0) }
        #expect(offers == expected, sourceLocation: location)
    }

    @Test func `bash completes words, choices after an equals sign, and files`() async throws {
        try await expect("-q un", offers: ["undo"])
        try await expect("list --sort = ti", offers: ["title"])
        try await expect("list --sort =", offers: ["added", "title", "checked"])
        try program.write("", to: "my links.html")
        try await expect("report --html my", offers: ["my links.html"])
        try await expect("list my", offers: [])
        try await expect("list --verdict ok,fl", offers: ["ok,flaky"])
    }

    @Test
    func `bash completes and quotes the tags of the library, and does not execute them`()
        async throws
    {
        let witness = program.path("ran")
        let tags = ["to read", "$(touch \(witness))", "`touch \(witness)`"]
        try await program.add("https://example.org \(tags.flatMap { ["-t", $0] })")
        try await expect("list -t to", offers: ["to\\ read"])
        try await expect("tag merge a b to", offers: ["to\\ read"])
        try await expect("list -t swift,to", offers: ["swift,to\\ read"])
        try await expect("list --tag = a,b,to", offers: ["a,b,to\\ read"])
        try await expect("edit 1 --tags 'To read,to'", offers: [])
        try await expect("list --tag $", offers: ["\\$\\(touch\\ \(witness)\\)"])
        try await expect("list --tag `", offers: ["\\`touch\\ \(witness)\\`"])
        #expect(!program.folder.exists("ran"))
    }
}
