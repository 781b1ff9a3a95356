import Foundation
import PackageManifest
import PackageManifestTesting
import ProgramTesting
import Testing

/// Tests the versions of other packages, and the packages that use them.
@Suite(.describedPackages)
struct ResolvedVersionsTests {
    private let repository: DescribedRepository

    init() throws {
        repository = try DescribedRepository()
    }

    @Test(
        arguments: Row.table(
            #"""
            {"object": {"pins": [{"repositoryURL": "https://example.com/Swift-Log.git"}]}} → swift-log
            {"object": {"pins": [{"repositoryURL": "https://example.com/Swift-Log"}]}} → swift-log
            {"pins": [{"identity": "Swift-Log"}, {"identity": "Swift-NIO"}]} → swift-log → swift-nio
            """#
        )
    )
    func `reads the packages in each version of the format`(row: Row) throws {
        let root = repository.folder.url.path
        let none = try #require(ResolvedVersions(in: root))
        try repository.write(row[0], to: "Package.resolved")
        let versions = try #require(ResolvedVersions(in: root))
        #expect(versions.changes(since: none).sorted() == row[1...])
        #expect(none.changes(since: versions).sorted() == row[1...])
        #expect(versions.changes(since: versions) == [])
        try repository.write("{}", to: "Package.resolved")
        #expect(ResolvedVersions(in: root) == nil)
    }

    /// No manifest of the package Far is known. The package Home uses Logging indirectly.
    @Test func `finds the packages that can use a changed package`() async throws {
        try repository.describe("Core")
        for (file, text) in [
            "Kit/Package@swift-6.0.swift": "url: \"https://example.com/Logging\"",
            "Home/Package.swift": "path: \"../kit\"", "Net/Package.swift": "",
            "Far/Package.txt": "", "Far/Sources.swift": "",
        ] {
            try repository.write(text, to: ".build/checkouts/\(file)")
        }
        let package = try await repository.load()
        let all: Set = ["kit", "home", "net", "far"]
        let users: Set = ["kit", "home", "far", "logging"]
        #expect(package.identities(all, using: ["logging"]) == users)
        #expect(package.identities(all, using: []) == [])
    }
}
