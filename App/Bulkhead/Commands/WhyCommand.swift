import BoundaryRules
import CommandLineArguments
import PackageManifest

/// Shows how one module comes to see another.
struct WhyCommand: Command {
    static let syntax = CommandSyntax(
        "why", "show every shortest chain of dependencies from A to B", operands: "A B", count: 2...2,
        options: [.value("--limit", short: "-n", "N", "show at most N chains (default: 100)")],
        discussion: """
            A module can import what it reaches through others, declared or not; the chains show through whom. Only what the manifest
            declares counts; 'bulkhead check' shows imports that are not declared. Where A does not see B, the exit code is 1.
            """,
        examples: [
            ("bulkhead why Shop Files", "through whom the app reaches the service"),
            ("bulkhead why Core Shop", "whether the vocabulary reaches the app; it should not"),
        ])

    private let source: PackageSource
    private let console: Console
    private let (start, end): (String, String)
    private let limit: Int

    init(_ arguments: ParsedArguments, loader: PackageLoader, console: Console) throws(UsageError) {
        source = PackageSource(arguments, loader: loader, console: console)
        self.console = console
        (start, end) = (arguments.operands[0], arguments.operands[1])
        limit = try arguments.integer("--limit", in: 1...1_000_000) ?? 100
    }

    func run() async throws -> ExitCode {
        let graph = try await source.manifest().graph
        for name in [start, end] where graph.module(named: name) == nil {
            throw UsageError.noModule(name, in: graph)
        }
        let chains = graph.shortestChains(from: start, to: end, limit: limit + 1)
        for chain in chains.prefix(limit) { try console.print(chain.joined(separator: " → ")) }
        if chains.count > limit { try console.print("… and more; --limit shows more of them") }
        guard chains.isEmpty else { return .done }
        try console.print(refusal(in: graph))
        return .violations
    }

    private func refusal(in graph: ModuleGraph) -> String {
        if start == end { return "'\(start)' is one module, and needs no chain to see itself" }
        let sees = !graph.shortestChains(from: end, to: start, limit: 1).isEmpty
        return "'\(start)' does not see '\(end)'" + (sees ? "; '\(end)' sees '\(start)'" : "")
    }
}
