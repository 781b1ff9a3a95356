import PackageManifest
import PackageManifestTesting
import PackageReports

extension SampleRepository {
    /// Returns the impact of the changes since a revision.
    func impact(
        since name: String = "HEAD",
        wholePackageTests: Set<String> = [],
        gate: String? = nil
    ) async throws -> Impact {
        let package = try await load()
        let revision = try await Revision(name, of: package)
        let old = try await revision.package()
        defer {
            withExtendedLifetime(old) {}
        }
        return Impact(
            on: await package.loadingLocalPackages(),
            since: old?.0,
            describedAs: try await package.comparable(with: old?.0),
            files: try await revision.changedFiles(),
            wholePackageTests: wholePackageTests,
            gate: gate
        )
    }
}
