import Foundation
import ProgramTesting
import Testing

/// Runs Tests/tutorial with small pages.
struct TutorialTests {
    /// Follows a page in an empty home folder. A line with the name of a language, such as `sh`,
    /// begins a block, which ends at an empty line.
    private func follow(_ page: String) async throws -> Outcome {
        let folder = try TemporaryFolder()
        let blocks = page.split(separator: "\n\n").map { block in
            block.contains(/^(sh|text|swift|diff)\n/) ? "```\(block)\n```" : String(block)
        }
        return try await Subprocess.run(
            Page.root.appending(path: "Tests/tutorial").path,
            [folder.write(blocks.joined(separator: "\n\n") + "\n", to: "page.md")]
        )
    }

    private let start = """
        sh
        cd ~
        printf 'a\\nb\\nin %s, 1.25 s\\n  c {\\n  }\\n' "$HOME/Shop" >a.swift


        """

    @Test(
        arguments: Row.table(
            """
            sh⏎cat a.swift⏎⏎text⏎a⏎b⏎in ~/Shop, 0.001 s⏎  c {⏎  }
            sh⏎cat a.swift⏎⏎text⏎…⏎b⏎…⏎  }
            sh⏎cat a.swift⏎⏎text⏎a⏎…
            sh⏎false # fails
            Add `new/b.swift`, a file:⏎⏎swift⏎b⏎⏎sh⏎cat new/b.swift⏎⏎text⏎b
            In `a.swift`, below `c {`, add:⏎⏎swift⏎  d⏎⏎sh⏎cat a.swift⏎⏎text⏎…⏎  c {⏎    d⏎  }
            In `a.swift`, above `a`, add:⏎⏎swift⏎d `e`⏎⏎sh⏎cat a.swift⏎⏎text⏎d `e`⏎a⏎…
            Then: In `a.swift`, replace `b` with:⏎⏎swift⏎B⏎⏎sh⏎cat a.swift⏎⏎text⏎a⏎B⏎…
            Here, `a.swift` contains:⏎⏎swift⏎b
            diff⏎--- a/a.swift⏎+++ b/a.swift⏎@@ -1,2 +1,2 @@⏎-a⏎+A⏎ b⏎⏎sh⏎head -n 1 a.swift⏎⏎text⏎A
            """
        )
    )
    func `runs or applies every block of a page`(row: Row) async throws {
        let outcome = try await follow(start + row.lines(0))
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test(
        arguments: Row.table(
            """
            sh⏎false → this command failed with 1: false
            sh⏎false && true → this command failed with 1: false && true
            sh⏎true # fails → expected this command to fail: true # fails
            sh⏎cat a.swift⏎⏎text⏎a⏎b → the output of this command differs from
            sh⏎cat a.swift⏎⏎text⏎…⏎b → the output of this command differs from
            sh⏎cat a.swift⏎⏎text⏎b⏎… → the output of this command differs from
            sh⏎cat a.swift⏎⏎text⏎…⏎in⏎… → the output of this command differs from
            sh⏎cat a.swift⏎⏎text⏎…⏎b⏎…⏎a⏎… → the output of this command differs from
            A file:⏎⏎swift⏎a → is a block with a caption that
            Add `a.swift`:⏎⏎swift⏎a → 'a.swift' exists
            In `b.swift`, below `a`, add:⏎⏎swift⏎c → 'b.swift' not found
            In `a.swift`, below `x`, add:⏎⏎swift⏎c → 'x' is not exactly one line of 'a.swift'
            `a.swift` contains:⏎⏎swift⏎a⏎c → 'a.swift' does not contain these lines
            diff⏎--- a/a.swift⏎+++ b/a.swift⏎@@ -1,1 +1,1 @@⏎-x⏎+A → cannot apply the diff
            """
        )
    )
    func `fails at a step that cannot be followed`(row: Row) async throws {
        let outcome = try await follow(start + row.lines(0))
        #expect(outcome.code != 0)
        #expect(outcome.errors.contains(row[1]), "\(outcome.output)\(outcome.errors)")
    }
}
