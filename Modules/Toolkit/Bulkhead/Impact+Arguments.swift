import BoundaryRules
import CommandLineArguments
import PackageManifest
import PackageReports

extension Impact {
    /// Returns the impact of the changes since the revision specified by `--since`.
    static func load(
        on packages: PackageSet,
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> Impact {
        let revision = try await arguments.revision(of: packages)
        console.showProgress("comparing with the specified revision …")
        defer {
            console.endProgress()
        }
        let files = try await revision.changedFiles()
        let rules = try packages.rules(in: arguments.value("--rules"))
        let all = packages.checkedPackages.map { (packages.folder(of: $0), $0) }
        var old = Dictionary(firstOf: all)
        var described: [String: SwiftPackage] = [:]
        // A package in which no file changed is the same at the revision.
        let changed = old.keys.filter { folder in
            !packages.isRepository || folder.isEmpty
                || files.contains { $0.hasPrefix("\(folder)/") }
        }
        // If an old manifest cannot be evaluated, all targets of its package count as changed.
        let before =
            files.isEmpty
            ? nil : try? await revision.packages(like: packages, folders: changed.sorted())
        // The initializer of `Impact` reads symbolic links in the temporary folder of the old
        // packages, which is removed when `before` is released.
        defer {
            withExtendedLifetime(before) {}
        }
        for folder in changed where !files.isEmpty {
            let current = old[folder]
            old[folder] = before?.0.checkedPackages.first { before?.0.folder(of: $0) == folder }
            described[folder] = try? await current?.comparable(with: old[folder])
        }
        return Impact(
            on: packages,
            since: old,
            describedAs: described,
            files: files,
            wholePackageTests: Set(rules.wholePackageTests)
        )
    }
}
