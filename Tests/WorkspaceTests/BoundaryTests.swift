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
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = "\(folder.url.path):\(environment["PATH"] ?? "")"
        return try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            arguments,
            environment: environment,
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
        let root = BuiltProducts.packageRoot
        let folder = try TemporaryFolder()
        for name in ["App", "Modules", "Tests", "Package.swift", "boundaries.json"] {
            try FileManager.default.copyItem(
                at: root.appending(path: name),
                to: folder.url.appending(path: name)
            )
        }
        let file = folder.url.appending(path: "App/Shelf/Commands/ListCommand.swift")
        var lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        lines.insert("import Library", at: 2)
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let sample = try #require(
            text.firstMatch(of: /```text\n(?:\$ swift build\n)?(App\/Shelf(?:.|\n)*?)```/)?.1
        )
        let outcome = try await bulkhead(["check"], in: folder.url.path)
        #expect(
            outcome.code == 1,
            "\(outcome.output)\(outcome.errors)"
        )
        #expect(
            outcome.output.contains(sample),
            "\(outcome.output)\(outcome.errors)"
        )
    }

    @Test func `every Swift target depends on the gate, except for the check and the engine`()
        async throws
    {
        let isChecked = { (target: Manifest.Target) in
            target.dependencies.contains("BoundaryGate")
        }
        let others = try await Manifest.targets().filter {
            !isChecked($0) && !["system", "plugin"].contains($0.type)
        }
        let names: Set = [
            "BoundaryGate", "BoundaryRules", "CAllocationCounter", "CBenchmarkSupport",
            "Injection", "InjectionRegistry", "InjectionTesting", "SwiftSource",
            "boundaries-check",
        ]
        #expect(Set(others.map(\.name)) == names)
    }

    @Test func `the modules of boundaries-check depend only on each other`() async throws {
        let names: Set = ["SwiftSource", "BoundaryRules", "boundaries-check"]
        let targets = try await Manifest.targets().filter { names.contains($0.name) }
        #expect(targets.count == names.count)
        for target in targets {
            #expect(names.isSuperset(of: target.dependencies))
        }
    }

    /// The layer rules let tests declare the mocks of features without importing them, which a new
    /// feature needs at first. The tests of this workspace import them. The interfaces are
    /// dependencies of the tested module anyway.
    @Test func `a test target declares only what it imports`() async throws {
        let rules = try String(
            contentsOf: BuiltProducts.packageRoot.appending(path: "boundaries.json"),
            encoding: .utf8
        )
        let grant = #""granted": ["interfaces", "single-module features", "mocks"],"#
        let permission = #""granted": ["interfaces"], "canDependOn": ["subject", "mocks","#
        let list = #""canDependOn": ["subject","#
        let strict = rules.replacing("      \(grant)\n", with: "")
            .replacing(list, with: permission)
        #expect(strict.count == rules.count - grant.count - 7 + permission.count - list.count)
        let folder = try TemporaryFolder()
        let file = try folder.write(strict, to: "boundaries.json")
        let outcome = try await bulkhead(["check", "--strict", "--rules", file])
        #expect(outcome.code == 0, "\(outcome.output)")
    }

    @Test func `the page on testing one module has the number of tests that an edit selects`()
        async throws
    {
        let targets = try await Manifest.targets()
        let page = try String(
            contentsOf: BuiltProducts.packageRoot.appending(path: "Docs/TestingOneModule.md"),
            encoding: .utf8
        )
        let rows = page.matches(of: #/\n\| (\w+) \| \d+ \| (\d+) \|(?=\n)/#)
        #expect(rows.count > 15)
        for row in rows {
            let selected = try await Manifest.tests(affectedBy: String(row.1), in: targets)
            #expect(String(selected.count) == row.2, "an edit in \(row.1)")
        }
    }

    @Test func `the picture of the layers is up to date`() async throws {
        let text = try String(
            contentsOf: BuiltProducts.packageRoot.appending(path: "Docs/Layers.svg"),
            encoding: .utf8
        )
        let command = ["graph", "--from", "shelf", "--format", "picture"]
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
        let page = try String(
            contentsOf: BuiltProducts.packageRoot.appending(path: "Docs/Architecture.md"),
            encoding: .utf8
        )
        let section = try #require(page.components(separatedBy: "## Layer rules\n").last)
        let table = rows(section).dropFirst()
        #expect(table.count == 7)
        for row in table {
            let rule = try #require(rules.first { $0.first == row.first }, "\(row)")
            #expect(row[1] == rule[2])
        }
    }

    @Test func `the wiring of this workspace has no findings`() async throws {
        let outcome = try await bulkhead("wiring")
        #expect(
            outcome.code == 0,
            "\(outcome.errors)"
        )
        #expect(
            outcome.output.hasSuffix("; 0 findings\n"),
            "\(outcome.errors)"
        )
        let factory = """
            AppContainer.reporter: Factory<any LibraryReporter>, cached
              declared: Modules/Bootstrap/AppContainer+Reports.swift:6, Bootstrap
              resolves: library, checkHistoryStore, clock
              reachable from: Reports, shelf (ReportsProviding)

            """
        #expect(outcome.output.contains(factory))
    }

    @Test func `this workspace accepts the feature that the documentation adds`() async throws {
        let outcome = try await bulkhead(
            "add",
            "feature",
            "Payments",
            "--role",
            "PaymentGateway",
            "--uses",
            "Library",
            "--example",
            "--dry-run",
            "--force"
        )
        #expect(
            outcome.code == 0,
            "\(outcome)"
        )
        #expect(
            outcome.output.contains("+ AppContainer+Payments.swift"),
            "\(outcome)"
        )
    }

    @Test(arguments: [
        (["why", "shelf", "SQLite"], 0, "shelf → Bootstrap → SQLite"),
        (
            ["why", "linkTransfer", "httpClient"], 0,
            "AppContainer.linkTransfer → AppContainer.library → AppContainer.pageReader → AppContainer.politeHTTPClient → AppContainer.httpClient"
        ),
        (
            ["why", "settings", "library"], 1,
            "'AppContainer.settings' does not depend on 'AppContainer.library'; 'AppContainer.library' depends on 'AppContainer.settings'"
        ),
    ])
    func `bulkhead why prints the path between two modules or factories`(
        arguments: [String],
        code: Int32,
        text: String
    ) async throws {
        let outcome = try await bulkhead(arguments)
        #expect(outcome.code == code)
        #expect(
            "\(outcome.output)\(outcome.errors)".contains(text),
            "\(outcome.output)\(outcome.errors)"
        )
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

    @Test func `every feature has an interface, and an implementation that depends on it`() throws {
        let folder = BuiltProducts.packageRoot.appending(path: "Modules/Features")
        let features = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(features.count >= 4)
        for feature in features {
            #expect(
                target(at: "Modules/Features/\(feature)/Interface")?.name == "\(feature)Interface"
            )
            let implementation = try #require(
                target(at: "Modules/Features/\(feature)/Implementation")
            )
            #expect(implementation.name == feature)
            #expect(implementation.dependencies.contains("\(feature)Interface"))
        }
    }

    @Test
    func
        `a test target is in a folder with its name, and its first dependency is the tested module`()
    {
        let withoutSubject: Set = ["WorkspaceTests", "RecipeTests"]
        for tests in targets where tests.type == "test" && !withoutSubject.contains(tests.name) {
            #expect(tests.path == "Tests/\(tests.name)")
            // The comparison ignores case, because `ShelfTests` tests the program `shelf`.
            #expect(
                tests.dependencies.first.map { "\($0)Tests".lowercased() }
                    == tests.name.lowercased()
            )
        }
    }

    @Test func `every module has tests`() {
        let tested = Set(targets.filter { $0.type == "test" }.compactMap(\.dependencies.first))
        // The tests of other modules cover contracts, mocks and test support. PluginTests cover the
        // plugin's program and the gate, ExampleTests the examples, and `Tests/run --all` the
        // benchmarks.
        let untested = targets.filter {
            !["test", "system", "plugin"].contains($0.type) && !tested.contains($0.name)
        }
        .filter { !$0.name.hasSuffix("Interface") && !$0.name.hasSuffix("Testing") }
        .filter {
            $0.path?.hasPrefix("Tests/Benchmarks/") != true
                && $0.path?.hasPrefix("App/Examples/") != true
        }
        #expect(Set(untested.map(\.name)) == ["boundaries-check", "BoundaryGate"])
    }

    @Test func `every mock module is used`() {
        let used = Set(targets.flatMap(\.dependencies))
        let mocks = targets.filter {
            $0.path?.hasPrefix("Modules/Features/") == true && $0.name.hasSuffix("Testing")
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
        let bound =
            /Modules\/(Injection|Services|TestSupport)\/.*|Modules\/CoreTesting\/Socket\.swift/
        let files = found.output.split(separator: "\n")
        #expect(files.contains { $0.hasPrefix("Modules/Toolkit/Injection/") })
        #expect(files.filter { $0.wholeMatch(of: bound) == nil } == [])
    }

    @Test func `every module has a README`() throws {
        for target in targets {
            let path = try #require(target.path)
            guard path.hasPrefix("Modules/"), !path.hasPrefix("Modules/Services/C") else {
                continue
            }
            let folders = [path, path.split(separator: "/").dropLast().joined(separator: "/")]
            let pages = folders.map {
                BuiltProducts.packageRoot.appending(path: "\($0)/README.md").path
            }
            #expect(
                pages.contains(where: FileManager.default.fileExists),
                "\(target.name) has no README"
            )
        }
    }
}

/// The manifest of this package, which SwiftPM evaluates once for all tests.
enum Manifest {
    struct Target: Sendable {
        let name, type: String
        let path: String?
        let dependencies: [String]
    }

    static func description() async throws -> String {
        try await dump.value.output
    }

    static func targets() async throws -> [Target] {
        let targets =
            (try await dump.value.json as? [String: Any])?["targets"] as? [[String: Any]] ?? []
        return targets.map { target in
            // A dependency has the form {"byName": ["Core", null]}.
            let dependencies = target["dependencies"] as? [[String: [Any]]] ?? []
            return Target(
                name: target["name"] as? String ?? "",
                type: target["type"] as? String ?? "",
                path: target["path"] as? String,
                dependencies: dependencies.compactMap { $0.values.first?.first as? String }
            )
        }
    }

    /// Returns the test targets that use a module, directly or indirectly, or read the files of all
    /// modules.
    static func tests(affectedBy module: String, in targets: [Target]) async throws -> Set<String> {
        var affected: Set = [module]
        var unseen = [module]
        while let name = unseen.popLast(), name != "BoundaryGate" {
            for target in targets where target.dependencies.contains(name) {
                if affected.insert(target.name).inserted {
                    unseen.append(target.name)
                }
            }
        }
        let rules = try Data(
            contentsOf: BuiltProducts.packageRoot.appending(path: "boundaries.json")
        )
        let json = try JSONSerialization.jsonObject(with: rules) as? [String: Any]
        let tests = Set(targets.filter { $0.type == "test" }.map(\.name))
        return affected.intersection(tests).union(json?["wholePackageTests"] as? [String] ?? [])
    }

    private static let dump = Task {
        // In the default scratch folder, SwiftPM would wait for the lock that this test run holds.
        let scratch = try TemporaryFolder()
        let paths = [
            "--package-path", BuiltProducts.packageRoot.path, "--scratch-path", scratch.url.path,
        ]
        return try await Subprocess.run("swift", ["package"] + paths + ["dump-package"])
    }
}
