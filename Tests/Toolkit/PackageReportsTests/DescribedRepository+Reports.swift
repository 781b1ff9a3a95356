import BoundaryRules
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting

extension PackageSet {
    /// Checks the packages.
    func report(_ rules: LayerRules = .none) throws -> BoundaryReport {
        BoundaryReport.checking(self, rules: rules, sources: try sources())
    }

    /// Returns the impact of changes to files on the packages. By default, the packages had the
    /// same descriptions before the changes.
    func impact(of files: [String], since old: PackageSet? = nil) -> Impact {
        let old = old ?? self
        let packages = old.checkedPackages.map { (old.folder(of: $0), $0) }
        return Impact.search(self, since: Dictionary(uniqueKeysWithValues: packages), files: files)
    }
}

extension DescribedRepository {
    /// Sources of the modules of ``app()``, some of whose imports are not declared.
    static let appImports = [
        "App": "import Home\nimport Core\nimport Net",
        "Home": "import Net",
        "HomeTests": "import Home",
        "CoreTests": "import Core",
        "NetTests": "import Net",
    ]

    /// Writes the baseline of the package at the root.
    func writeBaseline(_ entries: Baseline.Entry...) throws {
        try write(Baseline(entries).json, to: Baseline.fileName)
    }

    /// Checks the package in a folder.
    func report(_ rules: LayerRules = .none, in path: String = "") async throws -> BoundaryReport {
        try await PackageSet.load(folder.path(path)).report(rules)
    }

    /// Returns the fix of a package in which modules have the given sources.
    func fix(
        _ sources: [String: String] = Self.appImports,
        in path: String = "",
        rules: LayerRules = .none,
        targets: Set<String>? = nil,
        removesUnused: Bool = false
    ) async throws -> ManifestFix {
        for (name, text) in sources {
            try write(text, ofModule: name, in: path)
        }
        return ManifestFix.resolving(
            try await report(rules, in: path),
            targets: targets,
            removesUnused: removesUnused
        )
    }

    /// Returns the impact of the changes since a revision on the package in a folder.
    func impact(
        since name: String = "HEAD",
        in path: String = "",
        wholePackageTests: Set<String> = []
    ) async throws -> Impact {
        let root = folder.path(path)
        let packages = try await PackageSet.load(root)
        let revision = try await Revision.find(name, in: root)
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

extension Impact {
    /// The reasons by the names of the affected modules.
    var reasons: [String: Reason] {
        Dictionary(uniqueKeysWithValues: entries.map { ($0.module.name, $0.reason) })
    }

    /// The names of the affected modules.
    var modules: [String] { entries.map(\.module.name) }
}

extension BoundaryDifference {
    /// Compares a report with the revision `main`.
    static func sinceMain(_ report: BoundaryReport, rulesFile: String? = nil) async throws -> Self {
        let revision = try await Revision.find("main", in: report.packages.root)
        return try await comparing(report, since: revision, rulesFile: rulesFile)
    }
}

/// Returns the rules and modules of violations, such as `forbidden-dependency Home Net`.
func edges(_ violations: [Violation]) -> [String] {
    violations.map { "\($0.rule.rawValue) \($0.module) \($0.other ?? "")" }
}
