import CheckingInterface
import CommandLineArguments
import Core
import LibraryInterface

struct RemoveCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "rm",
        "remove links",
        operands: "ID…",
        count: 1...Int.max,
        options: [
            .dryRun("show what would be removed, without removing it"),
            .flag("--force", "do not ask for confirmation"),
        ],
        discussion: """
            Removes all of the links, or none of them if one does not exist. On a terminal, asks before removing more than one link.
            'shelf undo' restores removed links with their tags and checks.
            """,
        examples: [
            ("shelf rm 12 13", "remove two links"),
            ("shelf rm 5-8", "remove the links with IDs from 5 to 8"),
            ("shelf rm --dry-run 12", "show what would be removed"),
        ]
    )

    let context: CommandContext
    private let ids: LinkIDs
    private let isDryRun, isForced: Bool

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        self.context = context
        ids = try LinkIDs(arguments.operands)
        isDryRun = arguments.has("--dry-run")
        isForced = arguments.has("--force")
    }

    func run() async throws -> ExitCode {
        let ids = try await ids.resolved(in: library)
        let links = try await library.links(ids)
        // The checks are read first, because they are removed with the links.
        let records = console.isJSON ? try await history.latest(of: ids) : [:]
        if isDryRun {
            try report(links, records, done: "would remove")
            return .done
        }
        if !isForced, links.count > 1 {
            let names = links.map { "  \(console.name(of: $0))" }.joined(separator: "\n")
            let question = "\(names)\nRemove \(links.count) links?"
            guard try await console.confirms(question, on: terminal) else {
                return .negative
            }
        }
        try report(try await library.remove(ids), records, done: "removed")
        return .done
    }

    private func report(_ links: [Link], _ records: [Link.ID: CheckRecord], done: String) throws {
        if console.isJSON {
            return try console.print(CheckedLinks(links: links, records: records))
        }
        guard !console.isQuiet else { return }
        for link in links {
            try console.print("\(done) \(console.name(of: link))")
        }
    }
}
