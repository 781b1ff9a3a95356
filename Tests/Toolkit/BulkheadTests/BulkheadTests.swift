import Foundation
import PackageManifestTesting
import ProgramTesting
import Testing

/// Tests commands on a package that breaks two rules, by running the program.
struct BulkheadTests: PackageCaller {
    let package: DescribedRepository

    static let targets = "App executable: Home, Net\nHome: Core\nNet: Core\nCore"

    init() throws {
        package = try DescribedRepository(
            Self.targets,
            files: [
                "Package.swift": """
                // swift-tools-version: 6.0
                import PackageDescription
                let package = Package(
                    name: "P",
                    targets: [
                        .executableTarget(name: "App", dependencies: ["Home", "Net"]),
                        .target(name: "Home", dependencies: ["Core"]),
                        .target(name: "Net", dependencies: ["Core"]),
                        .target(name: "Core"),
                    ])
                """,
                "Sources/App/main.swift": "import Core\nimport Home\n",
                "Sources/Home/Home.swift": "import Core\n",
                "Sources/Net/Net.swift": "import Core\nlet a = 1\n",
                "Sources/Core/Core.swift": "",
            ]
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
                note: remedy: remove 'Net' from the dependencies of 'App' in Package.swift, or keep it with an entry of exceptions in boundaries.json

                P: 4 modules, 4 files, 4 imports; 1 error, 1 warning (by declared dependencies alone)

                note: without MemberImportVisibility (4 of 4 targets), members of modules that a file does not import are not checked

                """
        )
        #expect(
            try await !bulkhead("check --format github").output.contains(
                "MemberImportVisibility"
            )
        )
        // Warnings fail only a strict check.
        try folder.write("import Home\n", to: "Sources/App/main.swift")
        #expect(try await bulkhead("check").code == 0)
        #expect(try await bulkhead("check --strict").code == 1)
    }

    #if os(Linux)
        @Test(
            .usesTerminal
        )
        func `check counts the findings of each rule, and names the next commands, on a terminal`()
            async throws
        {
            let output = try await terminal("check --package-path .", color: false)
            #expect(output.hasPrefix("Sources/App/main.swift:1:8: error: "))
            let end = """

                By rule: 1 undeclared-import, 1 unused-dependency

                Next:
                  bulkhead fix --dry-run --package-path .           show the dependencies missing
                """
            #expect(output.contains(end), "\(output)")
        }
    #endif

    /// Uses SwiftPM itself instead of a recorded description.
    @Test func `reports paths below the given folder, and a manifest that SwiftPM rejects`()
        async throws
    {
        try folder.remove(".bin")
        let elsewhere = try DescribedRepository()
        let outcome = try await elsewhere.bulkhead("check --package-path \(folder.url.path)")
        #expect(outcome.output.hasPrefix("\(folder.url.path)/Sources/App/main.swift:1:8: error:"))
        // SwiftPM rejects a byte order mark too.
        let manifest = try folder.text("Package.swift")
        for fault in ["nonsense\n", "\u{FEFF}"] {
            try folder.write(fault + manifest, to: "Package.swift")
            let failure = try await bulkhead("check")
            #expect(failure.code == 65)
            #expect(failure.errors.contains("SwiftPM cannot evaluate"))
        }
    }

    @Test func `a baseline hides its violations and only shrinks`() async throws {
        let written = try await bulkhead("check --write-baseline")
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
        let known = try await bulkhead("check --strict")
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
        let refused = try await bulkhead("check --write-baseline")
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
        #expect(try await bulkhead("check --strict").code == 1)
        let shrunk = try await bulkhead("check --write-baseline --strict")
        #expect(shrunk.code == 0)
        #expect(shrunk.errors.hasSuffix("boundaries-baseline.json: 1 violation (1 fewer)\n"))
        // If the violation returns, it counts as new.
        try folder.write("import Home\nimport Core\n", to: "Sources/App/main.swift")
        #expect(try await bulkhead("check").code == 1)
    }

    @Test func `a new baseline has no entries for violations of strict rules`() async throws {
        try folder.write(#"{"strict": ["undeclared-import"]}"#, to: "boundaries.json")
        let written = try await bulkhead("check --write-baseline")
        #expect(written.code == 1)
        let note = "note: violations of strict rules were not added to the baseline; fix them"
        #expect(written.errors == "wrote boundaries-baseline.json: 1 violation\n\(note)\n")
        #expect(try await !bulkhead("check").output.contains("stale-baseline"))
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
        let outcome = try await bulkhead("check --rules \(rules)")
        #expect(
            outcome.output.contains(
                "error: 'App' imports 'Core', which only features can depend on"
            )
        )
    }

    @Test func `why shows every shortest chain`() async throws {
        #expect(
            try await bulkhead("why App Core").output
                == "App → Home → Core\nApp → Net → Core\n"
        )
        #expect(
            try await bulkhead("why Core App").output
                == "'Core' does not depend on 'App'; 'App' depends on 'Core'\n"
        )
        let refusal = try await bulkhead("why Home Net")
        #expect(refusal.output == "'Home' does not depend on 'Net'\n")
        #expect(refusal.code == 1)
    }

    @Test func `why shows at most 100 chains`() async throws {
        let names = (1...101).map { "Part\($0)" }
        for name in names {
            try folder.write("", to: "Sources/\(name)/A.swift")
        }
        let parts = names.map { "\($0): Core\n" }.joined()
        try package.redescribe("App: \(names.joined(separator: ", "))\nCore\n\(parts)")
        let lines = try await bulkhead("why App Core").output.split(separator: "\n")
        #expect(lines.count == 101)
        #expect(lines.last == "… and more")
    }

    @Test(arguments: ["check", "fix --dry-run", "graph", "why App Core"])
    func `commands find the package that contains the current folder`(call: String) async throws {
        try folder.write("", to: "Sources/Net/Deep/Deep.swift")
        let root = try await bulkhead(call)
        let below = try await bulkhead(call, in: "Sources/Net/Deep")
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
        let outcome = try await DescribedRepository().bulkhead("check")
        #expect(outcome.code == 65)
        #expect(
            outcome.errors.hasPrefix(
                "error: Package.swift not found in '.' or a folder above it; specify the "
            )
        )
    }

    @Test func `a comparison with a revision requires a repository`() async throws {
        let outcome = try await bulkhead("affected --since main")
        let remedy = "run 'git init', and commit the package"
        let error = "'\(folder.url.path)' is not in a Git repository; \(remedy)"
        #expect(outcome.errors == "error: \(error)\n")
        #expect(outcome.code == 65)
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

    @Test func `only the JSON of graph contains the products of other packages`() async throws {
        try package.redescribe("\(Self.targets): Logging@swift-log")
        #expect(try await !bulkhead("graph").output.contains("Logging"))
        let json = try await bulkhead("graph --format json").output
        #expect(json.contains(#""to" : "Logging""#))
    }

    @Test(
        arguments: Row.table(
            #"""
            g.json → "edges"
            g.txt → longest path
            g.html → "Sources/App/main.swift:1"
            g.htm → "Sources/App/main.swift:1"
            g.svg → <svg
            """#
        )
    )
    func `the name of the file determines the format of a graph`(row: Row) async throws {
        let outcome = try await bulkhead("graph --out \(row[0])")
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("wrote \(row[0]): 4 modules"))
        #expect(try folder.text(row[0]).contains(row[1]))
    }

    /// A call, the exit code, and the beginning of the message.
    @Test(
        arguments: Row.table(
            #"""
             → 64 → missing command; see 'bulkhead --help'
            chek → 64 → unknown command 'chek'; did you mean 'check'?
            fix Cor → 64 → unknown module 'Cor'; did you mean 'Core'?
            why App → 64 → 'bulkhead why' requires A B; see 'bulkhead why --help'
            split → 64 → 'bulkhead split' requires FEATURE; see 'bulkhead split --help'
            split a b → 64 → unexpected argument 'b' for 'bulkhead split'; see 'bulkhead split --help'
            rename a b → 64 → 'bulkhead rename' requires feature|service|library OLD NEW; see 'bulkhead rename --help'
            rename feature a b c → 64 → unexpected argument 'c' for 'bulkhead rename'; see 'bulkhead rename --help'
            remove feature → 64 → 'bulkhead remove' requires feature|service|library|app NAME; see 'bulkhead remove --help'
            remove feature a b → 64 → unexpected argument 'b' for 'bulkhead remove'; see 'bulkhead remove --help'
            add feature → 64 → 'bulkhead add' requires feature|service|mocks|library|app NAME; see 'bulkhead add --help'
            add feature a b → 64 → unexpected argument 'b' for 'bulkhead add'; see 'bulkhead add --help'
            why a b c → 64 → unexpected argument 'c' for 'bulkhead why'; see 'bulkhead why --help'
            graph x → 64 → unexpected argument 'x' for 'bulkhead graph'; see 'bulkhead graph --help'
            upgrade x → 64 → unexpected argument 'x' for 'bulkhead upgrade'; see 'bulkhead upgrade --help'
            affected x → 64 → unexpected argument 'x' for 'bulkhead affected'; see 'bulkhead affected --help'
            why App Cor → 64 → unknown module 'Cor'; did you mean 'Core'?
            why Cor App → 64 → unknown module 'Cor'; did you mean 'Core'?
            why App E → 64 → unknown module 'E'; did you mean 'Home' or 'Net' or 'Core'?
            why App OM → 64 → unknown module 'OM'; did you mean 'Home'?
            graph --from Nobody → 64 → unknown module 'Nobody'; the modules are App, Home, Net, Core
            graph --format png → 64 → invalid value 'png' for '--format': expected one of text, html, svg, json
            check --package-path Sources → 65 → Package.swift not found in 'Sources'; specify the folder of a package with --package-path PATH
            check --since main --write-baseline → 64 → '--since' and '--write-baseline' cannot be combined; use one of them
            check --format xml → 64 → invalid value 'xml' for '--format': expected one of text, json, github
            why App Core --rules none.json → 64 → unknown option '--rules';
            new A --package-path B → 64 → unknown option '--package-path';
            check --rules none.json → 65 → cannot read 'none.json':
            graph --out g.pdf → 64 → cannot determine the format of 'g.pdf'; add --format FORMAT, or end the name with .txt, .html, .svg or .json
            affected → 64 → '--since' is missing; specify a revision, such as --since main
            graph --out no/where.svg → 73 → cannot write 'no/where.svg':
            """#
        )
    )
    func `an error message is a single line`(row: Row) async throws {
        let outcome = try await bulkhead(row[0])
        #expect(outcome.code == Int32(row[1]))
        #expect(outcome.errors.hasPrefix("error: \(row[2])"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.output == "")
    }

    @Test func `reports invalid rules`() async throws {
        let rules = try folder.write("{", to: "rules.json")
        let invalid = try await bulkhead("check --rules \(rules)")
        #expect(invalid.code == 65)
        #expect(invalid.errors.hasPrefix("error: "))
        #expect(
            invalid.errors.hasSuffix("; 'bulkhead check --help' shows an example\n"),
            "\(invalid.errors)"
        )
    }

    /// A stand-in for SwiftPM, the exit code, and the beginning of the message.
    @Test(
        arguments: Row.table(
            #"""
            echo {} → 65 → cannot read SwiftPM's description of '
            echo 'error: a' >&2; exit 1 → 65 → SwiftPM cannot evaluate '
            exit 127 → 69 → cannot run 'swift': it is not in PATH; install a toolchain, and add it to PATH
            """#
        )
    )
    func `reports an error if SwiftPM fails`(row: Row) async throws {
        try package.replaceSwift(with: row[0])
        let outcome = try await bulkhead("graph --format svg")
        #expect(outcome.code == Int32(row[1]))
        #expect(outcome.errors.hasPrefix("error: \(row[2])"))
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
            let outcome = try await bulkhead("\(name) --help")
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
    func bulkheadInReadOnlyFolder(_ call: String) async throws -> Outcome {
        try folder.setPermissions(0o555, of: "")
        // Permissions do not restrict root. Another user could not enter a private folder for
        // temporary files, so root gives up this privilege.
        let privileges = "--bounding-set=-dac_override,-dac_read_search"
        let user = geteuid() == 0 ? ["setpriv", privileges] : []
        let outcome = try await Subprocess.run(
            "env",
            user + [BuiltProducts.program("bulkhead")]
                + call.split(separator: " ").map(String.init),
            environment: environment,
            in: path
        )
        try folder.setPermissions(0o755, of: "")
        return outcome
    }

    @Test func `reports a baseline that cannot be written`() async throws {
        let outcome = try await bulkheadInReadOnlyFolder("check --write-baseline")
        #expect(outcome.code == 73)
        let path = folder.path("boundaries-baseline.json")
        #expect(outcome.errors.hasPrefix("error: cannot write '\(path)': "), "\(outcome)")
        #expect(outcome.errors.contains("permission"), "\(outcome)")
        #expect(outcome.errors.hasSuffix("; check the path and its permissions\n"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    /// The package is in the folder `Apps/Main` of a repository.
    @Test(
        arguments: Row.table(
            #"""
            --format json → {⏎  "cTargets" : 0,⏎  "errors" : 1
            --format json → "file" : "Apps/Main/Sources/App/main.swift"
            --format github → ::error file=Apps/Main/Sources/App/main.swift,line=1,col=8,title=undeclared-import::'App' imports 'Core'
            --format json --since HEAD → "file" : "Apps/Main/Sources/App/main.swift"
            --format github --since HEAD → ::error file=Apps/Main/Sources/App/main.swift,
            --format github --rules RULES → ::warning file=rules.json,
            --format github → ::warning file=Apps/Main/boundaries-baseline.json,
            --format text → Sources/App/main.swift:1:8: error:
             → Sources/App/main.swift:1:8: error:
            """#
        )
    )
    func `formats for code hosts contain paths that are relative to the repository`(row: Row)
        async throws
    {
        let stale = #"{"module": "Core", "rule": "undeclared-import", "subject": "App"}"#
        try folder.write("{\"violations\": [\(stale)]}", to: "boundaries-baseline.json")
        let repository = try DescribedRepository()
        let main = repository.folder.path("Apps/Main")
        try repository.write("", to: "Apps/README.md")
        try FileManager.default.copyItem(atPath: folder.url.path, toPath: main)
        let rule = #"{"from": "module:Cor", "deny": "module:Home"}"#
        let rules = try repository.folder.write("{\"rules\": [\(rule)]}", to: "rules.json")
        try repository.write("", to: "Apps/Main/Sources/App/main.swift")
        try repository.replaceSwift()
        try await repository.initialize()
        try repository.write("import Core\n", to: "Apps/Main/Sources/App/main.swift")
        let options = row[0].replacing("RULES", with: rules)
        for (place, path) in [("Apps/Main", "."), ("Apps", "Main"), ("", main)] {
            let call = "check --package-path \(path) \(options)"
            let outcome = try await repository.bulkhead(call, in: place)
            #expect(outcome.output.contains(row.lines(1)), "\(outcome)")
            #expect(outcome.code == 1)
        }
    }
}
