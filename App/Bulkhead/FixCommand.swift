import BoundaryRules
import CommandLineArguments
import PackageManifest
import PackageReports
import SwiftSource

enum FixCommand: Command {
    static let syntax = CommandSyntax(
        "fix",
        "add missing dependencies to Package.swift, and optionally remove unused dependencies",
        operands: "[MODULE…]",
        count: 0...Int.max,
        options: [
            .flag("--remove-unused", "also remove the dependencies that no file imports"),
            .flag("--dry-run", short: "-n", "print the changes without making them"),
            .flag(
                "--write",
                short: "-w",
                "has no effect; changes are written unless --dry-run is given"
            ),
            BoundaryReport.rulesOption,
        ],
        discussion: """
            Edits the dependencies of all targets, or of the given targets. A target can be edited if the manifest declares it with a
            literal name, such as .target(name: "Home", dependencies: ["Core"]). All other text is preserved. SwiftPM evaluates the
            new manifest in a copy of the package, and nothing is written if it does not have the intended dependencies. Manifests for
            other versions of Swift, such as Package@swift-6.0.swift, are not edited but named if they declare a changed target.
            Dependencies are removed only with --remove-unused. Even then, a dependency is kept if it
            may be needed without an import: if it has a condition; if its module re-exports another module, declares nothing,
            contains tests or defines symbols; if a comment on its line contains "keep", such as // keep: linked for its symbols;
            or if an entry of "exceptions" in boundaries.json allows it.
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
        if arguments.has("--dry-run"), arguments.has("--write") {
            throw UsageError.custom("'--write' and '--dry-run' cannot be combined; use one of them")
        }
        let report = try await BoundaryReport.load(arguments, console: console)
        for name in arguments.operands {
            try report.manifest.graph.requireModule(name)
        }
        let fix = ManifestFix(
            of: report,
            targets: arguments.operands.isEmpty ? nil : Set(arguments.operands),
            removesUnused: arguments.has("--remove-unused")
        )
        let isDryRun = arguments.has("--dry-run")
        if !fix.actions.isEmpty {
            try console.print(try await fix.difference() + "\n")
            if !isDryRun {
                console.showProgress("evaluating the new manifest …")
                defer {
                    console.endProgress()
                }
                try await fix.write(to: arguments.packagePath)
            }
        }
        for item in fix.remainders {
            try console.print(item.text("left", note: "remedy"))
        }
        for item in fix.kept {
            try console.print(item.text("kept", note: "reason"))
        }
        for name in fix.otherManifests(in: report.manifest.root) {
            try console.print(
                "\(name): left: it declares a changed target for other versions of Swift\n"
                    + "note: remedy: make the same changes in this file\n"
            )
        }
        try console.print(fix.summary(isDryRun: isDryRun))
        let isUnfinished = fix.remainders.contains { $0.violation.severity == .error }
        return isUnfinished || isDryRun && !fix.actions.isEmpty ? .violations : .done
    }
}

extension ManifestFix {
    fileprivate func summary(isDryRun: Bool) -> String {
        let removalCount = actions.count - additionCount
        let verb = isDryRun ? "would be " : ""
        var parts = ["\(additionCount.counting("dependency")) \(verb)added"]
        if removalCount > 0 {
            parts.append("\(removalCount) \(verb)removed")
        }
        parts.append("\(remainders.count.counting("violation")) left")
        if !kept.isEmpty {
            parts.append("\(kept.count) kept without an import")
        }
        return parts.joined(separator: ", ")
    }
}

extension ManifestFix.Remainder {
    fileprivate func text(_ verb: String, note label: String) -> String {
        let place =
            violation.location.map { "\(violation.path):\($0.line):\($0.column)" } ?? violation.path
        return "\(place): \(verb): \(violation.message)\nnote: \(label): \(note)\n"
    }
}
