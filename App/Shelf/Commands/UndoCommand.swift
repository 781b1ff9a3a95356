import CommandLineArguments
import Core
import Foundation
import JSONText
import LibraryInterface
import TerminalText

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

    let context: CommandContext
    private let isDryRun: Bool

    init(_ arguments: ParsedArguments, in context: CommandContext) {
        self.context = context
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
                json: [
                    "change": .string(change.kind.rawValue),
                    "links": .integer(change.ids.count),
                    "made": .optional(change.made),
                    "ids": .array(change.ids.map { .integer($0) }),
                ]
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
