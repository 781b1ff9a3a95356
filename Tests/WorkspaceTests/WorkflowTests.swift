import Foundation
import ProgramTesting
import Testing

/// Tests the GitHub workflows, which cannot run locally.
struct WorkflowTests {
    private func lines(of name: String) throws -> [Substring] {
        try contents(of: ".github/workflows/\(name)").split(separator: "\n")
            .filter { !$0.contains(/^ *#/) }
    }

    @Test
    func `a push and a pull request run the CI script and build the tests on macOS`() throws {
        let lines = try lines(of: "tests.yml")
        #expect(lines.contains("  push:"))
        #expect(lines.contains("  pull_request:"))
        let steps = lines.compactMap {
            $0.firstMatch(of: /^ +(?:runs-on|- run): (.+)$/).map { String($0.1) }
        }
        #expect(
            steps == [
                "ubuntu-latest",
                #"git config --global --add safe.directory "$GITHUB_WORKSPACE""#,
                ".ci/run",
                "macos-26",
                "swift build --build-tests",
            ]
        )
        #expect(
            FileManager.default.isExecutableFile(
                atPath: BuiltProducts.packageRoot.appending(path: ".ci/run").path
            )
        )
    }

    /// The workflows use a subset of YAML: keys with plain values, and lists, each level indented
    /// by two spaces.
    @Test func `the workflows use only plain keys and values`() throws {
        let folder = BuiltProducts.packageRoot.appending(path: ".github/workflows")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            var depth = 0
            var opensBlock = true
            for line in try lines(of: name) {
                let match = try #require(
                    line.wholeMatch(
                        of: /(?<indent>(?:  )*)(?<item>- )?[\w-]+:(?: (?<value>[^ ].*))?/
                    ),
                    "\(name): \(line)"
                )
                let indent = match.indent.count / 2
                #expect(indent <= depth + (opensBlock ? 1 : 0), "\(name): \(line)")
                let value = match.value ?? ""
                #expect(!value.contains(": "), "\(name): \(line)")
                #expect(!value.contains(" #"), "\(name): \(line)")
                depth = indent + (match.item == nil ? 0 : 1)
                opensBlock = value.isEmpty
            }
        }
    }
}
