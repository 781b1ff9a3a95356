import BoundaryRules
import CommandLineArguments
import PackageManifest

/// Lists what breaks a rule.
struct CheckCommand: Command {
    static let syntax = CommandSyntax(
        "check", "list every import and dependency that breaks a rule",
        options: [
            .flag("--json", "print JSON for programs"),
            .flag("--strict", "fail on warnings too"),
            PackageSource.rulesOption,
        ],
        discussion: """
            Works on any SwiftPM package, from its manifest and its sources alone; nothing is resolved or built. Every import must
            be among the declared dependencies of its target. A package can have layer rules too, in boundaries.json:

              { "layers": [
                  { "name": "screens", "paths": ["Sources/*UI"], "canDependOn": ["model"], "reason": "screens know no network" },
                  { "name": "network", "modules": ["Network", "Alamofire"], "canDependOn": ["network", "model"] },
                  { "name": "model", "paths": ["Sources/Model"], "canDependOn": [] },
                  { "name": "tests", "paths": ["Tests/**"], "canDependOn": "*" } ],
                "exceptions": [ { "module": "OldUI", "dependsOn": "Network", "reason": "moves next month" } ] }
            """,
        examples: [
            ("bulkhead check", "check the package in this folder"),
            ("bulkhead check --package-path ../Other --strict", "check another one, and let no warning pass"),
            ("bulkhead check --json", "the same for programs"),
        ])

    private let source: PackageSource
    private let console: Console
    private let isJSON: Bool
    private let isStrict: Bool

    init(_ arguments: ParsedArguments, loader: PackageLoader, console: Console) {
        source = PackageSource(arguments, loader: loader, console: console)
        self.console = console
        isJSON = arguments.has("--json")
        isStrict = arguments.has("--strict")
    }

    func run() async throws -> ExitCode {
        let report = try await source.load()
        let violations = report.violations
        if isJSON {
            try console.print(JSONReport(report).text())
        } else {
            for violation in violations { try console.print(console.colored(violation) + "\n") }
            try console.print(report.summary)
        }
        let gravest: [Severity] = isStrict ? [.error, .warning] : [.error]
        return violations.contains { gravest.contains($0.rule.severity) } ? .violations : .done
    }
}
