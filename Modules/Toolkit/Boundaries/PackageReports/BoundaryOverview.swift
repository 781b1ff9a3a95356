public import BoundaryRules

/// A summary of a report with many findings. It contains the numbers of findings by rule and by
/// target, and the first findings of the targets with the most errors.
public struct BoundaryOverview: Sendable {
    /// The maximum number of findings that are listed in full. An overview is intended for reports
    /// with more findings.
    public static let listLimit = 15

    private let report: BoundaryReport
    private let findings: [Finding]
    private static let targetLimit = 10
    private static let groupLimit = 5
    private static let findingLimit = 3

    public init(of report: BoundaryReport) {
        self.report = report
        findings = Finding.grouping(report.violations)
    }

    public var findingCount: Int { findings.count }

    /// Returns the overview as text.
    ///
    /// - Parameter color: A function that adds color to a finding in the format of compiler
    ///   diagnostics.
    public func text(color: (String, Severity) -> String = { text, _ in text }) -> String {
        let targets = groups(by: \.module)
        let groups = targets.prefix(Self.groupLimit).map {
            group(of: $0.name, $0.findings, color: color)
        }
        return ([report.summary, rules, list(of: targets)] + groups).joined(separator: "\n\n")
    }

    private struct Group {
        let name: String
        let findings: [Finding]

        var order: (Int, Int, String) {
            let errorCount = findings.count { $0.first.severity == .error }
            return (-errorCount, -findings.count, name)
        }
    }

    /// Returns the findings grouped by a property of their first violations.
    ///
    /// The groups are sorted by the number of errors, then by the number of findings.
    private func groups(by property: (Violation) -> String) -> [Group] {
        let groups = Dictionary(grouping: findings) { property($0.first) }
        return groups.map { Group(name: $0, findings: $1) }.sorted { $0.order < $1.order }
    }

    private var rules: String {
        let lines = groups(by: \.rule.rawValue).map { group in
            "\(Self.column(group.findings.count))  \(group.name): \(group.findings[0].first.rule.statement)"
        }
        return (["By rule:"] + lines).joined(separator: "\n")
    }

    private func list(of targets: [Group]) -> String {
        var lines = targets.prefix(Self.targetLimit).map {
            "\(Self.column($0.findings.count))  \($0.name)"
        }
        let others = targets.dropFirst(Self.targetLimit)
        if !others.isEmpty {
            let count = others.reduce(0) { $0 + $1.findings.count }
            lines.append("\(Self.column(count))  in \(others.count.counting("other target"))")
        }
        return (["By target:"] + lines).joined(separator: "\n")
    }

    private func group(
        of target: String,
        _ findings: [Finding],
        color: (String, Severity) -> String
    ) -> String {
        var lines = findings.prefix(Self.findingLimit).map { finding in
            let text = finding.text(explainsRule: false).split(separator: "\n").first ?? ""
            return "  " + color(String(text), finding.first.severity)
        }
        let others = findings.count - lines.count
        if others > 0 {
            lines.append("  … and \(others) more")
        }
        return (["\(target):"] + lines).joined(separator: "\n")
    }

    /// Returns a number that is right-aligned in a column of six characters.
    private static func column(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: " ", count: max(0, 6 - digits.count)) + digits
    }
}
