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

    @Test(
        arguments: Row.table(
            """
            {"byName": ["Net", {"platformNames": ["linux"]}]} → Net
            {"product": ["Logging", "swift-log", null, {"platformNames": ["linux"]}]} → Logging
            """
        )
    )
    func `leaves a dependency that other targets declare only with a condition`(row: Row)
        async throws
    {
        let fix = try await fix(row[0], declaredAs: "shared", importing: "import \(row[1])")
        #expect(fix.actions.isEmpty)
        #expect(
            fix.remainders.map(\.note) == [
                "other targets declare this dependency only with a condition; add it to 'Home' with a condition"
            ]
        )
    }

    @Test func `writes nothing if a condition is lost`() async throws {
        let condition = #"[{"byName": ["Net", {"platformNames": ["linux"]}]}]"#
        try repository.describe(
            "App executable\nHome\nNet",
            values: ["App": ["dependencies": condition]]
        )
        let fix = try await repository.fix(["App": "import Home"])
        #expect(fix.actions == [.add("Home", to: "App")])
        try repository.describe("App executable: Net, Home\nHome\nNet")
        let before = try repository.folder.text("Package.swift")
        await #expect(throws: ManifestFixError.unexpected(module: "App")) {
            try await fix.write()
        }
        #expect(try repository.folder.text("Package.swift") == before)
    }

    /// A row contains a dependency in the format of the description, the array that declares it in
    /// the manifest, and the dependency that is added to another target.
    @Test(
        arguments: Row.table(
            """
            "product": ["Logging", "swift-log", null, null] → shared → .product(name: "Logging", package: "swift-log")
            "product": ["Logging", "swift-log", null, null] → [.product(name: "Logging", package: "Log")] \
            → .product(name: "Logging", package: "Log")
            "product": ["Logging", "swift-log", null, null] → [.product(name: "Logging", package: "Log", \
            condition: .when(platforms: [.linux]))] → .product(name: "Logging", package: "swift-log")
            "byName": ["Logging", null] → shared → "Logging"
            """
        )
    )
    func `a dependency on a product is copied from other targets, or names the package`(
        row: Row
    ) async throws {
        let fix = try await fix("{\(row[0])}", declaredAs: row[1], importing: "import Logging")
        #expect(fix.text.contains(".target(name: \"Home\", dependencies: [\(row[2])]),"))
    }
}
