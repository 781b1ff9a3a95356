import Foundation
import ProgramTesting
import Testing

struct BoundaryTests {
    private func bulkhead(_ arguments: String...) async throws -> Outcome {
        try await bulkhead(arguments)
    }

    /// Runs the program with a stand-in for SwiftPM that prints the description of the package.
    private func bulkhead(
        _ arguments: [String],
        in root: String = BuiltProducts.packageRoot.path
    ) async throws -> Outcome {
        let folder = try TemporaryFolder()
        defer {
            withExtendedLifetime(folder) {}
        }
        try folder.writeScript(
            "cat '\(folder.write(await Manifest.description(), to: "dump.json"))'",
            to: "swift"
        )
        return try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            arguments,
            environment: .preferringPrograms(in: folder.url.path),
            in: root
        )
    }

    /// A build does not check the rules for the package as a whole, and only warns about unused
    /// dependencies.
    @Test func `no target breaks a rule, and no dependency is unused`() async throws {
        let outcome = try await bulkhead("check", "--strict")
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("0 errors, 0 warnings (by boundaries.json)"))
    }

    @Test func `the output for a forbidden import matches the documentation`() async throws {
        let folder = try TemporaryFolder()
        try folder.copy(
            ["App", "Modules", "Tests", "Package.swift", "boundaries.json"],
            from: BuiltProducts.packageRoot
        )
        let file = "App/Shelf/Commands/ListCommand.swift"
        var lines = try folder.text(file).split(separator: "\n", omittingEmptySubsequences: false)
        lines.insert("import Library", at: 2)
        try folder.write(lines.joined(separator: "\n"), to: file)
        let sample = try #require(
            contents(of: "README.md").firstMatch(
                of: /```text\n(?:\$ swift build\n)?(App\/Shelf(?:.|\n)*?)```/
            )?.1
        )
        let outcome = try await bulkhead(["check"], in: folder.url.path)
        #expect(outcome.code == 1, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains(sample), "\(outcome.output)\(outcome.errors)")
    }

    @Test func `the build of Core checks all targets`() async throws {
        #expect(try Manifest.rules().checkedWith == "Core")
        let users = try await Manifest.targets().filter { $0.plugins == ["Boundaries"] }
        #expect(users.map(\.name) == ["Core"])
    }

    /// SwiftPM would compile the plugin of a dependency even for packages that do not use it.
    @Test func `a checkout of this package as a dependency uses no plugin`() async throws {
        let targets = try await Manifest.targets(copiedTo: "checkouts/bulkhead")
        #expect(targets.flatMap(\.plugins) == [])
        #expect(targets.contains { $0.type == "plugin" })
    }

    @Test func `a build of selected tests contains only these tests, and no plugin`() async throws {
        let targets = try await Manifest.targets(
            copiedTo: "bulkhead",
            variables: ["ONLY_TESTS=HTMLTests PagesTests"]
        )
        #expect(targets.flatMap(\.plugins) == [])
        #expect(!targets.contains { $0.type == "plugin" })
        let tests = targets.filter { $0.type == "test" }
        #expect(Set(tests.map(\.name)) == ["HTMLTests", "PagesTests"])
    }

    @Test func `the modules of boundaries-check depend only on each other`() async throws {
        let names: Set = ["SwiftSource", "BoundaryRules", "boundaries-check"]
        let targets = try await Manifest.targets().filter { names.contains($0.name) }
        #expect(targets.count == names.count)
        for target in targets {
            #expect(names.isSuperset(of: target.dependencies))
        }
    }

    /// The layer rules let tests declare interfaces and mocks without importing them, which a new
    /// feature needs at first. In this workspace, each name in `tests:` is imported. The functions
    /// of the manifest add the dependencies of the tested module, and InjectionTesting for an app.
    /// The tests of an app and of Bootstrap declare the mocks of all features.
    @Test func `a test target declares only what it imports or inherits`() async throws {
        let rules = try contents(of: "boundaries.json")
        let names = try #require(
            rules.firstMatch(of: /"granted": \[("interfaces", .*"mocks", .*), "inherited"\]/)?.1
        )
        let strict = rules.replacing(names, with: #""InjectionTesting""#)
            .replacing(#"["subject", "system"#, with: #"["subject", \#(names), "system"#)
        let folder = try TemporaryFolder()
        let file = try folder.write(strict, to: "boundaries.json")
        let outcome = try await bulkhead("check", "--rules", file)
        let unused = outcome.output.matches(of: /'(\w+)' declares '(\w+)' as a dependency/)
            .filter {
                !(["ShelfTests", "BootstrapTests"].contains($0.1) && $0.2.hasSuffix("Testing"))
            }
        #expect(unused.isEmpty, "\(outcome.output)")
    }

    @Test func `the page on testing one module has the number of tests that an edit selects`()
        async throws
    {
        let targets = try await Manifest.targets()
        let page = try contents(of: "Docs/TestingOneModule.md")
        let rows = page.matches(of: #/\n\| (\w+) \| (\d+) \|(?=\n)/#)
        #expect(rows.count == 6)
        for row in rows {
            let selected = try await Manifest.tests(affectedBy: String(row.1), in: targets)
            #expect(String(selected.count) == row.2, "an edit in \(row.1)")
        }
    }

    @Test func `the picture of the layers is up to date`() async throws {
        let text = try contents(of: "Docs/Layers.svg")
        let command = ["graph", "--from", "Shelf", "--format", "svg"]
        let drawn = try await bulkhead(command).output
        #expect(
            drawn == text || drawn == "\(text)\n",
            "replace the page with the output of './bulkhead \(command.joined(separator: " "))'"
        )
    }

    @Test func `the table of layers in Architecture.md agrees with the rules`() async throws {
        func rows(_ text: String) -> [[String]] {
            text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
                line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            }
        }
        let rules = rows(try await bulkhead("graph", "--format", "layers").output)
        let page = try contents(of: "Docs/Architecture.md")
        let section = try #require(page.components(separatedBy: "## Layer rules\n").last)
        let text = section.components(separatedBy: "\n### ")[0]
        let table = rows(text).dropFirst()
        #expect(table.count == 8)
        for row in table {
            let rule = try #require(rules.first { $0.first == row.first }, "\(row)")
            #expect(row[1] == rule[2])
        }
    }
}

struct LayoutTests {
    private let targets: [Manifest.Target]
    init() async throws {
        targets = try await Manifest.targets()
    }
    private func target(at path: String) -> Manifest.Target? {
        targets.first { $0.path == path }
    }

    @Test func `a feature is one module, or an interface and an implementation that depends on it`()
        throws
    {
        let folder = BuiltProducts.packageRoot.appending(path: "Modules/Features")
        let features = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(features.count >= 4)
        for feature in features {
            let interface = target(at: "Modules/Features/\(feature)/Interface")
            let implementation = target(at: "Modules/Features/\(feature)/Implementation")
            if let module = target(at: "Modules/Features/\(feature)") {
                #expect(module.name == feature)
                #expect(interface == nil)
                #expect(implementation == nil)
            } else {
                #expect(interface?.name == "\(feature)Interface")
                #expect(implementation?.name == feature)
                #expect(implementation?.dependencies.contains("\(feature)Interface") == true)
            }
        }
    }

    @Test func `a test target has the name of a module and Tests, and its folder has that name`()
        throws
    {
        let withoutSubject: Set = ["WorkspaceTests", "RecipeTests"]
        for tests in targets where tests.type == "test" && !withoutSubject.contains(tests.name) {
            let subject = try #require(targets.first { "\($0.name)Tests" == tests.name })
            #expect(tests.dependencies.contains(subject.name))
            let isOfToolkit = subject.path.hasPrefix("Modules/Toolkit/")
            #expect(tests.path == (isOfToolkit ? "Tests/Toolkit/" : "Tests/") + tests.name)
        }
    }

    @Test func `every module has tests`() {
        let tests = Set(targets.filter { $0.type == "test" }.map(\.name))
        // The tests of other modules cover contracts, mocks and test support. PluginTests cover the
        // program of the plugin, ExampleTests the examples, and `Tests/run --all` the benchmarks.
        let untested = targets.filter {
            !["test", "system", "plugin"].contains($0.type) && !tests.contains("\($0.name)Tests")
        }
        .filter { !$0.name.hasSuffix("Interface") && !$0.name.hasSuffix("Testing") }
        .filter { !$0.path.contains(/^Tests\/(Toolkit\/)?Benchmarks\/|^App\/Examples\//) }
        #expect(untested.map(\.name) == ["boundaries-check"])
    }

    @Test func `every mock module is used`() {
        let used = Set(targets.flatMap(\.dependencies))
        let mocks = targets.filter {
            $0.path.hasPrefix("Modules/Features/") && $0.name.hasSuffix("Testing")
        }
        #expect(!mocks.isEmpty)
        for target in mocks {
            #expect(used.contains(target.name), "no target uses \(target.name)")
        }
    }

    @Test
    func `only the engine, the bindings of system libraries and test support contain unsafe code`()
        async throws
    {
        let found = try await Subprocess.run(
            "grep",
            ["-rlE", "--include=*.swift", "^ *([^ /].*[^`'[:alnum:]])?unsafe ", "Modules", "App"],
            in: BuiltProducts.packageRoot.path
        )
        let bound = /Modules\/(Toolkit\/Injection|Services|TestSupport)\/.*/
        let files = found.output.split(separator: "\n")
        #expect(files.contains { $0.hasPrefix("Modules/Toolkit/Injection/") })
        #expect(files.filter { $0.wholeMatch(of: bound) == nil } == [])
    }

    /// SwiftPM would ask for an exclusion in the manifest.
    @Test func `no target contains a README`() {
        let folders = targets.map(\.path).filter { $0.hasPrefix("Modules/") }
        #expect(folders.count >= 40)
        for folder in folders {
            let file = BuiltProducts.packageRoot.appending(path: "\(folder)/README.md")
            #expect(!FileManager.default.fileExists(atPath: file.path), "\(folder)")
        }
    }
}

/// The manifest of this package, which SwiftPM evaluates once for all tests.
enum Manifest {
    struct Target: Sendable {
        let name, type, path: String
        let dependencies, plugins: [String]
    }

    static func description() async throws -> String {
        try await dump.value.output
    }

    static func targets() async throws -> [Target] {
        targets(in: try await dump.value)
    }

    /// Returns the targets of a copy of the manifest in a folder with the given name.
    static func targets(
        copiedTo name: String,
        variables: [String] = []
    ) async throws -> [Target] {
        let folder = try TemporaryFolder()
        try folder.copy(["Package.swift"], from: BuiltProducts.packageRoot, to: name)
        let outcome = try await describe(folder.path(name), variables: variables)
        try #require(outcome.code == 0, "\(outcome.errors)")
        return targets(in: outcome)
    }

    private static func targets(in description: Outcome) -> [Target] {
        // A dependency has the form {"byName": ["Core", null]}.
        func names(_ dependencies: Any?) -> [String] {
            let dependencies = dependencies as? [[String: [Any]]] ?? []
            return dependencies.compactMap { $0.values.first?.first as? String }
        }
        let targets = (description.json as? [String: Any])?["targets"] as? [[String: Any]] ?? []
        return targets.map { target in
            let name = target["name"] as? String ?? ""
            return Target(
                name: name,
                type: target["type"] as? String ?? "",
                // The manifest states no path for tests in the folder with their name.
                path: target["path"] as? String ?? "Tests/\(name)",
                dependencies: names(target["dependencies"]),
                plugins: names(target["pluginUsages"])
            )
        }
    }

    /// The properties of boundaries.json that concern builds and tests.
    struct Rules: Decodable {
        let checkedWith: String
        let wholePackageTests: [String]
    }

    static func rules() throws -> Rules {
        try JSONDecoder().decode(Rules.self, from: Data(contents(of: "boundaries.json").utf8))
    }

    /// Returns the test targets that use a module, directly or indirectly, or read the files of all
    /// modules.
    static func tests(affectedBy module: String, in targets: [Target]) async throws -> Set<String> {
        var affected: Set = [module]
        var unseen = [module]
        while let name = unseen.popLast() {
            for target in targets where (target.dependencies + target.plugins).contains(name) {
                if affected.insert(target.name).inserted {
                    unseen.append(target.name)
                }
            }
        }
        let tests = Set(targets.filter { $0.type == "test" }.map(\.name))
        return affected.intersection(tests).union(try rules().wholePackageTests)
    }

    private static let dump = Task { try await describe(BuiltProducts.packageRoot.path) }

    /// Evaluates the manifest in a folder. `env` sets the variables, because ``Subprocess`` removes
    /// `ONLY_TESTS` from the environment.
    private static func describe(
        _ package: String,
        variables: [String] = []
    ) async throws -> Outcome {
        // In the default scratch folder, SwiftPM would wait for the lock that this test run holds.
        let scratch = try TemporaryFolder()
        let paths = ["--package-path", package, "--scratch-path", scratch.url.path]
        return try await Subprocess.run(
            "env",
            variables + ["swift", "package"] + paths + ["dump-package"]
        )
    }
}

/// Returns the text of a file of this package.
func contents(of path: String) throws -> String {
    try String(contentsOf: BuiltProducts.packageRoot.appending(path: path), encoding: .utf8)
}
