import Foundation
import ProgramTesting
import Testing

/// `check`, `why` and `graph`, called as users call them, on a package that breaks two rules.
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
            "Sources/App/main.swift": "import Core\nimport Home\n", "Sources/Home/Home.swift": "import Core\n",
            "Sources/Net/Net.swift": "import Core\n", "Sources/Core/Core.swift": "", "dump.json": Self.description,
        ])
        try folder.writeScript("cat '\(folder.path("dump.json"))'", to: "bin/swift")
    }

    /// The package as SwiftPM describes it, which takes longer than all else.
    private static let description: String = {
        let targets = [("App", ["Home", "Net"]), ("Home", ["Core"]), ("Net", ["Core"]), ("Core", [])]
        let texts = targets.map { name, dependencies in
            let names = dependencies.map { "{\"byName\": [\"\($0)\", null]}" }.joined(separator: ", ")
            let type = name == "App" ? "executable" : "regular"
            return """
                {"name": "\(name)", "type": "\(type)", "dependencies": [\(names)], "exclude": [], "resources": []}
                """
        }
        return "{\"name\": \"Sample\", \"dependencies\": [], \"targets\": [\(texts.joined(separator: ", "))]}"
    }()

    private func bulkhead(_ arguments: String...) async throws -> Outcome { try await bulkhead(arguments) }

    private func bulkhead(
        _ arguments: [String], programs: String? = nil, in place: String? = nil
    ) async throws -> Outcome {
        var environment = ProcessInfo.processInfo.environment
        let programs = (programs.map { "\($0):" } ?? "") + folder.path("bin")
        environment["PATH"] = "\(programs):\(environment["PATH"] ?? "")"
        return try await Subprocess.run(
            BuiltProducts.program("bulkhead"), arguments, environment: environment, in: place ?? folder.url.path)
    }

    @Test func `check lists the violations, and fails`() async throws {
        let outcome = try await bulkhead("check")
        #expect(outcome.code == 1)
        #expect(
            outcome.output == """
                Sources/App/main.swift:1:8: error: 'App' imports 'Core' without declaring it as a dependency
                note: rule: undeclared-import: a target imports only modules that it declares as dependencies
                note: reason: SwiftPM accepts the import of any module that is already built, so the manifest must be complete
                note: reachable: App → Home → Core
                note: remedy: add "Core" to the dependencies of 'App' at Package.swift:6, or remove the import

                Package.swift:6:33: warning: 'App' declares 'Net' as a dependency but never imports it
                note: rule: unused-dependency: a target declares only what it imports
                note: reason: each dependency delays the build and widens what an edit recompiles
                note: remedy: remove 'Net' from the dependencies of 'App' in Package.swift

                Sample: 4 modules, 4 files, 4 imports; 1 errors, 1 warnings (by declared dependencies alone)

                """)
        // A warning fails the check only if it is strict.
        try folder.write("import Home\n", to: "Sources/App/main.swift")
        #expect(try await bulkhead("check").code == 0)
        #expect(try await bulkhead("check", "--strict").code == 1)
    }

    /// With SwiftPM itself.
    @Test func `paths are reported from the current folder`() async throws {
        let elsewhere = try TemporaryFolder()
        try folder.remove("bin")
        let outcome = try await bulkhead(["check", "--package-path", folder.url.path], in: elsewhere.url.path)
        #expect(outcome.output.hasPrefix("\(folder.url.path)/Sources/App/main.swift:1:8: error:"))
    }

    @Test func `check prints JSON`() async throws {
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
        #expect((report.package, report.errors, report.warnings, report.modules) == ("Sample", 1, 1, 4))
        let first = try #require(report.violations.first)
        #expect(
            (first.rule, first.severity, first.module, first.subject) == ("undeclared-import", "error", "App", "Core"))
        #expect((first.file, first.line, first.column) == ("Sources/App/main.swift", 1, 8))
        #expect(first.chain == ["App", "Home", "Core"])
    }

    @Test func `check applies the rules of a file`() async throws {
        let rules = try folder.write(
            """
            { "layers": [
                { "name": "app", "paths": ["Sources/App"], "canDependOn": ["features"] },
                { "name": "features", "modules": ["Home", "Net"], "canDependOn": ["core"] },
                { "name": "core", "paths": ["Sources/Core"], "canDependOn": [], "reason": "it is shared" } ] }
            """, to: "rules.json")
        let outcome = try await bulkhead("check", "--rules", rules)
        #expect(outcome.output.contains("error: 'App' imports 'Core', which only features can depend on"))
    }

    @Test func `why shows every shortest chain`() async throws {
        #expect(try await bulkhead("why", "App", "Core").output == "App → Home → Core\nApp → Net → Core\n")
        #expect(
            try await bulkhead("why", "App", "Core", "-n1").output
                == "App → Home → Core\n… and more; --limit shows more of them\n")
        #expect(
            try await bulkhead("why", "Core", "App").output
                == "'Core' does not depend on 'App'; 'App' depends on 'Core'\n")
        let refusal = try await bulkhead("why", "Home", "Net")
        #expect(refusal.output == "'Home' does not depend on 'Net'\n" && refusal.code == 1)
    }

    @Test func `graph marks a broken edge`() async throws {
        let outcome = try await bulkhead("graph")
        #expect(outcome.output.contains("  App → Home, Net, ✗ Core (undeclared-import)"))
        #expect(outcome.output.contains("4 modules, 5 edges, 1 broken, height 3 without these\nlongest path: App → "))
    }

    @Test(arguments: [
        ("g.md", "```mermaid"), ("g.mmd", "flowchart TD"), ("g.dot", "digraph"), ("g.json", "\"edges\""),
        ("g.txt", "longest path"),
    ])
    func `the name of the file determines the format of a graph`(file: String, words: String) async throws {
        let outcome = try await bulkhead("graph", "--out", file)
        #expect((outcome.code, outcome.output) == (0, ""))
        #expect(outcome.errors.hasPrefix("bulkhead: wrote \(file): 4 modules"))
        #expect(try String(contentsOfFile: folder.path(file), encoding: .utf8).contains(words))
    }

    @Test func `Graphviz draws SVG`() async throws {
        let bin = try TemporaryFolder()
        try bin.writeScript("[ \"$1\" = -Tsvg ] && (echo '<svg>'; cat \"$2\")", to: "dot")
        let drawn = try await bulkhead(["graph", "--format", "svg"], programs: bin.url.path)
        #expect(drawn.output.hasPrefix("<svg>\ndigraph modules {"))
    }

    @Test(
        arguments: [
            ([], 64, "missing command; see 'bulkhead --help'"),
            (["chek"], 64, "unknown command 'chek'; did you mean 'check'?"),
            (["why", "App"], 64, "'bulkhead why' requires A B; see 'bulkhead why --help'"),
            (["why", "App", "Cor"], 64, "unknown module 'Cor'; did you mean 'Core'?"),
            (["graph", "--around", "Nobody"], 64, "unknown module 'Nobody'; the modules are App, Home, Net, Core"),
            (
                ["graph", "--format", "png"], 64,
                "invalid value 'png' for '--format': expected one of text, mermaid, markdown, dot, svg, json"
            ),
            (
                ["check", "--package-path", "Sources"], 65,
                "Package.swift not found in 'Sources'; name the folder of a package with --package-path"
            ),
            (["why", "App", "Core", "--rules", "none.json"], 64, "unknown option '--rules'; "),
            (["new", "A", "--package-path", "B"], 64, "unknown option '--package-path'; "),
            (["check", "--rules", "none.json"], 65, "cannot read 'none.json': "),
            (
                ["graph", "--out", "g.pdf"], 64,
                "unknown format of 'g.pdf'; add --format, or end the name with .txt, .md, .mmd, .dot, .svg or .json"
            ),
            (["graph", "--out", "no/where.md"], 73, "cannot write 'no/where.md': "),
        ] as [([String], Int32, String)])
    func `reports an error in one line`(arguments: [String], code: Int32, message: String) async throws {
        let outcome = try await bulkhead(arguments)
        #expect(outcome.code == code && outcome.errors.hasPrefix("bulkhead: \(message)"))
        #expect(outcome.errors.split(separator: "\n").count == 1 && outcome.output == "")
    }

    @Test func `reports invalid rules, and a target without sources`() async throws {
        let rules = try folder.write("{", to: "rules.json")
        let invalid = try await bulkhead("check", "--rules", rules)
        #expect(invalid.code == 65 && invalid.errors.hasPrefix("bulkhead: "))
        #expect(invalid.errors.hasSuffix("; 'bulkhead check --help' shows an example\n"), "\(invalid.errors)")
        try folder.remove("Sources/Core")
        let missing =
            "bulkhead: target 'Core' has no sources; create one of these folders, or set its path: 'Sources/Core', "
        let outcome = try await bulkhead("check")
        #expect(outcome.code == 65 && outcome.errors.hasPrefix(missing), "\(outcome.errors)")
    }

    @Test(arguments: [
        ("dot", "exit 3", 69, "Graphviz failed with exit code 3; use --format dot to see its input\n"),
        ("dot", "exit 127", 69, "SVG requires Graphviz; install 'graphviz', or use --format dot\n"),
        ("swift", "echo {}", 65, "cannot read SwiftPM's description of '"),
        ("swift", "exit 127", 69, "cannot run 'swift': it is not in PATH; install a toolchain, and add it to PATH\n"),
    ])
    func `reports a program that fails`(program: String, script: String, code: Int32, message: String) async throws {
        let bin = try TemporaryFolder()
        try bin.writeScript(script, to: program)
        let outcome = try await bulkhead(["graph", "--format", "svg"], programs: bin.url.path)
        #expect(outcome.code == code && outcome.errors.hasPrefix("bulkhead: \(message)"), "\(outcome.errors)")
    }

    @Test(arguments: ["new", "upgrade", "add", "rename", "remove", "check", "why", "graph"])
    func `every command has help with examples`(command: String) async throws {
        let outcome = try await bulkhead(command, "--help")
        #expect(outcome.code == 0 && outcome.output.contains("Examples:\n  bulkhead \(command)"))
        #expect(try await bulkhead("--help").output.contains("  \(command)"))
    }
}
