public import BoundaryRules
public import PackageManifest
public import SwiftSource

/// The result of checking packages against their rules.
public struct BoundaryReport: Sendable {
    public let packages: PackageSet
    public private(set) var rules: LayerRules
    public private(set) var violations: [Violation]
    /// The violations that a comment or the baseline suppresses.
    public private(set) var suppressed: [Violation]
    /// The violations for dependencies that no file imports, but that the code may need.
    public let needed: [Violation]
    /// The imports for which the importing target does not declare a dependency, including imports
    /// that no rule reports.
    let undeclaredImports: Set<Dependency>
    let checker: BoundaryChecker
    let sources: [String: [SourceFile]]
    /// The prefix of reported paths: a folder with a trailing slash, or an empty string.
    let folder: String

    /// Checks the packages of a set, and returns the report.
    ///
    /// `folder` is an empty string, or a folder with a trailing slash. The reported paths of
    /// manifests begin with `folder`. The reported paths of the rules file and the baseline also
    /// begin with it if these files are in the folder of the set.
    public static func checking(
        _ packages: PackageSet,
        rules: LayerRules,
        sources: [String: [SourceFile]],
        folder: String = ""
    ) -> BoundaryReport {
        var rules = rules
        for file in [\LayerRules.file, \.baselineFile]
        where rules[keyPath: file].hasPrefix("\(packages.root)/") {
            rules[keyPath: file] =
                folder + rules[keyPath: file].dropFirst(packages.root.count + 1)
        }
        let first = packages.packages[0]
        let checker = BoundaryChecker(
            graph: packages.graph,
            rules: rules,
            manifest: ManifestText(path: folder + first.fileName, text: first.text),
            manifests: packages.manifests(reportedBelow: folder),
            unlistedFolders: packages.unlistedFolders(in: rules)
        ) {
            sources[$0.name] ?? packages.sourcesOfReachedModule($0)
        }
        let results = checker.results()
        let isNeeded = { (violation: Violation) in violation.suppression?.isNeed == true }
        return BoundaryReport(
            packages: packages,
            rules: rules,
            violations: results.filter { $0.suppression == nil },
            suppressed: results.filter { $0.suppression != nil && !isNeeded($0) },
            needed: results.filter(isNeeded),
            undeclaredImports: checker.undeclaredImports(),
            checker: checker,
            sources: sources,
            folder: folder
        )
    }

    public func count(_ severity: Severity) -> Int {
        violations.count { $0.severity == severity }
    }
    public var modules: [Module] { packages.graph.modules.filter(\.isSwift) }
    /// The number of files that were read.
    public var fileCount: Int { sources.values.joined().count }
    /// The number of imports in the files that were read.
    public var importCount: Int { sources.values.joined().reduce(0) { $0 + $1.imports.count } }
    var cTargetCount: Int { packages.graph.modules.count { $0.kind == .clang } }

    /// The baseline to save after this check.
    ///
    /// A new baseline has an entry for every violation that is not strict. An existing baseline
    /// only shrinks: entries that match no violation are removed.
    public var nextBaseline: Baseline {
        let accepted =
            rules.baseline == nil
            ? violations.filter { !$0.isStrict } : suppressed.filter { $0.suppression == .baseline }
        return Baseline(accepted.map(\.identity))
    }

    /// Returns this report as it would be with the given baseline.
    public func adopting(_ baseline: Baseline) -> BoundaryReport {
        let results = baseline.suppressing(violations.filter { $0.rule != .staleBaseline })
        var report = self
        report.rules.baseline = baseline
        report.violations = results.filter { $0.suppression == nil }
        report.suppressed += results.filter { $0.suppression != nil }
        return report
    }

    /// Returns this report with its violations replaced by the given violations.
    func reporting(_ violations: [Violation]) -> BoundaryReport {
        var report = self
        report.violations = violations
        return report
    }

    /// Whether a violation is a forbidden dependency that a manifest declares and no file imports.
    func isDeclaredOnly(_ violation: Violation) -> Bool {
        let isForbidden = [.forbiddenDependency, .testOnlyDependency].contains(violation.rule)
        return isForbidden
            && packages.checkedPackages.contains { package in
                let path = packages.folder(of: package).appendingPath(package.fileName)
                return violation.path == folder + path
            }
    }

    /// The numbers of modules, files, imports, findings and suppressed violations, and the name of
    /// the rules file.
    public var summary: String {
        let findings = Finding.grouping(violations)
        func counted(_ severity: Severity) -> String {
            let found = findings.count { $0.first.severity == severity }
            let places = count(severity)
            return found.counting(severity.rawValue)
                + (places > found ? " at \(places) places" : "")
        }
        let allowed = suppressed.count { $0.suppression != .baseline }
        let cTargets =
            cTargetCount > 0 ? " (and \(cTargetCount.counting("C target")), not checked)" : ""
        let unchecked = packages.uncheckedPackages.count
        let packageCount =
            packages.isRepository
            ? packages.checkedCount.counting("package")
                + (unchecked > 0 ? " (and \(unchecked) that cannot be read), " : ", ") : ""
        let lines = [
            "\(packages.name): \(packageCount)\(modules.count.counting("module"))\(cTargets), \(fileCount.counting("file")), "
                + "\(importCount.counting("import")); "
                + "\(counted(.error)), \(counted(.warning)) (\(rules.source))",
            allowed > 0 ? "suppressed: \(allowed) by comments in the sources" : nil,
            rules.baseline.map { baseline in
                let old = baseline.entries.count
                let left = nextBaseline.entries.count
                return "baseline: \(left.counting("violation")) left"
                    + (left < old
                        ? ", \(old - left) fewer than in \(Baseline.fileName)"
                        : ", none fixed")
            },
        ]
        return lines.compactMap(\.self).joined(separator: "\n")
    }
}

/// The violations of one rule between the same two modules.
public struct Finding: Sendable, Hashable {
    /// The violations in the order of the files. There is always at least one.
    public let violations: [Violation]
    /// The first violation, which represents all violations of the finding in lists.
    public var first: Violation { violations[0] }

    /// Groups violations by rule and pair of modules. The groups are in the order of their first
    /// violations. All baseline entries whose violations are fixed form one group.
    public static func grouping(_ violations: [Violation]) -> [Finding] {
        func key(_ violation: Violation) -> Baseline.Entry? {
            violation.rule == .staleBaseline ? nil : violation.identity
        }
        var groups = Dictionary(grouping: violations, by: key)
        return violations.compactMap { groups.removeValue(forKey: key($0)).map(Finding.init) }
    }

    /// The number of violations as a phrase, such as " (12 imports in 5 files)". The string is
    /// empty if there is only one violation.
    public var extent: String {
        let files = Set(violations.map(\.path)).count
        if violations.count == 1 {
            return ""
        }
        if first.rule == .staleBaseline {
            return " (\(violations.count) such entries)"
        }
        return " (\(violations.count) imports in \(files.counting("file")))"
    }

    /// Returns the first violation in the format of compiler diagnostics, followed by the number of
    /// violations. The rule and the reason are omitted if `explainsRule` is false.
    public func text(explainsRule: Bool) -> String {
        first.text(extent: extent, explainsRule: explainsRule)
    }
}
