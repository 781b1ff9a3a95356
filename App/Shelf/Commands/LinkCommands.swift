import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Foundation
import Injection
import JSONText
import LibraryInterface
import TerminalText

struct ShowCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "show",
        "show all details of a link",
        operands: "ID…",
        count: 1...Int.max,
        discussion: """
            Shows the last five checks; -v shows all of them. In every command, 5-8 stands for the links with IDs from 5 to 8.
            """,
        examples: [
            ("shelf show 12", "show link 12"),
            ("shelf show 5-8", "show the links with IDs from 5 to 8"),
            ("shelf show 12 --json", "print JSON for a program"),
        ]
    )

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.checkHistory) private var history
    private let console: Console
    private let ids: LinkIDs

    init(_ arguments: ParsedArguments, console: Console, settings: Settings) throws(UsageError) {
        self.console = console
        ids = try LinkIDs(arguments.operands)
    }

    func run() async throws -> ExitCode {
        let links = try await library.links(ids.resolved(in: library))
        if console.isJSON {
            try console.print(links, records: try await history.latest(of: links.map(\.id)))
        } else {
            for link in links {
                try console.printDetails(of: link, history: try await history.history(of: link.id))
            }
        }
        return .done
    }
}

struct OpenCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "open",
        "open links in your browser",
        operands: "[ID… | QUERY]",
        count: 0...Int.max,
        dashedOperands: .excludedWord,
        options: LinkFilter.options + [
            .value(
                "--limit",
                short: "-n",
                "N",
                "open at most N of the found links (\(defaultLimit))"
            ),
            .flag(
                "--archived",
                "open the newest copy in the Wayback Machine of the Internet Archive"
            ),
        ],
        discussion: """
            Opens the links with the given IDs, or the first links that a search finds, best match first. Tags and verdicts
            select links as in 'shelf list'.
            Runs \(defaultOpener), or the program in SHELF_OPENER, with each URL as its last argument.
            """,
        examples: [
            ("shelf open 12", "open link 12"),
            ("SHELF_OPENER=w3m shelf open 12", "open link 12 in another browser"),
            ("shelf open 5-8", "open the links with IDs from 5 to 8"),
            ("shelf open -n 3 swift concurrency", "open the three best matches of a search"),
            ("shelf open --archived 12", "open the archived copy of link 12"),
            ("shelf open --archived --dead", "open the archived copies of ten dead links"),
        ]
    )

    /// The maximum number of links to open from a search if the command line does not specify a
    /// number.
    private static let defaultLimit = 10

    #if os(macOS)
        private static let defaultOpener = "open"
    #else
        private static let defaultOpener = "xdg-open"
    #endif

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.archivedCopies) private var archivedCopies
    @Injected(\AppContainer.checkHistory) private var history
    @Injected(\AppContainer.terminal) private var terminal
    private let console: Console
    private let selection: LinkSelection
    private let limit: Int?
    private let isArchived: Bool

    init(_ arguments: ParsedArguments, console: Console, settings: Settings) throws(UsageError) {
        self.console = console
        selection = try LinkSelection(arguments, order: .relevance)
        limit = try arguments.integer("--limit", in: 0...Int.max)
        isArchived = arguments.has("--archived")
        guard !selection.isAll else {
            throw .missingOperand(command: "open", operands: "ID… | QUERY")
        }
    }

    func run() async throws -> ExitCode {
        let named = console.environment["SHELF_OPENER"].flatMap { $0.isEmpty ? nil : $0 }
        let opener = named ?? Self.defaultOpener
        var code = ExitCode.done
        let links = try await links()
        if links.isEmpty {
            let hint = selection.filter.hint(among: try await library.tags())
            console.note(hint ?? "no link matches")
            code = .negative
        }
        for link in links {
            let copy = isArchived ? try await archivedCopies.archivedCopy(of: link) : link.url
            guard let url = copy else {
                console.note("link \(link.id) has no archived copy")
                code = .negative
                continue
            }
            let code = terminal.run(opener, with: url)
            guard code == 0 else {
                throw Failure.program(
                    opener,
                    code: code,
                    remedy: "set SHELF_OPENER to another program"
                )
            }
            if console.isVerbose {
                console.note("opened \(url)")
            }
        }
        return code
    }

    /// Returns the links to open.
    private func links() async throws -> [Link] {
        if let ids = selection.ids {
            return try await library.links(ids.resolved(in: library))
        }
        let filter = selection.filter
        var found: [Link] = []
        // Reading one link more than the default limit shows whether more links match.
        let limit = limit ?? Self.defaultLimit + 1
        try await filter.forEachBatch(of: selection.query, limit: limit, from: library, history) {
            found += $0.links
        }
        guard self.limit == nil, found.count == limit else {
            return found
        }
        found.removeLast()
        if filter.needsVerdicts {
            console.note("opening the first \(found.count) links; -n N opens more")
        } else {
            let total = try await library.ids(matching: selection.query).count
            console.note("opening \(found.count) of \(total) links; -n \(total) opens all of them")
        }
        return found
    }
}

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

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.checkHistory) private var history
    @Injected(\AppContainer.terminal) private var terminal
    private let console: Console
    private let ids: LinkIDs
    private let isDryRun, isForced: Bool

    init(_ arguments: ParsedArguments, console: Console, settings: Settings) throws(UsageError) {
        self.console = console
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
            return try console.print(links, records: records)
        }
        guard !console.isQuiet else { return }
        for link in links {
            try console.print("\(done) \(console.name(of: link))")
        }
    }
}

struct UndoCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "undo",
        "revert the last change to the library",
        options: [.dryRun("show what would be reverted, without reverting it")],
        discussion: """
            Every change to links and tags can be undone, the newest first; an import is one change. The last
            \(LinkChange.journalLimit) changes are kept. Restored links keep their IDs, dates and checks. Verdicts are not
            changes and remain.
            Prints the first \(LinkChange.firstLinksLimit) of the links as they were before the change; with --json, 'ids' \
            contains the IDs of all links.
            """,
        examples: [
            ("shelf undo", "revert the last change"),
            ("shelf undo --dry-run", "show the last change"),
        ]
    )

    @Injected(\AppContainer.library) private var library
    private let console: Console
    private let isDryRun: Bool

    init(_ arguments: ParsedArguments, console: Console, settings: Settings) {
        self.console = console
        isDryRun = arguments.has("--dry-run")
    }

    func run() async throws -> ExitCode {
        guard let change = try await library.undo(isDryRun: isDryRun) else {
            if console.isJSON {
                try console.print(json: .null)
            }
            console.note("nothing to undo")
            return .negative
        }
        if console.isJSON {
            try console.print(
                json: .object([
                    ("change", .string(change.kind.rawValue)),
                    ("links", .integer(Int64(change.ids.count))),
                    ("made", .optional(change.made)),
                    ("ids", .array(change.ids.map { .integer($0) })),
                ])
            )
        } else if !console.isQuiet {
            try report(change)
        }
        return .done
    }

    private func report(_ change: LinkChange) throws {
        let done = isDryRun ? "would undo" : "undid"
        let links = Console.count(change.ids.count, "link")
        var lines = [
            "\(done) \(change.kind.phrase) \(links) (\(change.made.formatted(.iso8601)))"
        ]
        lines += change.firstLinks.map { link in
            let name = "  \(console.name(of: link))"
            return console.width.map { name.fitted(to: $0) } ?? name
        }
        let rest = change.ids.count - change.firstLinks.count
        if rest > 0 {
            lines.append("  … and \(rest) more")
        }
        try console.print(lines.joined(separator: "\n"))
    }
}

extension LinkChange.Kind {
    /// The change as a phrase that precedes the number of links, such as `the removal of`.
    fileprivate var phrase: String {
        switch self {
        case .addition: "the addition of"
        case .edit: "the edit of"
        case .removal: "the removal of"
        case .tagRename: "the rename of a tag in"
        case .tagMerge: "the merge of tags in"
        case .merge: "the import of"
        }
    }
}
