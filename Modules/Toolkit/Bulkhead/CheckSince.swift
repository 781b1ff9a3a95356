import BoundaryRules
import CommandLineArguments
import PackageReports

/// The part of `check` that compares the package with a revision.
struct CheckSince {
    let format: ReportFormat
    let isStrict: Bool
    let color: (String, Severity) -> String

    /// Prints the findings that were added or fixed since the revision specified by `--since`, and
    /// the changes that weaken the rules.
    ///
    /// Findings that already exist in the revision do not cause a failure.
    func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        if arguments.has("--write-baseline") {
            throw UsageError.custom(
                "'--since' and '--write-baseline' cannot be combined; use one of them"
            )
        }
        let report = try await BoundaryReport.load(arguments, format: format, console: console)
        let difference = try await compare(report, arguments, console)
        let text = try difference.formatted(
            as: format,
            version: BulkheadCommand.version,
            listsEveryImport: arguments.has("--every-import"),
            isStrict: isStrict,
            color: color
        )
        try console.print(text)
        return CheckCommand.exitCode(of: difference.report, isStrict: isStrict)
    }

    private func compare(
        _ report: BoundaryReport,
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
}
