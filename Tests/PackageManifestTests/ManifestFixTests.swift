import BoundaryRules
import Foundation
import PackageManifest
import ProgramTesting
import Testing

struct ManifestFixTests {
    private func fix(
        _ repository: SampleRepository, imports: [String: String], rules: LayerRules = .none
    ) async throws -> ManifestFix {
        for (name, text) in imports {
            try repository.folder.write(text, to: "\(SampleRepository.folder(of: name))/\(name).swift")
        }
        let package = try await repository.load()
        return ManifestFix(
            of: BoundaryReport(
                manifest: package, rules: rules, sources: try package.sources(), manifestPath: "Package.swift"))
    }

    private static let imports = [
        "App": "import Home\nimport Core\nimport Net", "Home": "import Net", "HomeTests": "import Home",
        "CoreTests": "import Core", "NetTests": "import Net",
    ]

    @Test func `adds missing dependencies once, and removes unused ones`() async throws {
        let repository = try await SampleRepository()
        try repository.folder.write("import Core", to: "Sources/App/Second.swift")
        let fix = try await fix(repository, imports: Self.imports)
        #expect(
            fix.actions == [
                .remove("Core", from: "Home"), .add("Core", to: "App"), .add("Net", to: "App"), .add("Net", to: "Home"),
            ])
        #expect(fix.remainders.isEmpty)
        #expect(fix.text.contains(#".target(name: "App", dependencies: ["Core", "Home", "Net"]),"#))
        #expect(fix.text.contains(#".target(name: "Home", dependencies: ["Net"]),"#))
        let difference = try await fix.difference()
        #expect(difference.hasPrefix("--- a/Package.swift\n+++ b/Package.swift\n@@ -1,7 +1,7 @@\n"), "\(difference)")
        #expect(difference.contains("\n-.target(name: \"Home\", dependencies: [\"Core\"]),\n+"))
    }

    @Test func `corrects the violations of a baseline too`() async throws {
        let baseline = #"{"violations": [{"module": "App", "rule": "undeclared-import", "subject": "Net"}]}"#
        var rules = LayerRules.none
        rules.baseline = try Baseline(json: Data(baseline.utf8))
        let fix = try await fix(SampleRepository(), imports: Self.imports, rules: rules)
        #expect(fix.actions.contains(.add("Net", to: "App")))
    }

    @Test func `a dependency that would be a cycle is left`() async throws {
        let fix = try await fix(SampleRepository(), imports: ["Home": "import Core", "Core": "import Home"])
        #expect(!fix.actions.contains(.add("Home", to: "Core")))
        let remainder = try #require(fix.remainders.first)
        #expect(remainder.violation.module == "Core" && remainder.violation.subject == "Home")
        #expect(remainder.remedy.hasPrefix("a dependency would be a cycle, Core → Home → Core; "))
    }

    @Test func `a target that the manifest creates in code is left, with what to write`() async throws {
        let repository = try await SampleRepository()
        try repository.folder.write("feature(\"Home\")", to: "Package.swift")
        let fix = try await fix(repository, imports: ["Home": "import Core\nimport Net"])
        #expect(
            fix.remainders.map(\.remedy).contains(
                "add \"Net\" to the dependencies of 'Home' (the manifest creates this target in code)"))
    }

    /// `SampleRepository` describes the package as before, whatever the manifest says.
    @Test func `the old manifest is restored if the new one does not have the intended effect`() async throws {
        let repository = try await SampleRepository()
        let before = try repository.folder.text("Package.swift")
        let fix = try await fix(repository, imports: Self.imports)
        await #expect(throws: ManifestFixError.self) {
            try await fix.write(to: repository.folder.url.path, repository.loader)
        }
        #expect(try repository.folder.text("Package.swift") == before)
    }
}

@Suite(.buildsPackages)
struct PackageChangeTests {
    private func package(_ core: String) throws -> TemporaryFolder {
        try TemporaryFolder(files: [
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let shared: [Target.Dependency] = ["Core"]
            let package = Package(name: "P", targets: [
                .target(name: "Core"), .target(name: "Net"), .target(name: "Home", dependencies: shared),
                .executableTarget(name: "App", dependencies: ["Home", "Net"]),
            ])
            """, "Sources/Core/Core.swift": core, "Sources/Net/Net.swift": "",
            "Sources/Home/Home.swift": "import Core\nimport Net", "Sources/App/main.swift": "import Core\nimport Home",
        ])
    }

    @Test func `SwiftPM accepts a corrected manifest, and nothing is left to correct`() async throws {
        let folder = try package("")
        func fix() async throws -> ManifestFix {
            let package = try await PackageLoader().load(folder.url.path)
            return ManifestFix(
                of: BoundaryReport(manifest: package, rules: .none, sources: try package.sources(), manifestPath: "P"))
        }
        let first = try await fix()
        #expect(first.actions.count == 3)
        try await first.write(to: folder.url.path)
        let second = try await fix()
        #expect(second.actions.isEmpty && second.remainders.isEmpty)
    }

    @Test func `compares the public declarations of a module with those of a revision`() async throws {
        let folder = try package(
            "public func gone() {}\npublic func kept(_ x: Int) {}\npublic protocol P {}\npublic enum E { case a }")
        for arguments in [
            ["init", "--quiet", "--initial-branch", "main"], ["add", "--all"],
            ["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "first"],
        ] {
            #expect(try await Subprocess.run("git", ["-C", folder.url.path] + arguments).code == 0)
        }
        try folder.write(
            """
            public func kept(_ x: String) {}
            public protocol P { func b() }
            public struct New { public init() {} }
            public enum E: Sendable { case a; public var x: Int { 1 } }
            func hidden() {}
            """, to: "Sources/Core/Core.swift")
        let package = try await PackageLoader().load(folder.url.path)
        let comparison = try await APIComparison(of: package, since: Revision("HEAD", of: package))
        let core = try #require(package.graph.module(named: "Core"))
        let difference = try await comparison.difference(of: core)
        #expect(
            difference.breaking == [
                "Func gone() has been removed",
                "Func kept(_:) has parameter 0 type change from Swift.Int to Swift.String",
                "Func P.b() has been added as a protocol requirement",
            ])
        #expect(difference.added == ["Struct New", "Var E.x"])
        let net = try #require(package.graph.module(named: "Net"))
        #expect(try await comparison.difference(of: net).isEmpty)
        #expect(comparison.existed("Core") && !comparison.existed("New"))
        let outcome = try await Subprocess.run(
            BuiltProducts.program("bulkhead"), ["api", "--since", "main"], in: folder.url.path)
        #expect(outcome.code == 1 && outcome.output.hasSuffix("1 changed; 3 breaking changes\n"), "\(outcome)")
    }
}
