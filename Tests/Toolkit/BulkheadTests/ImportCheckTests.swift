import Foundation
import PackageManifestTesting
import ProgramTesting
import Testing

/// Compares the import checks that run on this machine. All of them check the same package, and
/// Docs/Alternatives.md states how many targets each of them finds.
@Suite(.serialized, .buildsPackages)
struct ImportCheckTests: BulkheadCaller {
    private enum Check {
        case bulkhead
        case native
    }

    /// A target that uses `Leaf` without declaring the dependency, or that does not use `Leaf`.
    private struct Case {
        let name: String
        var dependencies: [String] = []
        var isUse = true
        let source: String
        /// The checks that report the target. With the build system `swiftbuild`, SwiftPM's check
        /// reports no target.
        var finders: Set<Check> = []
    }

    private static let cases = [
        Case(name: "Plain", source: "import Leaf", finders: [.bulkhead, .native]),
        Case(
            name: "Reachable",
            dependencies: ["Middle"],
            source: "import Leaf",
            finders: [.bulkhead]
        ),
        Case(name: "Kind", source: "import protocol Leaf.Shape", finders: [.bulkhead, .native]),
        Case(
            name: "Attributes",
            source: "@testable private import Leaf",
            finders: [.bulkhead, .native]
        ),
        Case(name: "Line", source: "import Swift; import Leaf", finders: [.bulkhead, .native]),
        Case(
            name: "Platform",
            source: "#if os(Windows)\n    import Leaf\n#endif",
            finders: [.bulkhead]
        ),
        Case(
            name: "Comment",
            isUse: false,
            source: "// import Leaf\n/* /* nested */\nimport Leaf\n*/"
        ),
        Case(
            name: "Text",
            isUse: false,
            source: """
                let text = \"""
                import Leaf
                \"""
                let raw = #\"""
                "import Leaf" \"""
                import Leaf
                \"""#
                """
        ),
        // These two targets use `Leaf` without an import, so the checks do not report them.
        Case(
            name: "Reexport",
            dependencies: ["Umbrella"],
            source: "import Umbrella\nlet leaf = Leaf()"
        ),
        Case(
            name: "Member",
            dependencies: ["Middle"],
            source: "import Middle\nlet number = \"\".leaf"
        ),
    ]

    private static let libraries = [
        "Leaf": """
        public struct Leaf: Sendable { public init() {} }
        public protocol Shape {}
        extension String { public var leaf: Int { 1 } }
        """,
        "Middle": "import Leaf\npublic struct Middle {}",
        "Umbrella": "@_exported import Leaf",
    ]

    let folder: TemporaryFolder

    init() throws {
        var files: [String: String] = [:]
        var targets = [".target(name: \"Leaf\")"]
        for (name, source) in Self.libraries {
            files["Sources/\(name)/\(name).swift"] = source
            guard name != "Leaf" else { continue }
            targets.append(".target(name: \"\(name)\", dependencies: [\"Leaf\"])")
        }
        for each in Self.cases {
            files["Sources/\(each.name)/\(each.name).swift"] = each.source
            targets.append(".target(name: \"\(each.name)\", dependencies: \(each.dependencies))")
        }
        files["Package.swift"] = """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(name: "Trees", targets: [\(targets.joined(separator: ", "))])
            """
        files["boundaries.json"] = """
            {"layers": [{"name": "all", "paths": ["**"], "canDependOn": ["*"]}]}
            """
        folder = try TemporaryFolder(files: files)
    }

    /// Compares the targets that a check reports with the expected targets, and the number of
    /// targets with the documentation.
    private func expect(
        _ reported: Set<String>,
        by check: Check?,
        described start: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let expected = Self.cases.filter { each in check.map(each.finders.contains) ?? false }
        #expect(reported == Set(expected.map(\.name)), sourceLocation: location)
        let page = try String(
            contentsOf: BuiltProducts.packageRoot.appending(path: "Docs/Alternatives.md"),
            encoding: .utf8
        )
        let uses = Self.cases.filter(\.isUse).count
        let described = page.split(separator: "\n").first { $0.hasPrefix("- \(start)") }
        let line = try #require(described, sourceLocation: location)
        let count = " \(expected.count) of \(uses)"
        #expect(line.contains(count), "\(line)", sourceLocation: location)
    }

    @Test(arguments: ["native", "swiftbuild"])
    func `SwiftPM's check reports as many targets as the documentation states`(buildSystem: String)
        async throws
    {
        // The build can fail because a module is imported before it is built, but the check has
        // already run by then.
        let outcome = try await Subprocess.run(
            "swift",
            [
                "build", "--package-path", folder.url.path, "--build-system", buildSystem,
                "--explicit-target-dependency-import-check", "warn",
            ]
        )
        let output = outcome.output + outcome.errors
        let warnings = output.matches(of: /Target (\w+) imports another target \(Leaf\)/)
        try expect(
            Set(warnings.map { String($0.1) }),
            by: buildSystem == "native" ? .native : nil,
            described: "SwiftPM with `\(buildSystem)`"
        )
    }

    @Test func `bulkhead check reports as many targets as the documentation states`() async throws {
        struct Report: Decodable {
            struct Violation: Decodable {
                let rule: String
                let module: String
            }

            let violations: [Violation]
        }
        let json = try await bulkhead("check --format json").output
        let violations = try JSONDecoder().decode(Report.self, from: Data(json.utf8)).violations
        try expect(
            Set(violations.filter { $0.rule == "undeclared-import" }.map(\.module)),
            by: .bulkhead,
            described: "`bulkhead check`"
        )
        #expect(violations.filter { $0.rule == "re-export" }.map(\.module) == ["Umbrella"])
        let text = try await bulkhead("check").output
        #expect(text.contains("members of modules that a file does not import are not checked"))
    }

    @Test func `the two targets that use Leaf without an import compile`() async throws {
        for target in ["Reexport", "Member"] {
            let outcome = try await Subprocess.run(
                "swift",
                ["build", "--package-path", folder.url.path, "--target", target]
            )
            #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        }
    }
}
