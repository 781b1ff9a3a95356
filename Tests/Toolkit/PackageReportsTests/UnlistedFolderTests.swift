import BoundaryRules
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Tests the report of folders that no target contains.
@Suite(.describedPackages)
struct UnlistedFolderTests {
    /// Returns the report of a package with the target Notes, whose layer has the given paths.
    private func report(paths: String, files: [String]) async throws -> BoundaryReport {
        let repository = try DescribedRepository()
        let own = "Modules/Features/Notes/Implementation"
        try repository.describe("Notes in \(own)", files: ["\(own)/A.swift"] + files)
        let layer = #"{"name": "all", "paths": [\#(paths)], "canDependOn": []}"#
        return try await repository.report(LayerRules(#"{"layers": [\#(layer)]}"#))
    }

    /// Returns the unlisted folders of a package.
    private func folders(paths: String, files: [String]) async throws -> [String] {
        let violations = try await report(paths: paths, files: files).violations
        return violations.filter { $0.rule == .unlistedFolder }.map(\.path)
    }

    @Test func `reports the outermost folder of a feature that the manifest does not list`()
        async throws
    {
        let found = try await folders(
            paths: #""Modules/Features/*", "Modules/Features/*/Interface""#,
            files: ["Modules/Features/Orders/Interface/B.swift"]
        )
        #expect(found == ["Modules/Features/Orders"])
    }

    @Test(arguments: [
        // A folder in a target, a folder with a target, and a folder without Swift files.
        "Modules/Features/Notes/Implementation/Views/B.swift", "Modules/Features/Notes/README.md",
        "Modules/Features/Orders/README.md",
        // Another package, and a folder that only ** names.
        "Modules/Features/Orders/Package.swift", "Samples/B.swift",
        // A hidden folder.
        "Modules/Features/.cache/B.swift",
    ])
    func `ignores folders that need no target`(file: String) async throws {
        let paths = #""Modules/Features/*", "Modules/Features/Notes/Implementation/*", "**""#
        #expect(try await folders(paths: paths, files: [file]) == [])
    }

    @Test func `the message contains a remedy`() async throws {
        let report = try await report(paths: #""Sources/*""#, files: ["Sources/Money/B.swift"])
        let text = report.violations.map(\.text).joined()
        let message =
            "Sources/Money: warning: the folder contains Swift files, but Package.swift does not declare its targets\n"
        #expect(text.contains(message), "\(text)")
        #expect(text.contains("remedy: declare a target for it, or remove the folder"))
    }
}
