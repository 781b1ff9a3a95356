import BoundaryRules
import CommandLineArguments
import PackageManifest
import PackageReports
import SwiftSource

enum FixCommand: Command {
    static let syntax = CommandSyntax(
        "fix",
        "add missing dependencies to manifests, and optionally remove unused dependencies",
        operands: "[MODULE…]",
        count: 0...Int.max,
        options: [
            .flag("--remove-unused", "also remove the dependencies that no file imports"),
            .flag("--dry-run", short: "-n", "print the changes without making them"),
            .rules,
        ],
        discussion: """
            Edits the dependencies of all targets, or of the given targets. A target can be edited if the manifest declares it with a
            literal name, such as .target(name: "Home", dependencies: ["Core"]), or by a list of a function that the manifest contains,
            such as feature("Home", uses: ["Core"], tests: ["Log"]). A dependency that the rules forbid is never added. A module of
            another local package is added as .product(name:package:), and the package with .package(path:) if it is missing. A
            missing package with a URL is added as another package of the repository declares it. All other text is preserved.
            SwiftPM evaluates the new manifest in a copy of the package, and nothing is written if it does not have the intended
            dependencies; the other manifests are still edited. Manifests for other versions of Swift, such as
            Package@swift-6.0.swift, are not edited; those that declare a changed target are listed.
            Dependencies are removed only with --remove-unused, also if the rules forbid them. Even then, a dependency is kept if it
            may be needed without an import: if it has a condition; if its module re-exports another module, declares nothing,
            contains tests or defines symbols; or if an entry of "exceptions" in boundaries.json allows it.
            The remaining findings are listed with a reason or a remedy. The exit code is 1 if an error remains or, with --dry-run,
            if the manifest would change.
            """,
        examples: [
            ("bulkhead fix --dry-run", "show what would change in Package.swift"),
            ("bulkhead fix", "add the missing dependencies"),
            (
                "bulkhead fix --remove-unused Home",
                "also remove the dependencies that Home does not use"
            ),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let report = try await BoundaryReport.load(arguments, console: console)
        for name in arguments.operands {
            try report.packages.graph.requireModule(name)
        }
        var fixes: [ManifestFix] = []
        for package in report.packages.checkedPackages {
            let fix = ManifestFix.resolving(
                report,
                in: package,
                after: fixes.last,
                targets: arguments.operands.isEmpty ? nil : Set(arguments.operands),
                removesUnused: arguments.has("--remove-unused")
            )
            fixes.append(fix)
        }
        let isDryRun = arguments.has("--dry-run")
        var failure: Failure?
        var unwritten: [ManifestFix] = []
        for fix in fixes where !fix.actions.isEmpty {
            try console.print(try await fix.difference() + "\n")
            guard !isDryRun else { continue }
            do {
                console.showProgress("evaluating the new manifest …")
                defer {
                    console.endProgress()
                }
                try await fix.write()
            } catch {
                // The manifests of the other packages can still be fixed.
                let reason = Failure(error)
                let place = report.packages.isRepository ? "\(fix.path): " : ""
                console.printError(place + reason.message)
                failure = failure ?? reason
                unwritten.append(fix)
            }
        }
        for item in fixes.flatMap(\.remainders) {
            try console.print(item.text("not fixed", note: "remedy"))
        }
        for item in fixes.flatMap(\.kept) {
            try console.print(item.text("kept", note: "reason"))
        }
        for name in fixes.flatMap(\.otherManifests) {
            try console.print(
                "\(name): not fixed: it declares a changed target for other versions of Swift\n"
                    + "note: remedy: make the same changes in this file\n"
            )
        }
        let written = fixes.filter { fix in !unwritten.contains { $0.path == fix.path } }
        let unwrittenCount = unwritten.reduce(0) { $0 + $1.actions.count }
        let left = report.violations(after: fixes).filter { violation in
            arguments.operands.isEmpty || arguments.operands.contains(violation.module)
        }
        if report.hasNoRules, written.contains(where: { $0.additionCount > 0 }) {
            try console.print(
                "note: there are no rules yet, so fix declares every import; boundaries.json can forbid some\n"
            )
        }
        if let note = note(about: left, besides: fixes.flatMap(\.remainders)) {
            try console.print(note + "\n")
        }
        let counts = summary(
            of: written,
            leaving: left,
            unwritten: unwrittenCount,
            isDryRun: isDryRun
        )
        try console.print(counts)
        let isUnfinished = left.contains { $0.severity == .error && $0.suppression == nil }
        let hasActions = fixes.contains { !$0.actions.isEmpty }
        let code: ExitCode = isUnfinished || isDryRun && hasActions ? .violations : .done
        return failure?.code ?? report.packages.exitCode(code)
    }

    /// Returns a note about the violations that no edit of a manifest resolves, or `nil` if there
    /// are none.
    private static func note(
        about left: [Violation],
        besides remainders: [ManifestFix.Remainder]
    ) -> String? {
        let known = Set(remainders.map(\.violation.identity))
        let others = Finding.grouping(left.filter { $0.suppression == nil }).filter {
            !known.contains($0.first.identity)
        }
        guard !others.isEmpty else { return nil }
        return """
            note: left: \(others.countsByRule); no edit of a manifest resolves \
            \(others.count == 1 ? "this" : "these"), so change the code or the rules; \
            'bulkhead check' states a remedy for each
            """
    }

    private static func summary(
        of fixes: [ManifestFix],
        leaving left: [Violation],
        unwritten unwrittenCount: Int,
        isDryRun: Bool
    ) -> String {
        let additionCount = fixes.reduce(0) { $0 + $1.additionCount }
        let removalCount = fixes.reduce(0) { $0 + $1.actions.count } - additionCount
        let findings = Finding.grouping(left)
        let accepted = findings.count { $0.first.suppression == .baseline }
        let kept = fixes.flatMap(\.kept)
        let verb = isDryRun ? "would be " : ""
        var parts = ["\(additionCount.counting("dependency")) \(verb)added"]
        if removalCount > 0 {
            parts.append("\(removalCount) \(verb)removed")
        }
        let leftCount = findings.count - accepted + unwrittenCount
        parts.append("\(leftCount.counting("violation")) left")
        if accepted > 0 {
            parts.append("\(accepted) in \(Baseline.fileName)")
        }
        if !kept.isEmpty {
            parts.append("\(kept.count) kept without an import")
        }
        return parts.joined(separator: ", ")
    }
}

extension ManifestFix.Remainder {
    fileprivate func text(_ verb: String, note label: String) -> String {
        "\(violation.place): \(verb): \(violation.message)\nnote: \(label): \(note)\n"
    }
}
