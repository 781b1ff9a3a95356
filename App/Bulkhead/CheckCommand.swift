import BoundaryRules
import CommandLineArguments
import Foundation
import PackageManifest
import SwiftSource

enum CheckCommand: Command {
    static let syntax = CommandSyntax(
        "check", "list every import and dependency that breaks a rule",
        options: [
            .value(
                "--format", "FORMAT", "text, json, sarif (2.1.0), github (annotations) or junit (default: text)"),
            .flag("--json", "the same as --format json"),
            .flag("--every-import", "list each import, instead of the first of each rule and pair of modules"),
            .flag("--strict", "fail on warnings too, such as entries of the baseline that are fixed"),
            .flag(
                "--write-baseline",
                "write today's violations to \(Baseline.fileName), or remove the fixed ones from it"),
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

            A comment allows one import: import Network  // boundaries:allow moves next month
            A baseline, which is a file next to Package.swift, allows the violations that exist when it is written. It names rules and
            modules, not lines. New violations fail, and a fixed one must be removed, so the file only shrinks. To accept new
            violations too, delete it and write it again.
            """,
        examples: [
            ("bulkhead check", "check the package in this folder"),
            ("bulkhead check --package-path ../Other --strict", "check another package, and fail on warnings"),
            (
                "bulkhead check --write-baseline",
                "accept the violations that exist, and report only new ones from now on"
            ),
            ("bulkhead check --format sarif >boundaries.sarif", "a file for code scanning"),
        ])

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let format =
            try arguments.choice("--format", of: ReportFormat.self) ?? (arguments.has("--json") ? .json : .text)
        let isStrict = arguments.has("--strict")
        var report = try await BoundaryReport.load(arguments, console: console)
        if arguments.has("--write-baseline") {
            let baseline = report.nextBaseline
            try write(baseline, of: report, console: console)
            report = report.adopting(baseline)
            if !report.violations.isEmpty {
                console.printMessage(
                    "new violations are not added; fix them, or delete \(Baseline.fileName) and write it again")
            }
        }
        let text = try report.formatted(
            as: format, version: BulkheadCommand.version, listsEveryImport: arguments.has("--every-import"),
            isStrict: isStrict, color: console.hasColor ? colored : { text, _ in text })
        try console.print(text)
        let failures = report.count(.error) + (isStrict ? report.count(.warning) : 0)
        return failures > 0 ? .violations : .done
    }

    private static func write(_ baseline: Baseline, of report: BoundaryReport, console: Console) throws {
        let path = "\(report.manifest.root)/\(Baseline.fileName)"
        do {
            try Data(baseline.json.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch { throw OutputError(path: path, reason: error.localizedDescription) }
        let count = baseline.entries.count
        let change = report.rules.baseline.map { old in
            old.entries.count == count ? " (no change)" : " (\(old.entries.count - count) fewer)"
        }
        console.printMessage("wrote \(Baseline.fileName): \(count) violations\(change ?? "")")
    }

    private static func colored(_ text: String, _ severity: Severity) -> String {
        let word = " \(severity.rawValue): "
        guard let range = text.firstRange(of: word) else { return text }
        let color = severity == .error ? 31 : 33
        return text.replacingCharacters(in: range, with: "\u{1B}[1;\(color)m\(word)\u{1B}[0m")
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
}
