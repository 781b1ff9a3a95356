import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Foundation
import Injection
import LibraryInterface

/// `shelf edit`: changes links.
struct EditCommand: Command {
    static let syntax = CommandSyntax(
        "edit", "change the address, title, note or tags of links", operands: "[ID…]", count: 0...Int.max,
        options: [
            .value("--url", "URL", "the new address; for one link"),
            .flag(
                "--merge",
                "with --url: where another link has that address, make the two one; its title and both notes stay"),
            .value("--title", "TEXT", "the new title; '' for none"),
            .value("--note", "TEXT", "the new note; '' for none"),
            .tags("file it under TAG too; may be given again"),
            .tags("no longer file it under TAG; may be given again", "--not-tag", short: nil),
            .value("--tags", "LIST", "exactly these tags, separated by commas; '' for none", completing: .tags),
            .flag("--fetch", "read the pages again, for their titles; without ID…, of all links that have none"),
        ],
        discussion: """
            All of the links are changed, or on an error none; what no option names stays as it is. On a terminal,
            and without options, it opens one link in $VISUAL or $EDITOR.
            --fetch goes without the other options. The title of the page takes the place of the old one, its description
            becomes the note of a link that has none, and what the page does not say stays. All of it is one change;
            Ctrl-C keeps what was read by then.
            """,
        examples: [
            ("shelf edit 12 --title 'A better title'", "one link"),
            ("shelf edit 12 13 -t swift --not-tag inbox", "two links, from one tag to another"),
            ("shelf edit 12", "all of it, in your editor"),
            ("shelf edit --fetch", "titles for all links that have none"),
        ])

    @Injected(\AppContainer.library) private var library
    @Injected(\AppContainer.linkChecker) private var checker
    private let console: Console
    private let ids: [Link.ID]
    private let edit: LinkEdit?
    private let isFetching: Bool

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        ids = try arguments.linkNumbers()
        isFetching = arguments.has("--fetch")
        guard isFetching || !ids.isEmpty else { throw .missingOperand(command: "edit", operands: "ID…") }
        if isFetching {
            let others = Self.syntax.givenOptions(in: arguments).filter { $0 != "--fetch" }
            if let other = others.first { throw .notBeside("--fetch", other) }
        }
        guard Self.syntax.isAnyGiven(in: arguments) else {
            guard console.isInteractive, !console.isJSON else { throw .nothingToEdit }
            guard ids.count == 1 else { throw .onlyForOneLink("the editor") }
            edit = nil
            return
        }
        guard ids.count == 1 || !arguments.has("--url") else { throw .onlyForOneLink("option '--url'") }
        guard arguments.has("--url") || !arguments.has("--merge") else { throw .onlyBeside("--merge", "--url") }
        edit = LinkEdit(
            url: arguments.value("--url"), mergesDuplicate: arguments.has("--merge"),
            title: arguments.value("--title").map { .set($0) } ?? .keep,
            note: arguments.value("--note").map { .set($0) } ?? .keep,
            tags: arguments.value("--tags").map { LinkTag.list($0) }, removedTags: try arguments.tags("--not-tag"),
            addedTags: try arguments.tags("--tag"))
    }

    func run() async throws -> ExitCode {
        if isFetching { return try await PageRefresh(console: console).run(ids) }
        let links: [Link]
        if let edit {
            links = try await library.edit(ids, edit)
        } else {
            guard let edited = try await editInEditor() else { return .done }
            links = edited
        }
        if console.isJSON || !console.isQuiet {
            try console.print(links, records: try await checker.latest(of: links.map(\.id)))
        }
        return .done
    }

    /// Lets a person change the link; nil when nothing was changed.
    private func editInEditor() async throws -> [Link]? {
        guard let link = try await library.links(ids).first else { return nil }
        let editor = Editor(console.environment, terminal: console.terminal)
        let file = try editor.file(with: EditForm(link).text, name: "shelf-link-\(link.id).txt")
        try editor.edit(file)
        guard let bytes = try? Data(contentsOf: file) else {
            throw ProgramError.lostFile(file.path, remedy: "nothing was changed")
        }
        do {
            guard let text = String(validating: bytes, as: UTF8.self) else { throw FormError.notUTF8 }
            let edit = try EditForm.edit(of: link, text: text)
            guard let edit else {
                console.note("nothing was changed")
                editor.remove(file)
                return nil
            }
            let links = try await library.edit(ids, edit)
            editor.remove(file)
            return links
        } catch {
            // Nobody has to type it again.
            console.complain("your text is kept in \(file.path)")
            throw error
        }
    }
}
