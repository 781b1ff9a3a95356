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
        discussion: "Shows the last five checks; -v shows all of them.",
        examples: [("shelf show 12", "link 12"), ("shelf show 12 --json", "for a program")]
    )

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    private let console: Console
    private let ids: [Link.ID]

    init(_ arguments: ParsedArguments, console: Console, settings: Settings) throws(UsageError) {
        self.console = console
        ids = try arguments.linkIDs()
    }

    func run() async throws -> ExitCode {
        let links = try await library.links(ids)
        if console.isJSON {
            try console.print(links, records: try await checker.latest(of: links.map(\.id)))
        } else {
            for link in links {
                try console.printDetails(of: link, history: try await checker.history(of: link.id))
            }
        }
        return .done
    }
}

struct OpenCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "open",
        "open links in your browser",
        operands: "ID…",
        count: 1...Int.max,
        options: [
            .flag(
                "--archived",
                "open the newest copy in the Wayback Machine of the Internet Archive"
            )
        ],
        discussion: """
            Runs \(defaultOpener), or the program in SHELF_OPENER, with the URL as its last argument.
            """,
        examples: [
            ("shelf open 12", "link 12"),
            ("SHELF_OPENER=w3m shelf open 12", "in another browser"),
            ("shelf open --archived 12", "its archived copy, if it is dead"),
        ]
    )

    #if os(macOS)
        private static let defaultOpener = "open"
    #else
        private static let defaultOpener = "xdg-open"
    #endif

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    @Injected(\AppContainer.terminal) private var terminal
    private let console: Console
    private let ids: [Link.ID]
    private let isArchived: Bool

    init(_ arguments: ParsedArguments, console: Console, settings: Settings) throws(UsageError) {
        self.console = console
        ids = try arguments.linkIDs()
        isArchived = arguments.has("--archived")
    }

    func run() async throws -> ExitCode {
        let named = console.environment["SHELF_OPENER"].flatMap { $0.isEmpty ? nil : $0 }
        let opener = named ?? Self.defaultOpener
        var code = ExitCode.done
        for link in try await library.links(ids) {
            guard let url = isArchived ? try await checker.archivedCopy(of: link) : link.url else {
                console.note("link \(link.id) has no archived copy")
                code = .negative
                continue
            }
            let code = terminal.run(opener, with: url)
            guard code == 0 else {
                throw Failure.program(opener, code: code, remedy: "name another in SHELF_OPENER")
            }
            if console.isVerbose {
                console.note("opened \(url)")
            }
        }
        return code
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
            Removes all of the links, or none if one does not exist. On a terminal, asks before it removes more than one;
            'shelf undo' restores them with their tags and checks.
            """,
        examples: [
            ("shelf rm 12 13", "remove two links"),
            ("shelf rm --dry-run 12", "show what would be removed"),
        ]
    )

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    @Injected(\AppContainer.terminal) private var terminal
    private let console: Console
    private let ids: [Link.ID]
    private let isDryRun, isForced: Bool

    init(_ arguments: ParsedArguments, console: Console, settings: Settings) throws(UsageError) {
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
        "revert the last change of the library",
        options: [.dryRun("show what would be reverted, without reverting it")],
        discussion: """
            Every change of links and tags can be undone, the newest first; an import is one change. The last
            \(LinkChange.journalLimit) changes are kept. Restored links have their IDs, dates and checks. Verdicts are not
            changes and remain.
            Prints the first \(LinkChange.firstLinksLimit) of the links as they were before the change; with --json, 'ids' \
            contains the IDs of all.
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
            "\(done) \(change.kind.name) of \(links), made \(change.made.formatted(.iso8601))"
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
