import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports

extension SampleRepository {
    /// Returns the impact of the changes since a revision.
    func impact(
        since name: String = "HEAD",
        wholePackageTests: Set<String> = []
    ) async throws -> Impact {
        let packages = try await PackageSet.load(root.path)
        let revision = try await Revision.find(name, in: root.path)
        let old = try await revision.packages(like: packages)
        defer {
            withExtendedLifetime(old) {}
        }
        let package = packages.packages[0]
        let before = old?.0.packages[0]
        return Impact.search(
            packages,
            since: before.map { ["": $0] } ?? [:],
            describedAs: ["": try await package.comparable(with: before)],
            files: try await revision.changedFiles(),
            wholePackageTests: wholePackageTests,
            sources: try packages.sources()
        )
    }
}
