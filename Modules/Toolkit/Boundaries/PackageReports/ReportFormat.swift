public import BoundaryRules
import Foundation
import PackageManifest
import SwiftSource

/// A format for the result of a check.
public enum ReportFormat: String, Sendable, CaseIterable {
    /// The format of compiler diagnostics.
    case text
    case json
    /// Workflow commands of GitHub Actions, which annotate the lines of a pull request.
    case github

    /// Whether the format is read by programs. They expect paths that are relative to the root of
    /// the repository, regardless of the folder in which the check runs.
    public var isForPrograms: Bool {
        self != .text
    }
}

/// A format and its options.
public struct ReportStyle {
    public let format: ReportFormat
    /// A function that adds color to a finding in the format of compiler diagnostics.
    public var color: (String, Severity) -> String = { text, _ in text }

    public init(_ format: ReportFormat) {
        self.format = format
    }
}

extension BoundaryReport {
    public func formatted(_ style: ReportStyle) throws -> String {
        switch style.format {
        case .text: listing(style) + summary
        case .json: try String(json: json)
        case .github:
            (githubCommands + [summary]).joined(separator: "\n")
        }
    }

    /// Returns the findings in the format of compiler diagnostics, each followed by an empty line.
    func listing(_ style: ReportStyle) -> String {
        var explained: Set<[String]> = []
        let texts = Finding.grouping(violations).map { finding in
            let rule = [finding.first.rule.rawValue, finding.first.statement, finding.first.reason]
            let isNew = explained.insert(rule).inserted
            let text = finding.text(explainsRule: isNew)
            return style.color(text, finding.first.severity) + "\n\n"
        }
        return texts.joined()
    }

    var githubCommands: [String] { Finding.grouping(violations).map(\.githubCommand) }
}

// MARK: - JSON

/// A report in JSON. The totals of the check and the findings are members of one object.
struct JSONReport<Findings: Encodable>: Encodable {
    private struct Totals: Encodable {
        let package: String
        let modules: Int
        let cTargets: Int
        let files: Int
        let imports: Int
        let errors: Int
        let warnings: Int
    }

    let report: BoundaryReport
    let findings: Findings

    func encode(to encoder: any Encoder) throws {
        let totals = Totals(
            package: report.packages.name,
            modules: report.modules.count,
            cTargets: report.cTargetCount,
            files: report.fileCount,
            imports: report.importCount,
            errors: report.count(.error),
            warnings: report.count(.warning)
        )
        try totals.encode(to: encoder)
        try findings.encode(to: encoder)
    }
}

extension BoundaryReport {
    private struct Findings: Encodable {
        let violations: [Violation]
        let suppressed: [Violation]
        let stale: Int
    }

    private var json: some Encodable {
        let stale = violations.count { $0.rule == .staleBaseline }
        let findings = Findings(violations: violations, suppressed: suppressed, stale: stale)
        return JSONReport(report: self, findings: findings)
    }
}

extension Violation: Encodable {
    private enum CodingKeys: String, CodingKey {
        case rule, severity, module, message, statement, reason, chain, remedy
        case subject, file, line, column, strict, suppression, justification
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(rule, forKey: .rule)
        try values.encode(severity, forKey: .severity)
        try values.encode(module, forKey: .module)
        try values.encodeIfPresent(other, forKey: .subject)
        try values.encode(path, forKey: .file)
        try values.encodeIfPresent(location?.line, forKey: .line)
        try values.encodeIfPresent(location?.column, forKey: .column)
        try values.encode(message, forKey: .message)
        try values.encode(statement, forKey: .statement)
        try values.encode(reason, forKey: .reason)
        try values.encode(chain, forKey: .chain)
        try values.encode(remedy, forKey: .remedy)
        try values.encodeIfPresent(isStrict ? true : nil, forKey: .strict)
        let kind = suppression == .baseline ? "external" : "inSource"
        try values.encodeIfPresent(suppression.map { _ in kind }, forKey: .suppression)
        try values.encodeIfPresent(suppression?.justification, forKey: .justification)
    }
}

extension String {
    /// Creates the JSON text of a value.
    public init(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        self.init(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

// MARK: - GitHub

extension Finding {
    /// The finding as a workflow command of GitHub Actions, with reserved characters escaped.
    fileprivate var githubCommand: String {
        func escaped(_ text: String) -> String {
            text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing(
                "\n",
                with: "%0A"
            )
        }
        func property(_ text: String) -> String {
            escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
        }
        let place = first.location.map { ",line=\($0.line),col=\($0.column)" } ?? ""
        return
            "::\(first.severity.rawValue) file=\(property(first.path))\(place),title=\(property(first.rule.rawValue))::"
            + escaped("\(first.message)\(extent)\n\(first.remedy)")
    }
}
