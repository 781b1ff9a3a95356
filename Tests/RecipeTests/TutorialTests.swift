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

    @Test(arguments: [
        "sh\ncat a.swift\n\ntext\na\nb\nin ~/Shop, 0.001 s\n  c {\n  }",
        "sh\ncat a.swift\n\ntext\n…\nb\n…\n  }",
        "sh\ncat a.swift\n\ntext\na\n…",
        "sh\nfalse # fails",
        "Add `new/b.swift`, a file:\n\nswift\nb\n\nsh\ncat new/b.swift\n\ntext\nb",
        "In `a.swift`, below `c {`, add:\n\nswift\n  d\n\nsh\ncat a.swift\n\ntext\n…\n  c {\n    d\n  }",
        "In `a.swift`, above `a`, add:\n\nswift\nd `e`\n\nsh\ncat a.swift\n\ntext\nd `e`\na\n…",
        "Then: In `a.swift`, replace `b` with:\n\nswift\nB\n\nsh\ncat a.swift\n\ntext\na\nB\n…",
        "Here, `a.swift` contains:\n\nswift\nb",
        "diff\n--- a/a.swift\n+++ b/a.swift\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n\nsh\nhead -n 1 a.swift\n\ntext\nA",
    ])
    func `runs or applies every block of a page`(page: String) async throws {
        let outcome = try await follow(start + page)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test(arguments: [
        ("sh\nfalse", "this command failed with 1: false"),
        ("sh\ntrue # fails", "expected this command to fail: true # fails"),
        ("sh\ncat a.swift\n\ntext\na\nb", "the output of this command differs from"),
        ("sh\ncat a.swift\n\ntext\n…\nb", "the output of this command differs from"),
        ("sh\ncat a.swift\n\ntext\nb\n…", "the output of this command differs from"),
        ("sh\ncat a.swift\n\ntext\n…\nin\n…", "the output of this command differs from"),
        ("sh\ncat a.swift\n\ntext\n…\nb\n…\na\n…", "the output of this command differs from"),
        ("A file:\n\nswift\na", "is a block with a caption that"),
        ("Add `a.swift`:\n\nswift\na", "'a.swift' exists"),
        ("In `b.swift`, below `a`, add:\n\nswift\nc", "'b.swift' not found"),
        ("In `a.swift`, below `x`, add:\n\nswift\nc", "'x' is not exactly one line of 'a.swift'"),
        ("`a.swift` contains:\n\nswift\na\nc", "'a.swift' does not contain these lines"),
        (
            "diff\n--- a/a.swift\n+++ b/a.swift\n@@ -1,1 +1,1 @@\n-x\n+A",
            "cannot apply the diff"
        ),
    ])
    func `fails at a step that cannot be followed`(page: String, error: String) async throws {
        let outcome = try await follow(start + page)
        #expect(outcome.code != 0)
        #expect(outcome.errors.contains(error), "\(outcome.output)\(outcome.errors)")
    }
}
