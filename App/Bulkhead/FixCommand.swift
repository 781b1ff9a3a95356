import BoundaryRules
import CommandLineArguments
import PackageManifest
import SwiftSource

enum FixCommand: Command {
    static let syntax = CommandSyntax(
        "fix", "add missing dependencies to Package.swift, and remove unused ones",
        options: [.flag("--write", short: "-w", "change Package.swift"), BoundaryReport.rulesOption],
        discussion: """
            Prints the changes as a diff; --write makes them. Targets that the manifest declares with a literal name can be changed, such as
            .target(name: "Home", dependencies: ["Core"]). All other text stays as it is. Violations that need a decision, such as a
            cycle, are listed with what to do. SwiftPM evaluates the result, and the old manifest is restored if the result differs
            from what was intended.
            """,
        examples: [
            ("bulkhead fix", "show what would change in Package.swift"), ("bulkhead fix --write", "change it"),
        ])

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let fix = ManifestFix(of: try await BoundaryReport.load(arguments, console: console))
        let writes = arguments.has("--write")
        if !fix.actions.isEmpty {
            try console.print(try await fix.difference() + "\n")
            if writes {
                console.showProgress("evaluating the new manifest …")
                defer { console.endProgress() }
                try await fix.write(to: arguments.packagePath)
            }
        }
        for remainder in fix.remainders {
            let violation = remainder.violation
            let place = violation.location.map { "\(violation.path):\($0.line):\($0.column)" } ?? violation.path
            try console.print("\(place): left: \(violation.message)\nnote: remedy: \(remainder.remedy)\n")
        }
        let (count, left) = (fix.actions.count, fix.remainders.count)
        try console.print(
            "\(count) dependencies \(writes ? "changed" : "would change"), \(left) violations left"
                + (count > 0 && !writes ? "; --write changes Package.swift" : ""))
        return left == 0 && (count == 0 || writes) ? .done : .violations
    }
}
