import BoundaryRules
import CommandLineArguments
import PackageManifest
import PackageReports

extension Impact {
    /// Returns the impact of the changes since the revision specified by `--since`.
    static func load(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> Impact {
        let manifest = try await SwiftPackage.loadAll(arguments, console: console)
        let revision = try await arguments.revision(of: manifest)
        console.showProgress("comparing with the specified revision …")
        defer {
            console.endProgress()
        }
        let files = try await revision.changedFiles()
        let rules = try manifest.rules(in: arguments.value("--rules"))
        guard !files.isEmpty else {
            return Impact(on: manifest, since: manifest, files: [])
        }
        // If the old manifest cannot be evaluated, all targets count as changed.
        let old = try? await revision.package()
        // The impact reads symbolic links in the temporary folder of the old package, which is
        // removed when `old` is released.
        defer {
            withExtendedLifetime(old) {}
        }
        let described = try? await manifest.comparable(with: old?.0)
        return Impact(
            on: manifest,
            since: old?.0,
            describedAs: described,
            files: files,
            wholePackageTests: Set(rules.wholePackageTests),
            gate: try manifest.gate(of: rules)
        )
    }
}
