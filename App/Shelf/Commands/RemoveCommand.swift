import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Injection
import LibraryInterface

/// `shelf rm`: removes links.
struct RemoveCommand: Command {
    static let syntax = CommandSyntax(
        "rm", "remove links", operands: "ID…", count: 1...Int.max,
        options: [
            .dryRun("say what would be removed, and remove nothing"),
            .flag("--force", "do not ask"),
        ],
        discussion: """
            Removes all of them, or, when one is not there, none. On a terminal it asks before it removes more than
            one; 'shelf undo' brings them back, with their tags and checks.
            """,
        examples: [("shelf rm 12 13", "remove two links"), ("shelf rm --dry-run 12", "look before you leap")])

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    private let console: Console
    private let ids: [Int64]
    private let isDryRun: Bool
    private let isForced: Bool

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        ids = try arguments.linkNumbers()
        isDryRun = arguments.has("--dry-run")
        isForced = arguments.has("--force")
    }

    func run() async throws -> ExitCode {
        let links = try await library.links(ids)
        // Their checks go with them, so they are asked for first.
        let records = console.isJSON ? try await checker.latest(of: ids) : [:]
        if isDryRun {
            try report(links, records, done: "would remove")
            return .done
        }
        let names = links.map { "  \(console.name(of: $0))" }.joined(separator: "\n")
        if !isForced, links.count > 1 {
            guard try await console.confirms("\(names)\nRemove \(links.count) links?") else { return .negative }
        }
        try report(try await library.remove(ids), records, done: "removed")
        return .done
    }

    private func report(_ links: [Link], _ records: [Link.ID: CheckRecord], done: String) throws {
        if console.isJSON { return try console.print(links, records: records) }
        guard !console.isQuiet else { return }
        for link in links { try console.print("\(done) \(console.name(of: link))") }
    }
}
