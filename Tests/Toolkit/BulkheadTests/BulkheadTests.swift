import Foundation
import ProgramTesting
import Testing

/// Tests commands on a package that breaks two rules, by running the program.
struct BulkheadTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder(files: [
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "Sample",
                targets: [
                    .executableTarget(name: "App", dependencies: ["Home", "Net"]),
                    .target(name: "Home", dependencies: ["Core"]),
                    .target(name: "Net", dependencies: ["Core"]),
                    .target(name: "Core"),
                ])
            """,
            "Sources/App/main.swift": "import Core\nimport Home\n",
            "Sources/Home/Home.swift": "import Core\n",
            "Sources/Net/Net.swift": "import Core\nlet a = 1\n", "Sources/Core/Core.swift": "",
            "dump.json": Self.description,
        ])
        try folder.writeScript(Self.swift, to: "bin/swift")
    }

    /// A stand-in for SwiftPM.
    private static let swift =
        "while [ $1 != --package-path ]; do shift; done; cat \"$2/dump.json\""

    /// The package as SwiftPM describes it. SwiftPM itself would take longer than the rest of a
    /// test.
    private static let description: String = packageDescription(of: [
        ("App", ["Home", "Net"]),
        ("Home", ["Core"]),
        ("Net", ["Core"]),
        ("Core", []),
    ])

    private static func packageDescription(of targets: [(String, [String])]) -> String {
        let texts = targets.map { name, dependencies in
            let names = dependencies.map { "{\"byName\": [\"\($0)\", null]}" }.joined(
                separator: ", "
            )
            let kind = name.hasSuffix("Tests") ? "test" : "regular"
            let type = name == "App" ? "executable" : kind
            return """
                {"name": "\(name)", "type": "\(type)", "dependencies": [\(names)], "exclude": [], "resources": []}
                """
        }
        return
            "{\"name\": \"Sample\", \"dependencies\": [], \"targets\": [\(texts.joined(separator: ", "))]}"
    }

    private func bulkhead(_ arguments: String...) async throws -> Outcome {
        try await bulkhead(arguments)
    }

    private func bulkhead(
        _ arguments: [String],
        programs: String? = nil,
        in place: String? = nil
    ) async throws -> Outcome {
        let programs = (programs.map { "\($0):" } ?? "") + folder.path("bin")
        return try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            arguments,
            environment: .preferringPrograms(in: programs),
            in: place ?? folder.url.path
        )
    }

    @Test func `check lists the violations, and fails`() async throws {
        let outcome = try await bulkhead("check")
        #expect(outcome.code == 1)
        #expect(
            outcome.output == """
                Sources/App/main.swift:1:8: error: 'App' imports 'Core' without declaring it as a dependency
                note: rule: undeclared-import: a target imports only modules that it declares as dependencies
                note: reason: without the declaration, the build succeeds only if SwiftPM happens to build the imported module first
                note: chain: App → Home → Core
                note: remedy: add "Core" to the dependencies of 'App' at Package.swift:6, or remove the import

                Package.swift:6:33: warning: 'App' declares 'Net' as a dependency but never imports it
                note: rule: unused-dependency: a target declares only what it imports
                note: reason: each dependency delays the build and widens what an edit recompiles
                note: remedy: remove 'Net' from the dependencies of 'App' in Package.swift, or keep it with a comment on its line, such as // keep: REASON

                Sample: 4 modules, 4 files, 4 imports; 1 error, 1 warning (by declared dependencies alone)

                note: without MemberImportVisibility (4 of 4 targets), members of modules that a file does not import are not checked

                """
        )
        #expect(
            try await !bulkhead("check", "--format", "github").output.contains(
                "MemberImportVisibility"
            )
        )
        // Warnings fail only a strict check.
        try folder.write("import Home\n", to: "Sources/App/main.swift")
        #expect(try await bulkhead("check").code == 0)
        #expect(try await bulkhead("check", "--strict").code == 1)
    }

    #if os(Linux)
        /// Tests the output on a terminal provided by script(1).
        @Test(
            .enabled(
                if: FileManager.default.fileExists(atPath: "/dev/pts/ptmx"),
                "this machine has no pseudo-terminals; is /dev/pts mounted?"
            )
        )
        func `check prints an overview of many findings, and the next commands, on a terminal`()
            async throws
        {
            func check(_ options: String = "") async throws -> String {
                let program = BuiltProducts.program("bulkhead")
                let path =
                    "\(folder.path("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
                let command = "NO_COLOR=1 TERM=dumb PATH='\(path)' '\(program)' check \(options)"
                let outcome = try await Subprocess.run(
                    "script",
                    ["--quiet", "--return", "--command", command, "/dev/null"],
                    in: folder.url.path
                )
                #expect(outcome.code == 1)
                return outcome.output.replacing("\r\n", with: "\n")
            }
            let few = try await check()
            #expect(few.hasPrefix("Sources/App/main.swift:1:8: error: "))
            #expect(
                few.contains(
                    "\nNext:\n  bulkhead fix --dry-run           show the dependencies missing"
                )
            )
            #expect(!few.contains("check --all"))
            /// Adds targets, each with one finding.
            func addTargets(_ count: Int) throws {
                let names = (1...count).map { "Part\($0)" }
                for name in names {
                    try folder.write("import Net\nlet a = 1", to: "Sources/\(name)/A.swift")
                }
                let targets = names.map {
                    ", {\"name\": \"\($0)\", \"type\": \"regular\", \"dependencies\": [], \"exclude\": [], \"resources\": []}"
                }
                let dump = Self.description.dropLast(2) + targets.joined() + "]}"
                try folder.write(String(dump), to: "dump.json")
            }
            try addTargets(13)
            let limited = try await check()
            #expect(limited.hasPrefix("Sources/App/main.swift:1:8: error: "))
            #expect(limited.contains("; 14 errors, 1 warning ("))
            #expect(!limited.contains("check --all"))
            try addTargets(16)
            let many = try await check("--package-path .")
            #expect(
                many.hasPrefix("Sample: 20 modules, 20 files, 20 imports; 17 errors, 1 warning (")
            )
            #expect(many.contains("\nBy target:\n     2  App\n     1  Part1\n"))
            #expect(
                many.contains(
                    "\nNext:\n  bulkhead check --all --package-path .             list all 18 findings\n"
                )
            )
            let all = try await check("--all")
            #expect(all.contains("'Part16' imports 'Net'"))
            #expect(all.hasPrefix("Sources/App/main.swift:1:8: error: "))
        }
    #endif

    /// Uses SwiftPM itself instead of a recorded description.
    @Test func `reports paths relative to the current folder`() async throws {
        let elsewhere = try TemporaryFolder()
        try folder.remove("bin")
        let outcome = try await bulkhead(
            ["check", "--package-path", folder.url.path],
            in: elsewhere.url.path
        )
        #expect(outcome.output.hasPrefix("\(folder.url.path)/Sources/App/main.swift:1:8: error:"))
    }

    @Test func `check --json prints JSON`() async throws {
        struct Report: Decodable {
            struct Entry: Decodable {
                let rule, severity, module, subject, file, message, remedy: String
                let line, column: Int
                let chain: [String]
            }
            let package: String
            let errors, warnings, modules: Int
            let violations: [Entry]
        }
        let outcome = try await bulkhead("check", "--json")
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(outcome.code == 1)
        #expect(
            (report.package, report.errors, report.warnings, report.modules) == ("Sample", 1, 1, 4)
        )
        let first = try #require(report.violations.first)
        #expect(
            (first.rule, first.severity, first.module, first.subject) == (
                "undeclared-import", "error", "App", "Core"
            )
        )
        #expect((first.file, first.line, first.column) == ("Sources/App/main.swift", 1, 8))
        #expect(first.chain == ["App", "Home", "Core"])
    }

    @Test func `a baseline hides its violations and only shrinks`() async throws {
        #expect(try await bulkhead("check").code == 1)
        let written = try await bulkhead("check", "--write-baseline")
        #expect(written.code == 0)
        #expect(written.errors == "wrote boundaries-baseline.json: 2 violations\n")
        #expect(
            try folder.text("boundaries-baseline.json") == """
                {"violations": [
                  {"module":"App","rule":"undeclared-import","subject":"Core"},
                  {"module":"App","rule":"unused-dependency","subject":"Net"}
                ]}

                """
        )
        // The same violation on another line and in another file is allowed.
        try folder.write("import Home\n\nimport Core\n", to: "Sources/App/main.swift")
        try folder.write("import Core\n", to: "Sources/App/Other.swift")
        let known = try await bulkhead("check", "--strict")
        #expect(known.code == 0)
        #expect(
            known.output.contains(
                "(by declared dependencies alone)\nbaseline: 2 violations left, none fixed\n"
            )
        )
        // A new violation fails the check and is not added.
        try folder.write("import App\n", to: "Sources/Core/Core.swift")
        let new = try await bulkhead("check")
        #expect(new.code == 1)
        #expect(new.output.hasPrefix("Sources/Core/Core.swift:1:8: error: 'Core' imports 'App'"))
        let refused = try await bulkhead("check", "--write-baseline")
        #expect(refused.code == 1)
        #expect(
            refused.errors.contains(
                "boundaries-baseline.json: 2 violations (no change)\nnote: new violations"
            )
        )
        try folder.write("", to: "Sources/Core/Core.swift")
        // A fixed violation must be removed from the file.
        try folder.write("import Home\n", to: "Sources/App/main.swift")
        try folder.remove("Sources/App/Other.swift")
        let fixed = try await bulkhead("check")
        #expect(fixed.code == 0)
        #expect(
            fixed.output.contains(
                "\nbaseline: 1 violation left, 1 fewer than in boundaries-baseline.json\n"
            )
        )
        #expect(try await bulkhead("check", "--strict").code == 1)
        let shrunk = try await bulkhead("check", "--write-baseline", "--strict")
        #expect(shrunk.code == 0)
        #expect(shrunk.errors.hasSuffix("boundaries-baseline.json: 1 violation (1 fewer)\n"))
        // If the violation returns, it counts as new.
        try folder.write("import Home\nimport Core\n", to: "Sources/App/main.swift")
        #expect(try await bulkhead("check").code == 1)
    }

    @Test func `a new baseline has no entries for violations of strict rules`() async throws {
        let rules = """
            {"layers": [{"name": "all", "paths": ["Sources"], "canDependOn": ["all"]}],
             "strict": ["undeclared-import"]}
            """
        try folder.write(rules, to: "boundaries.json")
        let written = try await bulkhead("check", "--write-baseline")
        #expect(written.code == 1)
        #expect(written.errors.hasSuffix("strict rules were not added to the baseline; fix them\n"))
        let baseline = try folder.text("boundaries-baseline.json")
        #expect(baseline.contains("unused-dependency"))
        #expect(!baseline.contains("undeclared-import"))
        #expect(try await !bulkhead("check").output.contains("stale-baseline"))
    }

    @Test(arguments: [
        ("text", "Sources/App/main.swift:1:8: error: 'App'"),
        ("json", "{\n  \"cTargets\" : 0,\n  \"errors\" : 1"),
        (
            "github",
            "::error file=Sources/App/main.swift,line=1,col=8,title=undeclared-import::'App' imports 'Core'"
        ),
    ])
    func `check prints its result in each format`(format: String, beginning: String) async throws {
        let outcome = try await bulkhead("check", "--format", format)
        #expect(outcome.code == 1, "\(outcome.output)")
        #expect(outcome.output.hasPrefix(beginning), "\(outcome.output)")
    }

    @Test func `check applies the rules in a given file`() async throws {
        let rules = try folder.write(
            """
            { "layers": [
                { "name": "app", "paths": ["Sources/App"], "canDependOn": ["features"] },
                { "name": "features", "modules": ["Home", "Net"], "canDependOn": ["core"] },
                { "name": "core", "paths": ["Sources/Core"], "canDependOn": [], "reason": "it is shared" } ] }
            """,
            to: "rules.json"
        )
        let outcome = try await bulkhead("check", "--rules", rules)
        #expect(
            outcome.output.contains(
                "error: 'App' imports 'Core', which only features can depend on"
            )
        )
    }

    @Test func `why shows every shortest chain`() async throws {
        #expect(
            try await bulkhead("why", "App", "Core").output
                == "App → Home → Core\nApp → Net → Core\n"
        )
        #expect(
            try await bulkhead("why", "Core", "App").output
                == "'Core' does not depend on 'App'; 'App' depends on 'Core'\n"
        )
        let refusal = try await bulkhead("why", "Home", "Net")
        #expect(refusal.output == "'Home' does not depend on 'Net'\n")
        #expect(refusal.code == 1)
    }

    @Test func `why shows at most 100 chains`() async throws {
        let names = (1...101).map { "Part\($0)" }
        for name in names {
            try folder.write("", to: "Sources/\(name)/A.swift")
        }
        let targets = [("App", names), ("Core", [])] + names.map { ($0, ["Core"]) }
        try folder.write(Self.packageDescription(of: targets), to: "dump.json")
        let lines = try await bulkhead("why", "App", "Core").output.split(separator: "\n")
        #expect(lines.count == 101)
        #expect(lines.last == "… and more")
    }

    @Test func `fix --dry-run prints the changes and the remaining findings`() async throws {
        try folder.write("import Home\nimport Core", to: "Sources/App/main.swift")
        try folder.write("import App\nimport Net", to: "Sources/Core/Core.swift")
        let before = try folder.text("Package.swift")
        let outcome = try await bulkhead("fix", "--dry-run")
        #expect(outcome.code == 1)
        #expect(
            outcome.output.contains(
                """
                -        .executableTarget(name: "App", dependencies: ["Home", "Net"]),
                +        .executableTarget(name: "App", dependencies: ["Core", "Home", "Net"]),
                """
            )
        )
        #expect(
            outcome.output.contains(
                "Sources/Core/Core.swift:2:8: not fixed: 'Core' imports 'Net' without declaring it as a dependency\n"
                    + "note: remedy: the dependency would create a cycle, Core → Net → Core; "
            )
        )
        #expect(
            outcome.output.contains(
                "\nnote: remedy: run 'bulkhead fix --remove-unused App' to remove it\n"
            )
        )
        #expect(
            outcome.output.hasSuffix("1 dependency would be added, 3 violations left\n"),
            "\(outcome.output)"
        )
        let removal = try await bulkhead("fix", "-n", "--remove-unused", "App")
        #expect(removal.output.contains(#"name: "App", dependencies: ["Core", "Home"]"#))
        #expect(
            removal.output.hasSuffix(
                "1 dependency would be added, 1 would be removed, 0 violations left\n"
            )
        )
        #expect(try folder.text("Package.swift") == before)
    }

    @Test func `fix names the rules of the violations that no edit of a manifest resolves`()
        async throws
    {
        let free = try await bulkhead("fix", "--dry-run")
        let note = "note: there are no rules yet, so fix declares every import; "
        #expect(free.output.contains("\n\(note)"))
        let rules = """
            {"layers": [
              {"name": "low", "modules": ["Core", "Net"], "canDependOn": []},
              {"name": "high", "paths": ["Sources/*"], "canDependOn": "*"}
            ]}
            """
        try folder.write(rules, to: "boundaries.json")
        let outcome = try await bulkhead("fix", "--dry-run", "--remove-unused")
        #expect(!outcome.output.contains(note))
        #expect(
            outcome.output.hasSuffix(
                """

                note: left: 1 forbidden-dependency; no edit of a manifest resolves this, so change the \
                code or the rules; 'bulkhead check' states a remedy for each

                1 dependency would be added, 1 would be removed, 1 violation left

                """
            ),
            "\(outcome.output)"
        )
        // Nothing is left to edit, but an error remains.
        let unchanged = try await bulkhead("fix", "Net")
        #expect(unchanged.code == 1)
        #expect(unchanged.output.hasSuffix("0 dependencies added, 1 violation left\n"))
        // The baseline allows the violation, and then only the manifest declares the dependency.
        #expect(try await bulkhead("check", "--write-baseline").code == 0)
        try folder.write("let a = 1", to: "Sources/Net/Net.swift")
        let check = try await bulkhead("check")
        let declared = "no file imports 1 of them, but the manifest still declares the dependency "
        #expect(check.output.contains("\nnote: \(declared)('Net' on 'Core'); "))
        let accepted = try await bulkhead("fix", "--dry-run", "Home", "Net")
        #expect(accepted.output.hasSuffix("0 violations left, 1 in boundaries-baseline.json\n"))
    }

    /// The stand-in for SwiftPM always prints the same description, so the new manifest does not
    /// have the intended effect.
    @Test func `fix writes nothing if the edits do not have the intended effect`() async throws {
        let refusal = try await bulkhead("fix")
        #expect(refusal.code == 65)
        #expect(refusal.errors.contains("; Package.swift is unchanged; edit it by hand"))
        let nothing = try await bulkhead("fix", "Core")
        #expect(nothing.code == 0)
        #expect(nothing.output == "0 dependencies added, 0 violations left\n")
    }

    @Test(arguments: [
        ["check"], ["fix", "--dry-run"], ["graph"], ["why", "App", "Core"],
    ])
    func `commands find the package that contains the current folder`(
        arguments: [String]
    ) async throws {
        try folder.write("", to: "Sources/Net/Deep/Deep.swift")
        let root = try await bulkhead(arguments)
        let below = try await bulkhead(arguments, in: folder.path("Sources/Net/Deep"))
        #expect(below.code == root.code)
        #expect(below.errors == root.errors)
        // Reported paths are relative to the current folder.
        let paths = ["Sources/App", "Sources/Core", "Package.swift:"]
        let expected = paths.reduce(root.output) { text, path in
            text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                line.hasPrefix(path) ? "../../../\(line)" : String(line)
            }.joined(separator: "\n")
        }
        #expect(below.output == expected)
    }

    @Test
    func `reports an error if neither the current folder nor a parent folder contains a package`()
        async throws
    {
        let elsewhere = try TemporaryFolder()
        let outcome = try await bulkhead(["check"], in: elsewhere.url.path)
        #expect(outcome.code == 65)
        #expect(
            outcome.errors.hasPrefix(
                "error: Package.swift not found in '.' or a folder above it; specify the "
            )
        )
    }

    @Test func `commands compare the package with a revision`() async throws {
        #expect(
            try await bulkhead("affected", "--since", "main").errors
                == "error: '\(folder.url.path)' is not in a Git repository; run 'git init', and commit the package\n"
        )
        try await commit()
        try folder.write("import Core\n", to: "Sources/Net/Other.swift")
        let affected = try await bulkhead("affected", "--since", "main")
        #expect(
            affected.output
                == "App: uses Net\nNet: changed Sources/Net/Other.swift\n2 modules affected (0 test targets)\n"
        )
        let json = try await bulkhead("affected", "--since", "main", "--json").output
        #expect(json.contains("\"reason\" : \"uses Net\""))
        #expect(json.contains("\"tests\" : ["))
        #expect(try await bulkhead("affected", "--since", "main", "--tests").output == "")
        #expect(
            try await bulkhead("test", "--since", "main").output == "no test target is affected\n"
        )
        let same = try await bulkhead("graph", "--since", "main")
        #expect(same.output == "")
        #expect(same.errors == "note: no modules or edges were added or removed since 'main'\n")
        try folder.write(
            Self.description.replacing("[{\"byName\": [\"Home\", null]}, ", with: "["),
            to: "dump.json"
        )
        let removed = try await bulkhead("graph", "--since", "HEAD")
        #expect(removed.output == "- App → Home\n", "\(removed)")
    }

    @Test func `graph marks a broken edge`() async throws {
        let outcome = try await bulkhead("graph")
        #expect(outcome.output.contains("  App → Home, Net, ✗ Core (undeclared-import)"))
        #expect(
            outcome.output.contains(
                "4 modules, 5 edges, 1 broken, height 3 without broken edges\nlongest path: App → "
            )
        )
    }

    @Test func `graph draws the products of other packages on request`() async throws {
        try await commit()
        let core = #""Core", "type": "regular", "dependencies": ["#
        let product = #"{"product": ["Logging", "swift-log", null, null]}"#
        let description = Self.description.replacing(core, with: core + product)
        try folder.write(description, to: "dump.json")
        #expect(try await !bulkhead("graph").output.contains("Logging"))
        #expect(try await bulkhead("graph", "--external").output.contains("Core → Logging"))
        #expect(try await bulkhead("graph", "--since", "main").output == "")
        let change = try await bulkhead("graph", "--since", "main", "--external")
        #expect(change.output == "+ Logging\n+ Core → Logging\n")
    }

    @Test(arguments: [
        ("g.json", "\"edges\""),
        ("g.txt", "longest path"),
        ("g.html", "\"Sources/App/main.swift:1\""),
        ("g.htm", "\"Sources/App/main.swift:1\""),
        ("g.svg", "<svg "),
    ])
    func `the name of the file determines the format of a graph`(
        file: String,
        words: String
    ) async throws {
        let outcome = try await bulkhead("graph", "--out", file)
        #expect((outcome.code, outcome.output) == (0, ""))
        #expect(outcome.errors.hasPrefix("wrote \(file): 4 modules"))
        #expect(try String(contentsOfFile: folder.path(file), encoding: .utf8).contains(words))
    }

    /// Calls with too few or too many operands.
    private static let invalidCalls = """
        new → 'bulkhead new' requires PATH
        split → 'bulkhead split' requires FEATURE
        split a b → unexpected argument 'b' for 'bulkhead split'
        rename a b → 'bulkhead rename' requires feature|service|library OLD NEW
        rename feature a b c → unexpected argument 'c' for 'bulkhead rename'
        remove feature → 'bulkhead remove' requires feature|service|library|app NAME
        remove feature a b → unexpected argument 'b' for 'bulkhead remove'
        add feature → 'bulkhead add' requires feature|service|mocks|library|app NAME
        add feature a b → unexpected argument 'b' for 'bulkhead add'
        why a b c → unexpected argument 'c' for 'bulkhead why'
        graph x → unexpected argument 'x' for 'bulkhead graph'
        upgrade x → unexpected argument 'x' for 'bulkhead upgrade'
        affected x → unexpected argument 'x' for 'bulkhead affected'
        """

    @Test(arguments: invalidCalls.split(separator: "\n"))
    func `rejects a call with too few or too many operands`(call: Substring) async throws {
        let parts = call.components(separatedBy: " → ")
        let words = parts[0].split(separator: " ").map(String.init)
        let outcome = try await bulkhead(words)
        #expect(outcome.code == 64)
        #expect(outcome.errors == "error: \(parts[1]); see 'bulkhead \(words[0]) --help'\n")
    }

    @Test(
        arguments: [
            ([], 64, "missing command; see 'bulkhead --help'"),
            (["chek"], 64, "unknown command 'chek'; did you mean 'check'?"),
            (["fix", "Cor"], 64, "unknown module 'Cor'; did you mean 'Core'?"),
            (["why", "App"], 64, "'bulkhead why' requires A B; see 'bulkhead why --help'"),
            (["why", "App", "Cor"], 64, "unknown module 'Cor'; did you mean 'Core'?"),
            (["why", "App", "om"], 64, "unknown module 'om'; did you mean 'Home'?"),
            (["why", "App", "OM"], 64, "unknown module 'OM'; did you mean 'Home'?"),
            (
                ["graph", "--from", "Nobody"], 64,
                "unknown module 'Nobody'; the modules are App, Home, Net, Core"
            ),
            (
                ["graph", "--format", "png"], 64,
                "invalid value 'png' for '--format': expected one of text, html, svg, json"
            ),
            (
                ["check", "--package-path", "Sources"], 65,
                "Package.swift not found in 'Sources'; specify the folder of a package with --package-path"
            ),
            (
                ["check", "--format", "xml"], 64,
                "invalid value 'xml' for '--format': expected one of text, json or github"
            ),
            (["why", "App", "Core", "--rules", "none.json"], 64, "unknown option '--rules'; "),
            (["new", "A", "--package-path", "B"], 64, "unknown option '--package-path'; "),
            (["check", "--rules", "none.json"], 65, "cannot read 'none.json': "),
            (
                ["graph", "--out", "g.pdf"], 64,
                "cannot determine the format of 'g.pdf'; add --format, or end the name with .txt, .html, .svg or .json"
            ),
            (["affected"], 64, "'--since' is missing; specify a revision, such as --since main"),
            (["graph", "--out", "no/where.svg"], 73, "cannot write 'no/where.svg': "),
        ] as [([String], Int32, String)]
    )
    func `an error message is a single line`(
        arguments: [String],
        code: Int32,
        message: String
    ) async throws {
        let outcome = try await bulkhead(arguments)
        #expect(outcome.code == code)
        #expect(outcome.errors.hasPrefix("error: \(message)"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.output == "")
    }

    @Test func `reports invalid rules, and a target without sources`() async throws {
        let rules = try folder.write("{", to: "rules.json")
        let invalid = try await bulkhead("check", "--rules", rules)
        #expect(invalid.code == 65)
        #expect(invalid.errors.hasPrefix("error: "))
        #expect(
            invalid.errors.hasSuffix("; 'bulkhead check --help' shows an example\n"),
            "\(invalid.errors)"
        )
        try folder.remove("Sources/Core")
        let missing =
            "error: target 'Core' has no sources; set the path of the target, or create one of these folders: 'Sources/Core', "
        let outcome = try await bulkhead("check")
        #expect(outcome.code == 65, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix(missing), "\(outcome.errors)")
    }

    @Test(arguments: [
        ("swift", "echo {}", 65, "cannot read SwiftPM's description of '"),
        ("swift", "echo 'error: a' >&2; exit 1", 65, "SwiftPM cannot evaluate '"),
        (
            "swift", "exit 127", 69,
            "cannot run 'swift': it is not in PATH; install a toolchain, and add it to PATH\n"
        ),
    ])
    func `reports an error if SwiftPM fails`(
        program: String,
        script: String,
        code: Int32,
        message: String
    ) async throws {
        let bin = try TemporaryFolder()
        try bin.writeScript(script, to: program)
        let outcome = try await bulkhead(["graph", "--format", "svg"], programs: bin.url.path)
        #expect(
            outcome.code == code,
            "\(outcome.errors)"
        )
        #expect(
            outcome.errors.hasPrefix("error: \(message)"),
            "\(outcome.errors)"
        )
    }

    /// Compares the help with the recorded help in `Tests/Fixtures/BulkheadHelp.txt`.
    @Test func `the help of each command is the recorded help`() async throws {
        let overview = try await bulkhead("--help")
        #expect(overview.code == 0)
        var outputs = ["$ bulkhead --help\n\(overview.output)"]
        let list = try #require(overview.output.split(separator: "\n\n").dropFirst(2).first)
        let commands = list.split(separator: "\n").dropFirst()
        for command in commands {
            let name = String(try #require(command.split(separator: " ").first))
            let outcome = try await bulkhead(name, "--help")
            #expect(outcome.code == 0)
            #expect(outcome.errors == "")
            #expect(outcome.output.contains("Examples:\n  bulkhead \(name)"))
            outputs.append("$ bulkhead \(name) --help\n\(outcome.output)")
        }
        let recorded = RecordedText(
            in: "BulkheadHelp.txt",
            updatedBy: "Tests/run Bulkhead -- --filter recorded"
        )
        try recorded.expect(outputs.joined(separator: "\n"))
    }
}

extension BulkheadTests {
    /// Runs a command without the permission to change the folder of the package.
    private func bulkheadInReadOnlyFolder(_ arguments: String...) async throws -> Outcome {
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
        // Permissions do not restrict root. Another user could not enter a private folder for
        // temporary files, so root gives up this privilege.
        let privileges = "--bounding-set=-dac_override,-dac_read_search"
        let user = geteuid() == 0 ? ["setpriv", privileges] : []
        let outcome = try await Subprocess.run(
            "env",
            user + [BuiltProducts.program("bulkhead")] + arguments,
            environment: .preferringPrograms(in: folder.path("bin")),
            in: folder.url.path
        )
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
        return outcome
    }

    @Test func `reports a baseline that cannot be written`() async throws {
        let outcome = try await bulkheadInReadOnlyFolder("check", "--write-baseline")
        #expect(outcome.code == 73)
        let path = folder.path("boundaries-baseline.json")
        #expect(outcome.errors.hasPrefix("error: cannot write '\(path)': "), "\(outcome)")
        #expect(outcome.errors.contains("permission"), "\(outcome)")
        #expect(outcome.errors.hasSuffix("; check the path and its permissions\n"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test func `fix reports a folder that cannot be written`() async throws {
        let dump = Self.packageDescription(of: [
            ("App", ["Core", "Home", "Net"]), ("Home", ["Core"]), ("Net", ["Core"]), ("Core", []),
        ])
        // SwiftPM describes the new manifest in another folder.
        let script = """
            while [ $1 != --package-path ]; do shift; done
            grep -q '"Core", "Home"' "$2/Package.swift" && exec cat "$2/fixed.json"
            exec cat "$2/dump.json"
            """
        try folder.writeScript(script, to: "bin/swift")
        try folder.write(dump, to: "fixed.json")
        let outcome = try await bulkheadInReadOnlyFolder("fix")
        #expect(outcome.code == 73)
        let path = folder.path("Package.swift")
        #expect(outcome.errors.hasPrefix("error: cannot write '\(path)': "), "\(outcome)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        let written = try await bulkhead("fix")
        #expect(written.code == 0, "\(written)")
        #expect(try folder.text("Package.swift").contains(#"["Core", "Home", "Net"]"#))
    }

    /// The package is in the folder `Apps/Main` of a repository.
    @Test(arguments: [
        (["--format", "json"], "\"file\" : \"Apps/Main/Sources/App/main.swift\""),
        (["--format", "github"], "::error file=Apps/Main/Sources/App/main.swift,line=1,"),
        (
            ["--format", "json", "--since", "HEAD"],
            "\"file\" : \"Apps/Main/Sources/App/main.swift\""
        ),
        (
            ["--format", "github", "--since", "HEAD"],
            "::error file=Apps/Main/Sources/App/main.swift,"
        ),
        (["--format", "github", "--rules", "RULES"], "::warning file=rules.json,"),
        ([], "Sources/App/main.swift:1:8: error:"),
    ])
    func `formats for code hosts contain paths that are relative to the repository`(
        options: [String],
        words: String
    ) async throws {
        let repository = try TemporaryFolder()
        let package = repository.path("Apps/Main")
        try FileManager.default.createDirectory(
            atPath: repository.path("Apps"),
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(atPath: folder.url.path, toPath: package)
        let rule = #"{"from": "module:Cor", "deny": "module:Home"}"#
        let rules = try repository.write("{\"rules\": [\(rule)]}", to: "rules.json")
        try repository.write("", to: "Apps/Main/Sources/App/main.swift")
        for arguments in [
            ["init", "--quiet"], ["add", "--all"],
            [
                "-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m",
                "first",
            ],
        ] {
            let git = try await Subprocess.run("git", ["-C", repository.url.path] + arguments)
            try #require(git.code == 0)
        }
        try repository.write("import Core\n", to: "Apps/Main/Sources/App/main.swift")
        let arguments = options.map { $0.replacing("RULES", with: rules) }
        for (place, path) in [
            (package, "."), (repository.path("Apps"), "Main"), (folder.url.path, package),
        ] {
            let outcome = try await bulkhead(
                ["check", "--package-path", path] + arguments,
                in: place
            )
            #expect(outcome.output.contains(words), "\(outcome)")
        }
    }

    @Test func `fix names the manifests that it does not edit`() async throws {
        try folder.write("// swift-tools-version: 5.9\n\"App\"", to: "Package@swift-5.9.swift")
        let outcome = try await bulkhead("fix", "--dry-run")
        #expect(
            outcome.output.contains(
                """

                Package@swift-5.9.swift: not fixed: it declares a changed target for other versions of Swift
                note: remedy: make the same changes in this file

                """
            )
        )
    }

    @Test func `fix --remove-unused keeps a dependency with a keep comment`() async throws {
        let manifest = try folder.text("Package.swift")
        let line = #"dependencies: ["Home", "Net"]),"#
        try folder.write(
            manifest.replacing(line, with: "\(line) // keep: linked"),
            to: "Package.swift"
        )
        let outcome = try await bulkhead("fix", "--dry-run", "--remove-unused")
        let place = "Package.swift:6:33"
        #expect(outcome.output.contains("\n\(place): kept: 'App' declares 'Net' as a dependency "))
        #expect(outcome.output.contains("\nnote: reason: "))
        #expect(
            outcome.output.hasSuffix(
                "1 dependency would be added, 0 violations left, 1 kept without an import\n"
            ),
            "\(outcome)"
        )
    }

    @Test func `fix changes nothing and succeeds if nothing is missing`() async throws {
        try folder.write("import Home\nimport Net\n", to: "Sources/App/main.swift")
        let before = try folder.text("Package.swift")
        for arguments in [["fix"], ["fix", "--dry-run"], ["fix", "--remove-unused"]] {
            let outcome = try await bulkhead(arguments)
            #expect(outcome.output.split(separator: "\n").count == 1)
            #expect(outcome.output.hasPrefix("0 dependencies "))
            #expect(outcome.output.hasSuffix("0 violations left\n"))
            #expect(outcome.code == 0)
        }
        #expect(try folder.text("Package.swift") == before)
    }

    /// Commits the package to a new repository.
    private func commit() async throws {
        for arguments in [
            ["init", "--quiet", "--initial-branch", "main"], ["add", "--all"],
            [
                "-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m",
                "first",
            ],
        ] {
            #expect(try await Subprocess.run("git", ["-C", folder.url.path] + arguments).code == 0)
        }
    }

    @Test func `affected lists the files that belong to no module`() async throws {
        try await commit()
        try folder.write("", to: "notes.txt")
        let outcome = try await bulkhead("affected", "--since", "HEAD")
        #expect(outcome.output == "0 modules affected (0 test targets)\n")
        #expect(outcome.errors == "note: in no module: notes.txt\n")
    }

    @Test(arguments: [(0, 0), (3, 1), (127, 69)] as [(Int, Int32)])
    func `test runs the affected tests, and fails if one of them fails`(
        testCode: Int,
        code: Int32
    ) async throws {
        let targets = [("Core", []), ("CoreTests", ["Core"])]
        try folder.write(Self.packageDescription(of: targets), to: "dump.json")
        try folder.write("import Core\n", to: "Tests/CoreTests/CoreTests.swift")
        try folder.writeScript(
            "if [ $1 = test ]; then echo \"$@\"; exit \(testCode); fi\n\(Self.swift)",
            to: "bin/swift"
        )
        try await commit()
        try folder.write("let a = 1\n", to: "Sources/Core/Core.swift")
        let outcome = try await bulkhead("test", "--since", "HEAD", "--", "--no-parallel")
        #expect(
            outcome.output
                == "test --package-path \(folder.url.path) --filter ^(CoreTests)\\. --no-parallel\n"
        )
        #expect(outcome.errors.hasPrefix("testing CoreTests\nbuilding "))
        #expect(outcome.code == code)
    }

    @Test func `explains why the package cannot be compared with a revision`() async throws {
        try await commit()
        let git = ["-C", folder.url.path, "-c", "user.name=T", "-c", "user.email=t@example.org"]
        let empty = ["commit", "--quiet", "--allow-empty", "-m", "second"]
        for arguments in [empty, ["checkout", "--quiet", "--orphan", "other"], empty] {
            #expect(try await Subprocess.run("git", git + arguments).code == 0)
        }
        let unrelated = try await bulkhead("affected", "--since", "main")
        let reason = "'main' and the current commit have no common ancestor"
        #expect(
            unrelated.errors
                == "error: \(reason); specify a revision of the same history\n"
        )
        #expect(unrelated.code == 65)
        let clone = try TemporaryFolder()
        let options = ["--quiet", "--depth", "1", "--branch", "main", "file://\(folder.url.path)"]
        let cloned = try await Subprocess.run("git", ["clone"] + options + [clone.path("a")])
        #expect(cloned.code == 0)
        let shallow = try await bulkhead(
            ["affected", "--since", "HEAD~1"],
            in: clone.path("a")
        )
        #expect(
            shallow.errors == """
                error: this clone is shallow and lacks 'HEAD~1' or its history; fetch it with \
                'git fetch --unshallow origin "+refs/heads/*:refs/remotes/origin/*"', or clone with \
                'fetch-depth: 0' on GitHub

                """
        )
        #expect(shallow.code == 65)
    }

    @Test func `reports a manifest that is not valid UTF-8`() async throws {
        try Data([0xFF]).write(to: URL(filePath: folder.path("Package.swift")))
        let outcome = try await bulkhead("check")
        let path = folder.path("Package.swift")
        #expect(
            outcome.errors
                == "error: '\(path)' is not valid UTF-8; save it with this encoding\n"
        )
        #expect(outcome.code == 65)
    }

    @Test func `check lists one import for each pair of modules`() async throws {
        try folder.write("import Core\n", to: "Sources/App/Other.swift")
        let first = try await bulkhead("check")
        #expect(!first.output.contains("Sources/App/main.swift:1:8: error: "))
        #expect(first.output.contains("Sources/App/Other.swift:1:8: error: "))
        try folder.remove("Sources/App/Other.swift")
        try folder.write("import Home\n", to: "Sources/App/main.swift")
        try await commit()
        try folder.write("import Core\n", to: "Sources/App/Other.swift")
        try folder.write("import Core\nimport Home\n", to: "Sources/App/main.swift")
        let added = try await bulkhead("check", "--since", "HEAD")
        #expect(!added.output.contains("Sources/App/main.swift:1:8: error: "))
    }
}
