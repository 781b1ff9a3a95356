import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Tests the impact of changes to packages that are described in the format of
/// `swift package dump-package`.
@Suite(.describedPackages)
struct DescribedImpactTests {
    private let repository: DescribedRepository

    init() throws {
        repository = try DescribedRepository()
    }

    /// Returns the names of the modules that a change to a file affects.
    private func modules(affectedBy file: String) async throws -> [String] {
        PackageSet(try await repository.load()).impact(of: [file]).modules
    }

    @Test func `a change to a plugin affects the targets that use the plugin`() async throws {
        try repository.describe(
            "Lint plugin\nCore\nHome",
            values: ["Core": ["pluginUsages": #"[{"plugin": ["Lint", null]}]"#]]
        )
        #expect(try await modules(affectedBy: "Plugins/Lint/A.swift") == ["Lint", "Core"])
    }

    @Test(
        arguments: Row.table(
            #"""
            ../Logs → ../Logs/A.swift → true
            ../Logs → ../Logs2/A.swift → false
            ../Logs → A.swift → false
            .. → ../A.swift → true
            .. → ../../A.swift → false
            """#
        )
    )
    func `a file affects the users of a package if the folder of the package contains the file`(
        row: Row
    ) async throws {
        try repository.describe("Core: Log@logs", packages: ["logs": row[0]])
        #expect(try await modules(affectedBy: row[1]).contains("Core") == (row[2] == "true"))
    }

    @Test(
        arguments: Row.table(
            #"""
            {"product": ["Log", "LOGS", null, null]} → true
            {"product": ["Log", "other", null, null]} → false
            {"byName": ["Log", null]} → true
            """#
        )
    )
    func `a file of a package affects the products that the package may provide`(row: Row)
        async throws
    {
        try repository.describe(
            "Core",
            packages: ["logs": "Logs"],
            values: ["Core": ["dependencies": "[\(row[0])]"]]
        )
        let modules = try await modules(affectedBy: "Logs/A.swift")
        #expect(modules.contains("Core") == (row[1] == "true"))
    }

    @Test func `other files include neither manifests nor files outside the package`() async throws
    {
        try repository.describe("Core")
        let impact = PackageSet(try await repository.load()).impact(of: [
            "Package.swift", "Package@swift-5.9.swift", "Package@swift-5.9.txt", "Extra.swift",
            "README.md", "../README.md",
        ])
        #expect(impact.otherFiles == ["Package@swift-5.9.txt", "Extra.swift", "README.md"])
    }
}
