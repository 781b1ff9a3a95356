import BoundaryRules
import CommandLineArguments
import PackageManifest

enum WhyCommand: Command {
    static let syntax = CommandSyntax(
        "why",
        "show every shortest chain of dependencies from module A to module B",
        operands: "A B",
        count: 2...2,
        discussion: """
            SwiftPM lets a module import its direct and indirect dependencies; the chains show how it reaches an indirect one. Only declared
            dependencies count; 'bulkhead check' lists undeclared imports. If A does not depend on B, the exit code is 1.
            """,
        examples: [
            ("bulkhead why Shop Files", "show how the app depends on the service"),
            ("bulkhead why Core Shop", "show whether Core depends on the app"),
        ]
    )

    /// The maximum number of chains that are shown.
    private static let chainLimit = 100

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let start = arguments.operands[0]
        let end = arguments.operands[1]
        let graph = try await PackageSet.load(arguments, console: console).packages.graph
        for name in [start, end] {
            try graph.requireModule(name)
        }
        let chains = graph.shortestChains(from: start, to: end, limit: chainLimit + 1)
        for chain in chains.prefix(chainLimit) {
            try console.print(chain.joined(separator: " → "))
        }
        if chains.count > chainLimit {
            try console.print("… and more")
        }
        guard chains.isEmpty else { return .done }
        guard start != end else {
            try console.print("both operands are '\(start)'; specify two different names")
            return .violations
        }
        let isReversed = !graph.shortestChains(from: end, to: start, limit: 1).isEmpty
        let reversal = isReversed ? "; '\(end)' depends on '\(start)'" : ""
        try console.print("'\(start)' does not depend on '\(end)'" + reversal)
        return .violations
    }
}
