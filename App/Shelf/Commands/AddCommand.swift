import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Injection
import LibraryInterface

/// `shelf add`: saves links.
struct AddCommand: Command {
    static let syntax = CommandSyntax(
        "add", "save links, with the titles of their pages", operands: "URL… | -", count: 1...Int.max,
        options: [
            .tags("file it under TAG; may be given again"),
            .value("--title", "TEXT", "use this title instead of the page's"),
            .value("--note", "TEXT", "say something about it"),
            .flag("--no-fetch", "do not ask the page for its title"),
        ] + OptionSyntax.addressRules,
        discussion: """
            '-' reads addresses from standard input, one a line; empty lines, and those that begin with #, do not count.
            Pages are read several at a time, and a page that cannot be read does not keep its link from being saved.
            A link that is there already is not overwritten: it gets the tags, and a title and a note where it has none.
            The exit code is 1 when a link had nothing to get. Each link is a change of its own for 'shelf undo'; for long lists,
            'shelf import --from urls' is faster, and one change. Ctrl-C keeps what is saved; the same call goes on from there.
            """,
        examples: [
            ("shelf add https://www.swift.org", "save it with its title"),
            ("shelf add -t swift -t 'to read' https://www.swift.org", "file it under two tags"),
            ("shelf add --no-fetch - < addresses.txt", "save a list without going to the network"),
        ])

    static let makesLibrary = true

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    private let console: Console
    private let addresses: [String]
    private let tags: Set<LinkTag>
    private let title: String?
    private let note: String?
    private let isFetching: Bool

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        addresses = arguments.operands
        tags = try arguments.tags("--tag")
        title = arguments.value("--title")
        note = arguments.value("--note")
        isFetching = !arguments.has("--no-fetch")
        guard !readsInput || addresses.count == 1 else { throw .standardInputGoesAlone }
        for option in ["--title", "--note"] where arguments.has(option) && (addresses.count > 1 || readsInput) {
            throw .onlyForOneAddress(option: option)
        }
    }

    private var readsInput: Bool { addresses.contains("-") }

    func run() async throws -> ExitCode {
        var (code, count) = (ExitCode.done, 0)
        var listing = LinkListing(console)
        let progress = ProgressLine(console)
        let total =
            readsInput
            ? console.progressWidth.flatMap { _ in StandardInput.countLines(console.terminal) } : addresses.count
        let list = AddressList(addresses, from: console.terminal) { [title, note, tags] in
            LinkDraft(url: $0, title: title, note: note, tags: tags)
        }
        // Where lines are typed, nothing is drawn over them.
        if isFetching, !readsInput {
            progress.update(addresses.count == 1 ? "reading its page" : "reading pages", done: 0, fraction: nil)
        }
        var failure: (any Error)?
        do {
            try await library.add(fetching: isFetching) {
                try await list.next()
            } report: { source, result in
                progress.clear()
                code = max(code, try await report(result, of: source, in: &listing))
                count += 1
                guard total != 1 else { return }
                let fraction = total.map { Double(readsInput ? source.line : count) / Double(max($0, 1)) }
                progress.update("adding \(Console.count(count, "link"))", done: count, fraction: fraction)
            }
        } catch {
            failure = error
        }
        progress.clear()
        // What was saved before an error is told whole.
        try listing.end()
        if failure is CancellationError {
            console.note("stopped after \(Console.count(count, "link")); the same call goes on from here")
            return .interrupted
        }
        if let failure { throw failure }
        return code
    }

    private func report(
        _ result: Result<Addition, LibraryError>, of source: SourcedDraft, in listing: inout LinkListing
    ) async throws -> ExitCode {
        switch result {
        case .success(let addition):
            try await report(addition, in: &listing)
            return addition.outcome == .unchanged ? .negative : .done
        case .failure(let error):
            let failure = Failure(error)
            console.complain(readsInput ? "line \(source.line): \(failure.message)" : failure.message)
            return readsInput ? .unreadableInput : failure.code
        }
    }

    private func report(_ addition: Addition, in listing: inout LinkListing) async throws {
        let link = addition.link
        if let error = addition.pageError {
            let what =
                addition.isNew ? "saved \(link.url) without a title of its page" : "link \(link.id) still has no title"
            console.note("\(what): \(error.message)")
        }
        if addition.outcome == .unchanged { console.note("link \(link.id) is there already: \(link.url)") }
        for (name, given, kept) in [("title", title, link.title), ("note", note, link.note)] where !addition.isNew {
            guard let given, let kept,
                given.split(whereSeparator: \.isWhitespace) != kept.split(whereSeparator: \.isWhitespace)
            else { continue }
            console.note(
                "link \(link.id) keeps the \(name) that it has; 'shelf edit \(link.id) --\(name) TEXT' changes it")
        }
        guard console.isJSON || !console.isQuiet && addition.outcome != .unchanged else { return }
        try listing.add([link], records: addition.isNew ? [:] : try await checker.latest(of: [link.id]))
    }
}

extension ExitCode: Comparable {
    static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }
}
