import Foundation
import ProgramTesting
import Testing

/// Tests `baseline` and `check --since` in a Git repository, by running the program.
struct BaselineCommandTests: BulkheadCaller {
    private let folder: TemporaryFolder
    private let file = "boundaries-baseline.json"

    init() async throws {
        let names = ["App", "Home", "Net", "Core"]
        let targets = names.map { name in
            """
            {"name": "\(name)", "type": "regular", "dependencies": [], "exclude": [], "resources": []}
            """
        }
        folder = try TemporaryFolder(files: [
            "Package.swift": names.map { ".target(name: \"\($0)\")," }.joined(separator: "\n"),
            "Sources/App/App.swift": "import Core\n", "Sources/Home/Home.swift": "import Core\n",
            "Sources/Net/Net.swift": "import Core\n", "Sources/Core/Core.swift": "",
            "dump.json": """
            {"name": "Sample", "dependencies": [], "targets": [\(targets.joined(separator: ", "))]}
            """,
        ])
        try folder.writeScript(
            "while [ $1 != --package-path ]; do shift; done; cat \"$2/dump.json\"",
            to: "bin/swift"
        )
        try await git("init", "--quiet", "--initial-branch", "main")
        try writeBaseline("App", "Home", "Net")
        try await commit()
    }

    @discardableResult
    private func git(_ arguments: String..., mayFail: Bool = false) async throws -> Outcome {
        let identity = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
        let outcome = try await Subprocess.run(
            "git",
            ["-C", folder.url.path] + identity + arguments
        )
        if !mayFail {
            try #require(outcome.code == 0, "\(outcome.errors)")
        }
        return outcome
    }

    private func commit() async throws {
        try await git("add", "--all")
        try await git("commit", "--quiet", "-m", "change")
    }

    var path: String { folder.url.path }
    var environment: [String: String] { .preferringPrograms(in: folder.path("bin")) }

    private func writeBaseline(_ modules: String...) throws {
        let lines = modules.map {
            #"  {"module":"\#($0)","rule":"undeclared-import","subject":"Core"}"#
        }
        try folder.write(
            "{\"violations\": [\n\(lines.joined(separator: ",\n"))\n]}\n",
            to: file
        )
    }

    private func modules() throws -> [String] {
        try folder.text(file).matches(of: /"module":"(\w+)"/).map { String($0.1) }
    }

    /// Causes a conflict between a branch that fixed `App` and `Net` and added `New`, and a branch
    /// that fixed `Net` and added `Zoo`.
    private func conflict(style: String = "merge") async throws {
        try await git("config", "merge.conflictStyle", style)
        try await #require(mergeBranches().code == 1)
    }

    private func mergeBranches() async throws -> Outcome {
        try await git("checkout", "--quiet", "-b", "topic")
        try writeBaseline("App", "Home", "Zoo")
        try await commit()
        try await git("checkout", "--quiet", "main")
        try writeBaseline("Home", "New")
        try await commit()
        return try await git("merge", "--no-edit", "topic", mayFail: true)
    }

    @Test(arguments: ["merge", "diff3"])
    func `merging a conflict keeps the entries that neither branch removed`(
        style: String
    ) async throws {
        try await conflict(style: style)
        let check = try await bulkhead("check")
        #expect(check.code == 65)
        let place = "\(folder.url.path)/\(file)"
        let error = "\(place): contains Git conflict markers; run 'bulkhead baseline merge'"
        #expect(check.errors == "error: \(error)\n")
        let merged = try await bulkhead("baseline", "merge")
        #expect(merged.code == 0)
        let counts = "3 violations, 1 only in ours, 1 only in theirs, 1 removed by one side"
        #expect(
            merged.errors == """
                merged boundaries-baseline.json: \(counts)
                next: git add boundaries-baseline.json

                """
        )
        #expect(try modules() == ["Home", "New", "Zoo"])
        let again = try await bulkhead("baseline", "merge")
        #expect(again.code == 0)
        #expect(again.errors == "note: boundaries-baseline.json has no conflict\n")
    }

    @Test func `merges a committed conflict using the conflict markers in the file`() async throws {
        try await conflict()
        try await commit()
        let merged = try await bulkhead("baseline", "merge")
        #expect(merged.code == 0)
        let note =
            "\nnote: the result may contain entries that one side removed; run 'bulkhead check' to list the entries of fixed violations\n"
        #expect(merged.errors.contains(note))
        #expect(try modules() == ["Home", "New", "Zoo"])
        try folder.write("<<<<<<< HEAD\n", to: file)
        let broken = try await bulkhead("baseline", "merge")
        #expect(broken.code == 65)
        #expect(
            broken.errors.contains("a conflict marker is missing; restore the conflict with 'git ")
        )
    }

    @Test func `baseline merge works as a Git merge driver`() async throws {
        let program = BuiltProducts.program("bulkhead")
        try await git("config", "merge.bulkhead.driver", "'\(program)' baseline merge %O %A %B")
        try folder.write("\(file) merge=bulkhead\n", to: ".gitattributes")
        try await commit()
        let merge = try await mergeBranches()
        #expect(merge.code == 0)
        #expect(try modules() == ["Home", "New", "Zoo"])
    }

    @Test func `baseline rename updates the entries of a module that was renamed by hand`()
        async throws
    {
        let renamed = try await bulkhead("baseline", "rename", "Home", "House")
        #expect(renamed.code == 0)
        #expect(renamed.errors == "renamed 'Home' to 'House' in 1 entry of \(file)\n")
        #expect(try modules() == ["App", "House", "Net"])
        let check = try await bulkhead("check")
        let hint = "if 'House' was renamed, run 'bulkhead baseline rename House NEW-NAME'"
        #expect(check.output.contains(hint))
        let subject = try await bulkhead("baseline", "rename", "Core", "Base")
        #expect(subject.errors == "renamed 'Core' to 'Base' in 3 entries of \(file)\n")
        #expect(try folder.text(file).matches(of: /"subject":"Base"/).count == 3)
        let unknown = try await bulkhead("baseline", "rename", "Hous", "Home")
        #expect(unknown.code == 64)
        #expect(
            unknown.errors.hasPrefix("error: no entry in \(file) names 'Hous'; did you mean ")
        )
        try writeBaseline("Fat", "Bat", "Hat", "Cat")
        let first = try await bulkhead("baseline", "rename", "Rat", "Dog")
        #expect(first.errors.hasSuffix("names 'Rat'; did you mean 'Bat'?\n"))
    }

    @Test func `baseline add accepts the violations of the given rules or modules`() async throws {
        try writeBaseline("App")
        let named = try await bulkhead("baseline", "add", "Home")
        #expect(named.code == 0)
        #expect(named.errors == "added 1 violation to boundaries-baseline.json\n")
        #expect(try modules() == ["App", "Home"])
        let rule = try await bulkhead("baseline", "add", "undeclared-import")
        #expect(rule.errors == "added 1 violation to boundaries-baseline.json\n")
        #expect(try modules() == ["App", "Home", "Net"])
        try writeBaseline("App")
        try folder.write(
            """
            {"layers": [{"name": "all", "paths": ["**"], "canDependOn": ["all"]}],
             "strict": ["undeclared-import"]}
            """,
            to: "boundaries.json"
        )
        let strict = try await bulkhead("baseline", "add", "undeclared-import")
        #expect(strict.errors == "added 0 violations to boundaries-baseline.json\n")
        #expect(try modules() == ["App"])
        try folder.remove(file)
        let missing = try await bulkhead("baseline", "add", "Home")
        #expect(missing.code == 65)
        #expect(
            missing.errors.hasSuffix("not found; write it with 'bulkhead check --write-baseline'\n")
        )
    }

    @Test
    func `check --since fails for new errors, and with --strict also for weaker rules`()
        async throws
    {
        try folder.write("import Core\nimport Net\n", to: "Sources/App/App.swift")
        let worse = try await bulkhead("check", "--since", "main")
        #expect(worse.code == 1)
        #expect(worse.output.hasPrefix("Sources/App/App.swift:2:8: error: 'App' imports 'Net' "))
        try writeBaseline("App", "Home", "Net", "Zoo")
        try folder.write("import Core\n", to: "Sources/App/App.swift")
        let weaker = try await bulkhead("check", "--since", "main")
        #expect(weaker.code == 0)
        let warning = "the baseline allows undeclared-import in 'Zoo' (concerning 'Core')"
        #expect(weaker.output.contains(": warning: \(warning)\n"))
        #expect(try await bulkhead("check", "--since", "main", "--strict").code == 1)
        try writeBaseline("App", "Home", "Net")
        #expect(try await bulkhead("check", "--since", "main", "--strict").code == 0)
    }

    struct UsageError: CustomTestStringConvertible {
        let arguments: [String]
        let message: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(arguments: [
        UsageError(
            arguments: ["join"],
            message: "invalid operation 'join': expected merge, rename or add"
        ),
        UsageError(
            arguments: ["merge", "A"],
            message: "'baseline merge' accepts either no files or BASE OURS THEIRS"
        ),
        UsageError(
            arguments: ["rename", "A"],
            message: "'baseline rename' requires OLD NEW"
        ),
        UsageError(
            arguments: ["add"],
            message: "'baseline add' requires the name of a rule or a module"
        ),
        UsageError(
            arguments: ["add", "Hom"],
            message: "unknown module 'Hom'; did you mean 'Home'?"
        ),
    ])
    func `reports an invalid call`(error: UsageError) async throws {
        let arguments = ["baseline"] + error.arguments
        let outcome = try await Subprocess.run(
            "env",
            ["PATH=\(folder.path("bin")):/usr/bin:/bin", BuiltProducts.program("bulkhead")]
                + arguments,
            in: folder.url.path
        )
        #expect(outcome.code == 64)
        #expect(outcome.errors == "error: \(error.message)\n")
    }

    @Test func `check rejects --since with --write-baseline`() async throws {
        let outcome = try await bulkhead("check", "--since", "main", "--write-baseline")
        #expect(outcome.code == 64)
        #expect(
            outcome.errors
                == "error: '--since' and '--write-baseline' cannot be combined; use one of them\n"
        )
    }
}
