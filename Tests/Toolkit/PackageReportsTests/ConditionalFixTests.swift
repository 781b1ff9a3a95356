import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Tests fixes that add dependencies with conditions.
@Suite(.describedPackages)
struct ConditionalFixTests {
    private let repository: DescribedRepository

    init() throws {
        repository = try DescribedRepository()
    }

    /// Returns the fix for a package in which `App` declares a dependency only for Linux, in the
    /// format of the description and as an array in the manifest. `Home` imports the module.
    private func fix(
        _ dependency: String,
        declaredAs array: String,
        importing text: String
    ) async throws -> ManifestFix {
        try repository.describe(
            "App executable\nHome\nNet",
            packages: ["swift-log": "Log"],
            values: ["App": ["dependencies": "[\(dependency)]"]]
        )
        let manifest = """
            .target(name: "App", dependencies: \(array)),
            .target(name: "Home", dependencies: []),
            """
        try repository.write(manifest, to: "Package.swift")
        return try await repository.fix(["Home": text], targets: ["Home"])
    }

    @Test
    func
        `adds a dependency on a target with the condition that other targets state, if the import is conditional`()
        async throws
    {
        let dependency = #"{"byName": ["Net", {"platformNames": ["linux"]}]}"#
        let element = #".target(name: "Net", condition: .when(platforms: [.linux]))"#
        let conditional = "#if os(Linux)\nimport Net\n#endif"
        for (array, text, added) in [
            ("[\(element)]", conditional, element), ("[\(element)]", "import Net", "\"Net\""),
            ("shared", conditional, "\"Net\""),
        ] {
            let fix = try await fix(dependency, declaredAs: array, importing: text)
            #expect(fix.text.contains(".target(name: \"Home\", dependencies: [\(added)]),"))
        }
    }

    @Test func `adds a dependency on a product with the condition that other targets state`()
        async throws
    {
        let dependency =
            #"{"product": ["Logging", "swift-log", null, {"platformNames": ["linux"]}]}"#
        let element =
            #".product(name: "Logging", package: "swift-log", condition: .when(platforms: [.linux]))"#
        let literal = try await fix(
            dependency,
            declaredAs: "[\(element)]",
            importing: "import Logging"
        )
        #expect(literal.text.contains(".target(name: \"Home\", dependencies: [\(element)]),"))
        let shared = try await fix(dependency, declaredAs: "shared", importing: "import Logging")
        #expect(shared.actions.isEmpty)
        #expect(
            shared.remainders.map(\.note) == [
                "other targets declare this dependency only with a condition; add it to 'Home' with a condition"
            ]
        )
    }

    /// `Core` depends on a product with a condition, and other modules reach it through `Core`.
    private func fixUsersOfCore(
        coreUses elements: String,
        testsUse tests: String = ""
    ) async throws -> ManifestFix {
        let product = #"{"product": ["Logging", "swift-log", null, {"traits": ["Logs"]}]}"#
        try repository.describe(
            """
            Core
            CoreTests\(tests.isEmpty ? "" : ": Logging@swift-log")
            Home: Core
            Net: Core
            """,
            packages: ["swift-log": "Log"],
            values: ["Core": ["dependencies": "[\(product)]"]]
        )
        let manifest = """
            .target(name: "Core", dependencies: [\(elements)]),
            .target(name: "Home", dependencies: ["Core"]),
            .target(name: "Net", dependencies: ["Core"]),
            .testTarget(name: "CoreTests", dependencies: [\(tests)]),
            """
        try repository.write(manifest, to: "Package.swift")
        let text = "import Core\nimport Logging"
        return try await repository.fix(["Home": text, "Net": text], targets: ["Home", "Net"])
    }

    private static let logsOnly =
        #".product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logs"]))"#

    @Test func `every target that reaches a conditional product gets its condition`() async throws {
        let fix = try await fixUsersOfCore(coreUses: Self.logsOnly)
        #expect(fix.actions == [.add("Logging", to: "Home"), .add("Logging", to: "Net")])
        #expect(fix.text.components(separatedBy: Self.logsOnly).count == 4)
        for name in ["Home", "Net"] {
            let module = fix.graph.module(named: name)
            #expect(module?.conditionalDependencies == ["Logging"])
        }
    }

    @Test func `ignores a target without the condition if the importer does not reach it`()
        async throws
    {
        let plain = #".product(name: "Logging", package: "swift-log")"#
        let fix = try await fixUsersOfCore(coreUses: Self.logsOnly, testsUse: plain)
        #expect(fix.text.components(separatedBy: "Logs").count == 4)
    }

    @Test func `does not add a product whose conditions differ`() async throws {
        let other =
            #".product(name: "Logging", package: "swift-log", condition: .when(platforms: [.linux]))"#
        let fix = try await fixUsersOfCore(coreUses: "\(Self.logsOnly), \(other)")
        #expect(fix.actions.isEmpty)
        #expect(fix.remainders.count == 2)
    }

    @Test func `writes nothing if a condition is lost`() async throws {
        let fix = try await fixUsersOfCore(coreUses: Self.logsOnly)
        try repository.describe(
            """
            Core: Logging@swift-log
            CoreTests
            Home: Core, Logging@swift-log
            Net: Core, Logging@swift-log
            """,
            packages: ["swift-log": "Log"]
        )
        await #expect(throws: ManifestFixError.self) {
            try await fix.write()
        }
    }

    /// A dependency in the format of the description, the array that declares it in the manifest,
    /// and the dependency that is added to another target.
    static let products = [
        (#"{"product": ["Logging", "swift-log", null, null]}"#, "shared", product),
        (
            #"{"product": ["Logging", "swift-log", null, null]}"#,
            #"[.product(name: "Logging", package: "Log")]"#,
            #".product(name: "Logging", package: "Log")"#
        ),
        (
            #"{"product": ["Logging", "swift-log", null, null]}"#,
            #"[.product(name: "Logging", package: "Log", condition: .when(platforms: [.linux]))]"#,
            product
        ),
        (#"{"byName": ["Logging", null]}"#, "shared", "\"Logging\""),
    ]
    private static let product = #".product(name: "Logging", package: "swift-log")"#

    @Test(arguments: products)
    func `a dependency on a product is copied from other targets, or names the package`(
        dependency: String,
        array: String,
        added: String
    ) async throws {
        let fix = try await fix(dependency, declaredAs: array, importing: "import Logging")
        #expect(fix.text.contains(".target(name: \"Home\", dependencies: [\(added)]),"))
    }

}
