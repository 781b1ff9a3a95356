import BoundaryRules
import CommandLineArguments
import Foundation
import PackageManifest
import PackageReports
import Scaffolding
import SwiftSource

enum CheckCommand: Command {
    static let syntax = CommandSyntax(
        "check",
        "list every import and dependency that breaks a rule",
        options: [
            .value(
                "--format",
                "FORMAT",
                "print text, json or github (annotations) (default: text)"
            ),
            .flag(
                "--strict",
                "also fail on warnings, such as baseline entries of fixed violations"
            ),
            .value(
                "--since",
                "REV",
                "list only the findings added or fixed since a revision, and the changes that weaken the rules"
            ),
            .flag(
                "--write-baseline",
                "create \(Baseline.fileName) with all violations, or remove fixed violations from it"
            ),
            .rules,
        ],
        discussion: """
            Checks any SwiftPM package. Reads only manifests and sources, without resolving dependencies or building. A target may
            import only modules that it declares as dependencies, also those of packages that the manifest reaches by path.
            Outside a package, or with --repository, all packages of the Git repository are checked, with one boundaries.json at
            its root. This file can also contain layer rules:

              { "layers": [
                  { "name": "screens", "paths": ["Sources/*UI"], "canDependOn": ["model"], "reason": "screens work offline" },
                  { "name": "network", "modules": ["Network", "Alamofire"], "canDependOn": ["network", "model"] },
                  { "name": "model", "paths": ["Sources/Model"], "canDependOn": [] },
                  { "name": "tests", "paths": ["Tests/**"], "canDependOn": "*" } ],
                "exceptions": [ { "module": "OldUI", "dependsOn": "Network", "reason": "moves next month" } ] }

            A file can use members of modules that it does not import. A check of imports cannot detect this. The upcoming feature
            MemberImportVisibility prevents it; a note lists the targets that do not enable it.
            A comment allows one import: import Network  // boundaries:allow moves next month
            A baseline is a file next to Package.swift. It allows the violations that exist when the file is written. Its entries name
            rules and modules, not lines. New violations fail the check, and entries for fixed violations must be removed, so the file
            only shrinks. If merging two branches leaves conflict markers in the file, --write-baseline keeps the entries of both
            branches whose violations exist. To accept new violations, delete the file, and write it again.
            Restrictions, each with "from" or "to" (Docs/RulesFile.md explains them all):

              "rules": [
                { "from": "layer:screens", "mustNotReach": "module:SQLite", "reason": "screens start without a database" },
                { "from": "!layer:tests", "deny": "product:Testing*" },
                { "to": "product:Alamofire", "onlyFrom": "layer:network", "strict": true } ]

            "mustNotReach" forbids chains of dependencies too, and "!" negates a selector. If a restriction or a layer is strict, neither a
            comment nor the baseline can allow its violations.
            --since compares the package with the common ancestor of a revision and this commit. A change to the rules, the baseline
            or a comment that allows more is reported as a warning (weakened-rule).
            Exit codes: 0 no error, or with --since no new error; 1 an error, or with --strict a warning; 65 unreadable rules,
            baseline, package or Xcode project, even if the other packages and projects were checked.
            """,
        examples: [
            ("bulkhead check", "check the package in this folder"),
            (
                "bulkhead check --package-path ../Other --strict",
                "check another package, and fail on warnings"
            ),
            (
                "bulkhead check --write-baseline",
                "accept the violations that exist, and report only new ones from now on"
            ),
            (
                "bulkhead check --since main --strict",
                "fail if this branch adds a violation or weakens the rules"
            ),
            ("bulkhead check --format github", "annotate the lines of a pull request on GitHub"),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let format = try arguments.choice("--format", of: ReportFormat.self) ?? .text
        var style = ReportStyle(format)
        if console.hasColor {
            style.color = colored
        }
        if arguments.has("--since") {
            return try await compare(style, arguments, console)
        }
        if arguments.has("--write-baseline") {
            try await resolveConflict(arguments)
        }
        var report = try await BoundaryReport.load(arguments, format: format, console: console)
        if arguments.has("--write-baseline") {
            let baseline = report.nextBaseline
            try write(baseline, of: report, console: console)
            report = report.adopting(baseline)
            if let message = Self.message(aboutOmitted: report.violations) {
                console.printNote(message)
            }
        }
        try console.print(report.formatted(style))
        if format == .text {
            let notes = [
                report.repositoryNote, report.resolutionNote, report.memberImportNote,
            ]
            for note in notes.compactMap(\.self) {
                try console.print("\n\(note)")
            }
        }
        if format == .text, console.isTerminal, !report.violations.isEmpty {
            let counts = Finding.grouping(report.violations).countsByRule
            try console.print("\nBy rule: \(counts)")
            try console.print(text(of: nextCommands(after: report), arguments))
        }
        return exitCode(of: report, isStrict: arguments.has("--strict"))
    }

    /// Prints the findings that were added or fixed since the revision specified by `--since`, and
    /// the changes that weaken the rules.
    ///
    /// Findings that already exist in the revision do not cause a failure.
    private static func compare(
        _ style: ReportStyle,
        _ arguments: ParsedArguments,
        _ console: Console
    ) async throws -> ExitCode {
        if arguments.has("--write-baseline") {
            throw UsageError.custom(
                "'--since' and '--write-baseline' cannot be combined; use one of them"
            )
        }
        let report = try await BoundaryReport.load(
            arguments,
            format: style.format,
            console: console
        )
        let difference = try await difference(of: report, arguments, console)
        try console.print(difference.formatted(style))
        return exitCode(of: difference.report, isStrict: arguments.has("--strict"))
    }

    private static func difference(
        of report: BoundaryReport,
        _ arguments: ParsedArguments,
        _ console: Console
    ) async throws -> BoundaryDifference {
        let revision = try await arguments.revision(of: report.packages)
        console.showProgress("comparing with the specified revision …")
        defer {
            console.endProgress()
        }
        return try await BoundaryDifference.comparing(
            report,
            since: revision,
            rulesFile: arguments.value("--rules")
        )
    }

    private static func exitCode(of report: BoundaryReport, isStrict: Bool) -> ExitCode {
        let failures = report.count(.error) + (isStrict ? report.count(.warning) : 0)
        return report.packages.exitCode(failures > 0 ? .violations : .done)
    }

    /// A command that `check` suggests for resolving the findings, and its purpose.
    private typealias NextCommand = (call: String, purpose: String)

    /// Returns the commands to suggest for resolving the findings.
    private static func nextCommands(after report: BoundaryReport) -> [NextCommand] {
        let rules = Set(report.violations.map(\.rule))
        var commands: [NextCommand] = []
        if rules.contains(.undeclaredImport) {
            let purpose = "show the dependencies missing from the manifest"
            commands.append(("fix --dry-run", purpose))
        } else if rules.contains(.unusedDependency) {
            let purpose = "show the dependencies that no file imports"
            commands.append(("fix --remove-unused --dry-run", purpose))
        }
        if rules.contains(.staleBaseline) {
            let purpose = "remove the fixed entries from the baseline"
            commands.append(("check --write-baseline", purpose))
        } else if report.rules.baseline == nil {
            let purpose = "accept these findings, and report only new ones"
            commands.append(("check --write-baseline", purpose))
        }
        return commands
    }

    private static func text(of commands: [NextCommand], _ arguments: ParsedArguments) -> String {
        let path = arguments.value("--package-path").map { " --package-path \($0)" } ?? ""
        let package = path + (arguments.has("--repository") ? " --repository" : "")
        let width = commands.map(\.call.count).max() ?? 0
        let lines = commands.map { command in
            let space = String(repeating: " ", count: width - command.call.count)
            return "  bulkhead \(command.call)\(package)\(space)  \(command.purpose)"
        }
        let page = "\(NewWorkspace.ownSource)/Docs/ExistingPackages.md"
        return "\nNext:\n" + (lines + ["  \(page) explains the steps"]).joined(separator: "\n")
    }

    /// Returns the message about violations that a new baseline does not contain, or `nil` if there
    /// are no such violations.
    private static func message(aboutOmitted violations: [Violation]) -> String? {
        guard !violations.isEmpty else { return nil }
        guard violations.contains(where: { !$0.isStrict }) else {
            return "violations of strict rules were not added to the baseline; fix them"
        }
        return "new violations were not added to the baseline; fix them, or delete the file to "
            + "accept them with 'bulkhead check --write-baseline'"
    }

    /// Replaces a baseline with conflict markers by one with the entries of both sides.
    private static func resolveConflict(_ arguments: ParsedArguments) async throws {
        let folder = try await arguments.repositoryFolder ?? arguments.packagePath
        let path = "\(folder)/\(Baseline.fileName)"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let baseline = Baseline(conflict: text)
        else { return }
        try write(baseline, to: path)
    }

    private static func write(_ baseline: Baseline, to path: String) throws {
        do {
            try Data(baseline.json.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch { throw OutputError(path: path, reason: error.localizedDescription) }
    }

    private static func write(
        _ baseline: Baseline,
        of report: BoundaryReport,
        console: Console
    ) throws {
        try write(baseline, to: "\(report.packages.root)/\(Baseline.fileName)")
        let count = baseline.entries.count
        let change = report.rules.baseline.map { old in
            old.entries.count == count ? " (no change)" : " (\(old.entries.count - count) fewer)"
        }
        console.printMessage(
            "wrote \(Baseline.fileName): \(count.counting("violation"))\(change ?? "")"
        )
    }

    private static func colored(_ text: String, _ severity: Severity) -> String {
        let word = " \(severity.rawValue): "
        guard let range = text.firstRange(of: word) else {
            return text
        }
        let color = severity == .error ? 31 : 33
        return text.replacingCharacters(in: range, with: "\u{1B}[1;\(color)m\(word)\u{1B}[0m")
    }
}
