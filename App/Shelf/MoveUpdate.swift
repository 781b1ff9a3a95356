import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import JSONText
import LibraryInterface
import TerminalText

/// The update of moved links to their new URLs, which `shelf check --update-moved` performs after
/// the check.
struct MoveUpdate: ContextUser {
    /// A moved link that keeps its URL, because the new page may be another page.
    private struct DoubtfulMove {
        let link: Link
        let url: String
        let doubt: String
    }

    let context: CommandContext
    private let isDryRun, isForced: Bool
    /// Whether doubtful moves are followed too.
    private let includesDoubtful: Bool

    init(_ arguments: ParsedArguments, in context: CommandContext) {
        self.context = context
        isDryRun = arguments.has("--dry-run")
        isForced = arguments.has("--force")
        includesDoubtful = arguments.value("--update-moved") == "all"
    }

    /// Updates the URLs of moved links, and reports the links that were updated or keep their URLs.
    ///
    /// - Parameter moved: The outcomes of the check of all moved links.
    func run(_ moved: [CheckOutcome]) async throws {
        let (moves, doubtful) = await review(moved)
        if !console.isJSON {
            try report(doubtful)
        }
        guard let followed = try await follow(moves) else { return }
        let changes = followed.sorted { $0.key < $1.key }
        if console.isJSON {
            try printJSON(changes, doubtful)
        } else {
            try report(changes)
        }
    }

    /// Returns the moves that can be followed, and those that are doubtful, ordered by link ID.
    private func review(
        _ moved: [CheckOutcome]
    ) async -> (moves: [LinkMove], doubtful: [DoubtfulMove]) {
        let policy = context.settings.checkPolicy
        let doubts =
            includesDoubtful
            ? [:] : await context.moveReviewer.doubts(about: moved, policy: policy)
        var moves: [LinkMove] = []
        var doubtful: [DoubtfulMove] = []
        for outcome in moved.sorted(by: { $0.link.id < $1.link.id }) {
            let link = outcome.link
            guard let record = outcome.record, let url = record.location else { continue }
            if let doubt = doubts[link.id] {
                doubtful.append(DoubtfulMove(link: link, url: url, doubt: doubt))
            } else {
                moves.append(LinkMove(link, to: url, checked: record.checked))
            }
        }
        return (moves, doubtful)
    }

    /// Updates the links, after asking for confirmation if necessary. A dry run only returns what
    /// would be updated. Returns `nil` if the user declines.
    private func follow(_ moves: [LinkMove]) async throws -> [Link.ID: Link]? {
        if isDryRun || !isForced {
            let planned = try await library.follow(moves, isDryRun: true)
            guard !isDryRun, !planned.isEmpty else { return planned }
            let urls = planned.count == 1 ? "URL" : "URLs"
            let question = "Update the \(urls) of \(Console.count(planned.count, "link"))?"
            guard try await console.confirms(question, on: terminal) else { return nil }
        }
        return try await library.follow(moves, isDryRun: false)
    }

    private func report(_ doubtful: [DoubtfulMove]) throws {
        for move in doubtful {
            let detail = "now at \(move.url), but \(move.doubt)".safeForTerminal
            let url = move.link.url.safeForTerminal
            try console.print("not updated \(move.link.id)  \(url)  (\(detail))")
        }
    }

    private func report(_ changes: [(key: Link.ID, value: Link)]) throws {
        let verb = isDryRun ? "would update" : "updated"
        for (id, link) in changes {
            let merge = link.id == id ? "" : ", merging it into \(link.id)"
            try console.print("\(verb) \(id)  \(link.url.safeForTerminal)\(merge)")
        }
        if !console.isQuiet {
            try console.print("\(verb) \(Console.count(changes.count, "link"))")
        }
    }

    private func printJSON(
        _ changes: [(key: Link.ID, value: Link)],
        _ doubtful: [DoubtfulMove]
    ) throws {
        let updated = changes.map { id, link in
            [
                "id": .integer(id),
                "url": .string(link.url),
                "mergedInto": link.id == id ? .null : .integer(link.id),
            ] as JSONValue
        }
        let notUpdated = doubtful.map { move in
            [
                "id": .integer(move.link.id),
                "url": .string(move.link.url),
                "location": .string(move.url),
                "reason": .string(move.doubt),
            ] as JSONValue
        }
        try console.print(
            json: ["updated": .array(updated), "notUpdated": .array(notUpdated)]
        )
    }
}
