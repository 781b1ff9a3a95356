public import BoundaryRules
import PackageManifest

/// The differences in findings and rules between a package and one of its revisions.
public struct BoundaryDifference: Sendable {
    /// A report of the new violations and the changes that weaken the rules.
    ///
    /// A violation is new if the revision has no violation of the same rule between the same two
    /// modules.
    public let report: BoundaryReport
    /// The violations that the code no longer contains. The list contains one violation for each
    /// rule and pair of modules.
    public let fixed: [Violation]
    /// The violations that the code still contains, but that the rules, the baseline or a comment
    /// now allow. The list contains one violation for each rule and pair of modules.
    public let hidden: [Violation]
    /// The commit that the package is compared with.
    public let commit: String

    /// Compares a report with the package at a revision.
    ///
    /// - Parameter rulesFile: The path of the rules file, or `nil` for `boundaries.json`.
    public static func comparing(
        _ report: BoundaryReport,
        since revision: Revision,
        rulesFile: String? = nil
    ) async throws -> BoundaryDifference {
        // The temporary folder is removed when its owner is released, so the owner must exist until
        // the sources are read.
        let found = try await revision.packages(like: report.packages)
        let old = try found.map { packages, _ in
            try Self.report(of: packages, like: report, rulesFile: rulesFile, revision)
        }
        withExtendedLifetime(found) {}
        return difference(from: old, to: report, commit: revision.commit)
    }

    private static func difference(
        from old: BoundaryReport?,
        to new: BoundaryReport,
        commit: String
    ) -> BoundaryDifference {
        let before = Finding.grouping(old?.violations ?? []).map(\.first)
        let known = Set(before.map(\.identity))
        let added = new.violations.filter { !known.contains($0.identity) }
        // The old rules determine whether a violation is fixed. A violation that only the new rules
        // allow is not fixed.
        var oldRules = old?.rules ?? .none
        oldRules.baseline = nil
        let remaining = Set(new.checker.applying(oldRules).results().map(\.identity))
        let reported = Set(new.violations.map(\.identity))
        let suppressed = Finding.grouping(old?.suppressed ?? []).map(\.first)
        let weakenings = old.map { new.checker.weakenings(since: $0.checker) } ?? []
        return BoundaryDifference(
            report: new.reporting(added + weakenings),
            fixed: (before + suppressed).filter { violation in
                !remaining.contains(violation.identity) && !reported.contains(violation.identity)
            },
            hidden: before.filter { violation in
                remaining.contains(violation.identity) && !reported.contains(violation.identity)
            },
            commit: commit
        )
    }

    private static func report(
        of packages: PackageSet,
        like report: BoundaryReport,
        rulesFile: String?,
        _ revision: Revision
    ) throws -> BoundaryReport {
        do {
            let rules = try rules(of: packages, like: report, rulesFile: rulesFile)
            return BoundaryReport.checking(
                packages,
                rules: rules,
                sources: try packages.sources(
                    reportedBelow: report.folder,
                    conditions: rules.conditions
                ),
                folder: report.folder
            )
        } catch let error as LayerRulesError {
            // The temporary path is replaced with Git's notation for a file in a revision.
            let place = "\(revision.commit.prefix(8)):"
            throw LayerRulesError(
                error.message.replacing("\(packages.root)/", with: place)
            )
        }
    }

    /// Returns the rules at the revision, or the current rules if the rules file is outside the
    /// package.
    private static func rules(
        of packages: PackageSet,
        like report: BoundaryReport,
        rulesFile: String?
    ) throws -> LayerRules {
        guard let rulesFile else { return try packages.rules() }
        let path = rulesFile.resolvedPath
        let root = report.packages.root
        guard path.hasPrefix("\(root)/") else {
            return try packages.rules(in: path)
        }
        let oldPath = packages.root + path.dropFirst(root.count)
        guard oldPath.fileExists else {
            return .none
        }
        return try packages.rules(in: oldPath)
    }

    /// The numbers of new, fixed and newly allowed findings, and of changes that weaken the rules.
    public var summary: String {
        let findings = Finding.grouping(report.violations).map(\.first)
        let weaker = findings.count { $0.rule == .weakenedRule }
        func counted(_ severity: Severity) -> String {
            let added = findings.filter { $0.rule != .weakenedRule && $0.severity == severity }
            return added.count.counting(severity.rawValue)
        }
        return "\(report.packages.name) since \(commit.prefix(8)): "
            + "\(counted(.error)) and \(counted(.warning)) added, \(fixed.count) fixed, "
            + "\(hidden.count) allowed; \(weaker.counting("change")) that "
            + (weaker == 1 ? "weakens the rules" : "weaken the rules")
    }
}

// MARK: - Formats

extension BoundaryDifference {
    public func formatted(_ style: ReportStyle) throws -> String {
        switch style.format {
        case .text:
            return report.listing(style) + list("fixed", fixed) + list("allowed now", hidden)
                + summary
        case .github: return (report.githubCommands + [summary]).joined(separator: "\n")
        case .json: return try String(json: json)
        }
    }

    private func list(_ title: String, _ violations: [Violation]) -> String {
        if violations.isEmpty {
            return ""
        }
        let lines = violations.map { "  \($0.rule.rawValue): \($0.message)\n" }
        return "\(title):\n\(lines.joined())\n"
    }

    private struct Findings: Encodable {
        let since: String
        let added: [Violation]
        let weakened: [Violation]
        let fixed: [Violation]
        let allowed: [Violation]
    }

    private var json: some Encodable {
        let findings = Findings(
            since: commit,
            added: report.violations.filter { $0.rule != .weakenedRule },
            weakened: report.violations.filter { $0.rule == .weakenedRule },
            fixed: fixed,
            allowed: hidden
        )
        return JSONReport(report: report, findings: findings)
    }
}
