import BoundaryRules
import PackageManifest
import PackageManifestTesting
import Testing

/// Tests the search for folders that no target contains.
@Suite(.describedPackages)
struct UnlistedFolderTests {
    /// Returns the unlisted folders of a package with the target Notes, whose layer has the given
    /// paths.
    private func folders(paths: String, files: [String]) async throws -> [String] {
        let repository = try DescribedRepository()
        let own = "Modules/Features/Notes/Implementation"
        try repository.describe("Notes in \(own)", files: ["\(own)/A.swift"] + files)
        let layer = #"{"name": "all", "paths": [\#(paths)], "canDependOn": []}"#
        let rules = try LayerRules(#"{"layers": [\#(layer)]}"#)
        return PackageSet(try await repository.load()).unlistedFolders(in: rules)
    }

    @Test func `finds the folders of a feature that the manifest does not list`()
        async throws
    {
        let found = try await folders(
            paths: #""Modules/Features/*", "Modules/Features/*/Interface""#,
            files: ["Modules/Features/Orders/Interface/B.swift"]
        )
        #expect(found == ["Modules/Features/Orders", "Modules/Features/Orders/Interface"])
    }

    @Test(arguments: [
        // A folder in a target, a folder with a target, and a folder without Swift files.
        "Modules/Features/Notes/Implementation/Views/B.swift", "Modules/Features/Notes/README.md",
        "Modules/Features/Orders/README.md",
        // Other packages, and a folder that only ** names.
        "Modules/Features/Orders/Package.swift", "Modules/Features/Orders/Kit/Package.swift",
        "Samples/B.swift",
        // A hidden folder.
        "Modules/Features/.cache/B.swift",
    ])
    func `ignores folders that need no target`(file: String) async throws {
        let paths = #""Modules/Features/*", "Modules/Features/Notes/Implementation/*", "**""#
        #expect(try await folders(paths: paths, files: [file]) == [])
    }
}
