import BoundaryRules
import CommandLineArguments
import Foundation
import PackageManifest
import SwiftSource

enum CheckCommand: Command {
    static let syntax = CommandSyntax(
        "check", "list every import and dependency that breaks a rule",
        options: [
            .flag("--json", "print JSON for programs"),
            .flag("--strict", "fail on warnings too"),
            BoundaryReport.rulesOption,
        ],
        discussion: """
            Works on any SwiftPM package, from its manifest and its sources alone; nothing is resolved or built. Every import must
            be among the declared dependencies of its target. A package can have layer rules too, in boundaries.json:

              { "layers": [
                  { "name": "screens", "paths": ["Sources/*UI"], "canDependOn": ["model"], "reason": "screens work offline" },
                  { "name": "network", "modules": ["Network", "Alamofire"], "canDependOn": ["network", "model"] },
                  { "name": "model", "paths": ["Sources/Model"], "canDependOn": [] },
                  { "name": "tests", "paths": ["Tests/**"], "canDependOn": "*" } ],
                "exceptions": [ { "module": "OldUI", "dependsOn": "Network", "reason": "moves next month" } ] }
            """,
        examples: [
            ("bulkhead check", "check the package in this folder"),
            ("bulkhead check --package-path ../Other --strict", "check another package, and fail on warnings"),
            ("bulkhead check --json", "print the result as JSON"),
        ])

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let report = try await BoundaryReport.load(arguments, console: console)
        if arguments.has("--json") {
            try console.print(report.json())
        } else {
            for violation in report.violations {
                try console.print((console.hasColor ? colored(violation) : violation.text) + "\n")
            }
            try console.print(report.summary)
        }
        let failures = report.count(.error) + (arguments.has("--strict") ? report.count(.warning) : 0)
        return failures > 0 ? .violations : .done
    }

    private static func colored(_ violation: Violation) -> String {
        let severity = " \(violation.rule.severity.rawValue): "
        let color = violation.rule.severity == .error ? 31 : 33
        guard let range = violation.text.firstRange(of: severity) else { return violation.text }
        return violation.text.replacingCharacters(in: range, with: "\u{1B}[1;\(color)m\(severity)\u{1B}[0m")
    }
}

extension PackageManifest {
    static func load(_ arguments: ParsedArguments, console: Console) async throws -> PackageManifest {
        console.showProgress("reading the manifest …")
        defer { console.endProgress() }
        return try await PackageLoader().load(arguments.packagePath)
    }
}

extension BoundaryReport {
    static let rulesOption = OptionSyntax.value(
        "--rules", "FILE", "the rules file (default: boundaries.json next to Package.swift, if it exists)")

    static func load(_ arguments: ParsedArguments, console: Console) async throws -> BoundaryReport {
        let manifest = try await PackageManifest.load(arguments, console: console)
        let rules = try manifest.rules(in: arguments.value("--rules"))
        console.showProgress("reading the sources …")
        defer { console.endProgress() }
        let path = arguments.packagePath
        let parts = path.split(separator: "/").filter { $0 != "." }
        // Reported paths are relative to the current folder.
        let prefix = (path.hasPrefix("/") ? "/" : "") + parts.map { "\($0)/" }.joined()
        return BoundaryReport(
            manifest: manifest, rules: rules, sources: try manifest.sources(reportedBelow: prefix),
            manifestPath: "\(prefix)Package.swift")
    }

    fileprivate func json() throws -> String {
        let violations = violations.map { violation -> [String: Any] in
            let values: [String: Any?] = [
                "rule": violation.rule.rawValue, "severity": violation.rule.severity.rawValue,
                "module": violation.module, "subject": violation.subject, "file": violation.path,
                "line": violation.location?.line, "column": violation.location?.column, "message": violation.message,
                "statement": violation.statement, "reason": violation.reason, "chain": violation.chain,
                "remedy": violation.remedy,
            ]
            return values.compactMapValues { $0 }
        }
        let report: [String: Any] = [
            "package": manifest.name, "modules": modules.count, "files": fileCount, "imports": importCount,
            "errors": count(.error), "warnings": count(.warning), "violations": violations,
        ]
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try JSONSerialization.data(withJSONObject: report, options: options), as: UTF8.self)
    }
}
