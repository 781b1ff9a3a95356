public import BoundaryRules
import Foundation
import PackageManifest
import SwiftSource

/// A format for the result of a check.
public enum ReportFormat: String, Sendable, CaseIterable {
    /// The format of compiler diagnostics.
    case text
    case json
    /// SARIF 2.1.0 (OASIS Standard), a format for code hosts and editors.
    case sarif
    /// Workflow commands of GitHub Actions, which annotate the lines of a pull request.
    case github
    /// The XML format of JUnit.
    case junit

    /// Whether the format is intended for code hosts. They expect paths that are relative to the
    /// root of the repository, regardless of the folder in which the check runs.
    public var isForCodeHosts: Bool {
        switch self {
        case .sarif, .github: true
        case .text, .json, .junit: false
        }
    }
}

extension BoundaryReport {
    /// Returns the result in the given format.
    ///
    /// - Parameters:
    ///   - listsEveryImport: Whether the formats `text` and `github` list every import. If not,
    ///     they list one import for each rule and pair of modules.
    ///   - isStrict: Whether warnings count as failures.
    ///   - color: A function that adds color to a finding in the format of compiler diagnostics.
    public func formatted(
        as format: ReportFormat,
        version: String,
        listsEveryImport: Bool,
        isStrict: Bool,
        color: (String, Severity) -> String = { text, _ in text }
    ) throws -> String {
        switch format {
        case .text: text(listsEveryImport: listsEveryImport, color: color)
        case .json: try String(json: json)
        case .sarif: try String(json: sarif(version: version))
        case .github:
            (githubCommands(everyImport: listsEveryImport) + [summary]).joined(separator: "\n")
        case .junit: junit(isStrict: isStrict)
        }
    }

    private func findings(listsEveryImport: Bool) -> [Finding] {
        listsEveryImport
            ? violations.flatMap { Finding.grouping([$0]) } : Finding.grouping(violations)
    }

    private func text(listsEveryImport: Bool, color: (String, Severity) -> String) -> String {
        listing(everyImport: listsEveryImport, color: color) + summary
    }

    /// Returns the findings in the format of compiler diagnostics, each followed by an empty line.
    func listing(everyImport: Bool, color: (String, Severity) -> String) -> String {
        var explained: Set<[String]> = []
        let texts = findings(listsEveryImport: everyImport).map { finding in
            let rule = [finding.first.rule.rawValue, finding.first.statement, finding.first.reason]
            let isNew = explained.insert(rule).inserted
            return color(finding.text(explainsRule: everyImport || isNew), finding.first.severity)
                + "\n\n"
        }
        return texts.joined()
    }

    func githubCommands(everyImport: Bool) -> [String] {
        findings(listsEveryImport: everyImport).map(\.githubCommand)
    }

    var json: [String: Any] {
        [
            "package": packages.name,
            "modules": modules.count,
            "cTargets": cTargetCount,
            "files": fileCount,
            "imports": importCount,
            "errors": count(.error),
            "warnings": count(.warning),
            "violations": violations.map(\.json),
            "suppressed": suppressed.map(\.json),
            "stale": violations.count { $0.rule == .staleBaseline },
        ]
    }
}

extension Violation {
    var json: [String: Any] {
        let values: [String: Any?] = [
            "rule": rule.rawValue, "severity": severity.rawValue, "module": module,
            "subject": other, "file": path, "line": location?.line, "column": location?.column,
            "message": message, "statement": statement, "reason": reason, "chain": chain,
            "remedy": remedy, "strict": isStrict ? true : nil, "suppression": suppression?.kind,
            "justification": suppression?.justification,
        ]
        return values.compactMapValues { $0 }
    }
}

extension Violation.Suppression {
    /// The kind of the suppression in SARIF.
    fileprivate var kind: String { self == .baseline ? "external" : "inSource" }
}

// MARK: - SARIF

extension BoundaryReport {
    private func sarif(version: String) -> [String: Any] {
        sarif(version: version, results: (violations + suppressed).map(\.sarif))
    }

    /// Returns a SARIF log with the results of one run.
    func sarif(version: String, results: [[String: Any]]) -> [String: Any] {
        let rules = Rule.allCases.map { rule -> [String: Any] in
            [
                "id": rule.rawValue,
                "shortDescription": ["text": rule.statement],
                "fullDescription": ["text": rule.reason],
                "defaultConfiguration": [
                    "level": rule.severity == .off ? "none" : rule.severity.rawValue
                ],
            ]
        }
        let driver: [String: Any] = ["name": "bulkhead", "version": version, "rules": rules]
        let run: [String: Any] = [
            "tool": ["driver": driver],
            "columnKind": "unicodeCodePoints",
            "results": results,
        ]
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [run],
        ]
    }
}

extension Violation {
    var sarif: [String: Any] {
        let uri =
            path.hasPrefix("/")
            ? URL(filePath: path).absoluteString
            : path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        var place: [String: Any] = ["artifactLocation": ["uri": uri]]
        if let location {
            place["region"] = ["startLine": location.line, "startColumn": location.column]
        }
        let suppressions = suppression.map {
            ["kind": $0.kind, "status": "accepted", "justification": $0.justification]
        }
        return [
            "ruleId": rule.rawValue, "level": severity.rawValue,
            "message": ["text": "\(message); \(remedy)"],
            "locations": [["physicalLocation": place]],
            "partialFingerprints": ["modules/v1": "\(rule.rawValue) \(module) \(other ?? "")"],
            // If any result of a run has this property, all results must have it (SARIF 2.1.0,
            // section 3.27.23). A result that is not suppressed has an empty array.
            "suppressions": suppressions.map { [$0] } ?? [],
        ]
    }
}

// MARK: - GitHub and JUnit

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

extension BoundaryReport {
    /// Returns a JUnit test suite that contains a test case for each finding, including suppressed
    /// findings, and a test case for each module without findings.
    private func junit(isStrict: Bool) -> String {
        let found = Finding.grouping(violations)
        let suppressed = Finding.grouping(suppressed)
        let failures = found.count { $0.isFailure(isStrict: isStrict) }
        let named = Set((found + suppressed).map(\.first.module))
        let passed = modules.filter { !named.contains($0.name) }
        let cases =
            found.map { finding in
                let text = finding.text(explainsRule: true).xml
                return finding.testCase(
                    finding.isFailure(isStrict: isStrict)
                        ? "<failure message=\"\(finding.first.message.xml)\" type=\"\(finding.first.rule.rawValue)\">\(text)</failure>"
                        : "<system-out>\(text)</system-out>"
                )
            }
            + suppressed.map {
                $0.testCase(
                    "<skipped message=\"\($0.first.suppression?.justification.xml ?? "")\"/>"
                )
            }
            + passed.map { "<testcase classname=\"\($0.name.xml)\" name=\"boundaries\"/>" }
        let counts =
            "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(suppressed.count)\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
            <testsuite name="\(packages.name.xml)" \(counts)>
            \(cases.joined(separator: "\n"))
            </testsuite>
            </testsuites>
            """
    }
}

extension Finding {
    fileprivate func isFailure(isStrict: Bool) -> Bool {
        isStrict || first.severity == .error
    }

    fileprivate func testCase(_ contents: String) -> String {
        let name = [first.rule.rawValue, first.other].compactMap(\.self).joined(separator: " ")
        return
            "<testcase classname=\"\(first.module.xml)\" name=\"\(name.xml)\">\(contents)</testcase>"
    }
}

extension String {
    /// Creates the text of a JSON object.
    public init(json value: [String: Any]) throws {
        let data = try JSONSerialization.data(
            withJSONObject: value,
            options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        )
        self.init(decoding: data, as: UTF8.self)
    }

    /// The string with reserved XML characters escaped, and without the control characters that XML
    /// 1.0 excludes.
    fileprivate var xml: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }
            )
        )
        .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\"", with: "&quot;")
    }
}
