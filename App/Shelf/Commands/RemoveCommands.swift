import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Foundation
import Injection
import JSONText
import LibraryInterface
import TerminalText

/// `shelf rm`: removes links.
struct RemoveCommand: Command {
    static let syntax = CommandSyntax(
        "rm", "remove links", operands: "ID…", count: 1...Int.max,
        options: [
            .dryRun("show what would be removed, without removing it"),
            .flag("--force", "do not ask for confirmation"),
        ],
        discussion: """
            Removes all of the links, or none if one does not exist. On a terminal, asks before it removes more than one;
            'shelf undo' restores them with their tags and checks.
            """,
        examples: [("shelf rm 12 13", "remove two links"), ("shelf rm --dry-run 12", "show what would be removed")])

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    private let console: Console
    private let ids: [Link.ID]
    private let isDryRun: Bool
    private let isForced: Bool

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        ids = try arguments.linkIDs()
        isDryRun = arguments.has("--dry-run")
        isForced = arguments.has("--force")
    }

    func run() async throws -> ExitCode {
        let links = try await library.links(ids)
        // The checks are removed with the links.
        let records = console.isJSON ? try await checker.latest(of: ids) : [:]
        if isDryRun {
            try report(links, records, done: "would remove")
            return .done
        }
        if !isForced, links.count > 1 {
            let names = links.map { "  \(console.name(of: $0))" }.joined(separator: "\n")
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

/// `shelf undo`: reverts the last change.
struct UndoCommand: Command {
    static let syntax = CommandSyntax(
        "undo", "revert the last change of the library",
        options: [.dryRun("show what would be reverted, without reverting it")],
        discussion: """
            Every change of links and tags can be undone, the newest first; an import is one change. The last
            \(LinkChange.journalLimit) changes are kept. Restored links have their IDs, dates and checks. Verdicts are not
            changes and remain.
            Prints the first \(LinkChange.firstLinksLimit) of the links as they were before the change; with --json, 'ids' \
            contains the IDs of all.
            """,
        examples: [("shelf undo", "revert the last change"), ("shelf undo --dry-run", "show the last change")])

    @Injected(\AppContainer.library) private var library
    private let console: Console
    private let isDryRun: Bool

    init(_ arguments: ParsedArguments, console: Console) {
        self.console = console
        isDryRun = arguments.has("--dry-run")
    }

    func run() async throws -> ExitCode {
        guard let change = try await library.undo(isDryRun: isDryRun) else {
            if console.isJSON { try console.print(json: .null) }
            console.note("nothing to undo")
            return .negative
        }
        if console.isJSON {
            try console.print(
                json: .object([
                    ("change", .string(change.kind.rawValue)), ("links", .integer(Int64(change.ids.count))),
                    ("made", .optional(change.made)), ("ids", .array(change.ids.map { .integer($0) })),
                ]))
        } else if !console.isQuiet {
            try report(change)
        }
        return .done
    }

    private func report(_ change: LinkChange) throws(OutputError) {
        let done = isDryRun ? "would undo" : "undid"
        let links = Console.count(change.ids.count, "link")
        var lines = ["\(done) \(change.kind.name) of \(links), made \(change.made.formatted(.iso8601))"]
        lines += change.firstLinks.map { link in
            let name = "  \(console.name(of: link))"
            return console.width.map { name.fitted(to: $0) } ?? name
        }
        let rest = change.ids.count - change.firstLinks.count
        if rest > 0 { lines.append("  … and \(rest) more") }
        try console.print(lines.joined(separator: "\n"))
    }
}

extension LinkChange.Kind {
    /// The name of the change, to be followed by words such as "of 2 links".
    fileprivate var name: String {
        switch self {
        case .addition: "the addition"
        case .edit: "the edit"
        case .removal: "the removal"
        case .tagRename: "the renaming of a tag"
        case .tagMerge: "the merging of tags"
        case .merge: "the import"
        }
    }
}
