import Bootstrap
import CommandLineArguments
import Core
import Foundation
import Injection
import JSONText
import LibraryInterface
import TerminalText

/// `shelf undo`: takes the last change back.
struct UndoCommand: Command {
    static let syntax = CommandSyntax(
        "undo", "take the last change of the library back",
        options: [.dryRun("say what would be taken back, and change nothing")],
        discussion: """
            Every change of links and tags can be undone, the newest first, an import as one; the last \(LinkChange.journalLimit)
            are kept. Links come back with their numbers, dates and checks. Verdicts are no changes, and stay.
            It names the first \(LinkChange.firstLinksLimit) of the links, as they were before the change; with --json, 'ids' are the
            numbers of all.
            """,
        examples: [("shelf undo", "the last change"), ("shelf undo --dry-run", "what that would be")])

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
            console.note("there is nothing to undo")
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
        var lines = ["\(done) \(change.kind.words) of \(links), made \(change.made.formatted(.iso8601))"]
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
    /// The change in words that 'of 2 links' can follow.
    fileprivate var words: String {
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
