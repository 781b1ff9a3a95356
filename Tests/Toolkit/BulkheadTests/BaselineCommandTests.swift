import Foundation
import PackageManifestTesting
import ProgramTesting
import Testing

/// Tests the baseline and `check --since` in a Git repository, by running the program.
struct BaselineCommandTests: PackageCaller {
    let package: DescribedRepository
    private let file = "boundaries-baseline.json"

    init() async throws {
        let source = "import Core\n"
        package = try DescribedRepository(
            "App\nHome\nNet\nCore",
            files: [
                "Package.swift": "", "Sources/App/App.swift": source,
                "Sources/Home/Home.swift": source, "Sources/Net/Net.swift": source,
                "Sources/Core/Core.swift": "",
            ]
        )
        try writeBaseline("App", "Home", "Net")
        try await initialize()
    }

    private func writeBaseline(_ modules: String...) throws {
        let lines = modules.map {
            #"  {"module":"\#($0)","rule":"undeclared-import","subject":"Core"}"#
        }
        try package.write(
            "{\"violations\": [\n\(lines.joined(separator: ",\n"))\n]}\n",
            to: file
        )
    }

    private func modules() throws -> [String] {
        try folder.text(file).matches(of: /"module":"(\w+)"/).map { String($0.1) }
    }

    /// Causes a conflict between a branch that added `App`, and a branch that added `Net` and
    /// `Zoo`.
    private func conflict(style: String) async throws {
        try await git("config", "merge.conflictStyle", style)
        try writeBaseline("Home")
        try await commit()
        try await git("checkout", "--quiet", "-b", "topic")
        try writeBaseline("Home", "Net", "Zoo")
        try await commit()
        try await git("checkout", "--quiet", "main")
        try writeBaseline("App", "Home")
        try await commit()
        // Git requires an identity, which a new machine does not have.
        let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        let merge = ["-C", path] + identity + ["merge", "--no-edit", "topic"]
        let outcome = try await Subprocess.run("git", merge)
        try #require(outcome.code == 1, "\(outcome.output)\(outcome.errors)")
    }

    @Test(arguments: ["merge", "diff3"])
    func `writing the baseline resolves a conflict, and keeps the entries that still apply`(
        style: String
    ) async throws {
        try await conflict(style: style)
        let check = try await bulkhead("check")
        #expect(check.code == 65)
        let place = "\(path)/\(file)"
        let error =
            "\(place): contains Git conflict markers; run 'bulkhead check --write-baseline'"
        #expect(check.errors == "error: \(error)\n")
        let written = try await bulkhead("check --write-baseline")
        #expect(written.errors == "wrote boundaries-baseline.json: 3 violations (1 fewer)\n")
        #expect(written.code == 0)
        #expect(try modules() == ["App", "Home", "Net"])
    }

    @Test func `check --since fails for new errors`() async throws {
        try package.write("import Core\nimport Net\n", to: "Sources/App/App.swift")
        let check = try await bulkhead("check --since main")
        #expect(check.code == 1)
        #expect(check.output.hasPrefix("Sources/App/App.swift:2:8: error: 'App' imports 'Net' "))
    }

    @Test func `check --since fails for weaker rules only with --strict`() async throws {
        #expect(try await bulkhead("check --since main --strict").code == 0)
        try writeBaseline("App", "Home", "Net", "Zoo")
        let check = try await bulkhead("check --since main")
        #expect(check.code == 0)
        let warning = "the baseline allows undeclared-import in 'Zoo' (concerning 'Core')"
        #expect(check.output.contains(": warning: \(warning)\n"))
        #expect(try await bulkhead("check --since main --strict").code == 1)
    }
}
