import CheckingInterface
import CommandLineArguments
import Core
import Foundation
import LibraryInterface

struct EditCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "edit",
        "change the URL, title, note or tags of links",
        operands: "[ID…]",
        count: 0...Int.max,
        options: [
            .value("--url", "URL", "set the URL; requires a single ID"),
            .flag(
                "--merge",
                "with --url: merge into the existing link with that URL; keep its title and the notes of both links"
            ),
            .value("--title", "TEXT", "set the title; '' removes it"),
            .value("--note", "TEXT", "set the note; '' removes it"),
            .tags("add TAG; repeatable"),
            .tags("remove TAG; repeatable", "--not-tag", short: nil),
            .value(
                "--tags",
                "LIST",
                "replace all tags with LIST, separated by commas; '' removes all tags",
                completing: .list(.tags)
            ),
            .flag(
                "--fetch",
                "fetch the titles again; without an ID, fetch the title of every link that has none"
            ),
        ],
        discussion: """
            Changes all of the links, or none if an error occurs; exits with code 1 if nothing changes. Without options, on a
            terminal, opens one link in $VISUAL or $EDITOR.
            --fetch cannot be combined with other options. The title of the page replaces the title of the link. The description
            of the page becomes the note of a link that has none. A page that has neither a title nor a description changes
            nothing. All updates are a single change; Ctrl-C keeps the titles that were read.
            """,
        examples: [
            ("shelf edit 12 --title 'A better title'", "change the title of a link"),
            ("shelf edit 12 13 -t swift --not-tag inbox", "replace a tag of two links"),
            ("shelf edit 5-8 -t swift", "add a tag to the links with IDs from 5 to 8"),
            ("shelf edit 12", "edit all fields in your editor"),
            ("shelf edit --fetch", "fetch the titles of all links that have none"),
        ]
    )

    private enum Mode { case edit(LinkEdit), editor, fetch }

    let context: CommandContext
    private let ids: LinkIDs
    private let mode: Mode

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        self.context = context
        ids = try LinkIDs(arguments.operands)
        let options = Self.syntax.givenOptions(in: arguments)
        if arguments.has("--fetch") {
            if let other = options.first(where: { $0 != "--fetch" }) {
                throw .conflictingOptions("--fetch", other)
            }
            mode = .fetch
            return
        }
        guard !ids.isEmpty else {
            throw .missingOperand(command: "edit", operands: "ID…")
        }
        guard !options.isEmpty else {
            guard context.console.isInteractive, !context.console.isJSON else {
                throw .custom("nothing to change; see 'shelf edit --help' for the options")
            }
            guard ids.isSingle else {
                throw .custom("the editor requires a single ID; edit the links one by one")
            }
            mode = .editor
            return
        }
        guard ids.isSingle || !arguments.has("--url") else {
            throw .custom("'--url' requires a single ID; edit the links one by one")
        }
        try arguments.value("--url")?.checkSpaces()
        guard arguments.has("--url") || !arguments.has("--merge") else {
            throw .custom("'--merge' requires '--url URL'")
        }
        mode = .edit(
            LinkEdit(
                url: arguments.value("--url"),
                mergesDuplicate: arguments.has("--merge"),
                title: arguments.value("--title"),
                note: arguments.value("--note"),
                tags: arguments.value("--tags").map { LinkTag.list($0) },
                removedTags: try arguments.tags("--not-tag"),
                addedTags: try arguments.tags("--tag")
            )
        )
    }

    func run() async throws -> ExitCode {
        switch mode {
        case .edit(let edit): return try await apply(edit)
        case .editor: if let links = try await editInEditor() { try await report(links) }
        case .fetch: return try await fetchTitles()
        }
        return .done
    }

    private func apply(_ edit: LinkEdit) async throws -> ExitCode {
        let ids = try await ids.resolved(in: library)
        let links = try await library.links(ids)
        let edited = try await library.edit(ids, edit)
        try await report(edited)
        guard edited == links else { return .done }
        console.note("nothing was changed")
        return .negative
    }

    private func report(_ links: [Link]) async throws {
        guard console.isJSON || !console.isQuiet else { return }
        try console.print(try await CheckedLinks(links, from: history))
    }

    private func editInEditor() async throws -> [Link]? {
        guard let link = try await library.links(ids.resolved(in: library)).first else {
            return nil
        }
        let named = [console.environment["VISUAL"], console.environment["EDITOR"]]
        let editor = named.compactMap(\.self).first { !$0.isEmpty } ?? "vi"
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "shelf-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let file = folder.appending(path: "shelf-link-\(link.id).txt")
        try Data(EditForm.text(for: link).utf8).write(to: file)
        let code = terminal.run(editor, with: file.path)
        guard code == 0 else {
            try? FileManager.default.removeItem(at: folder)
            throw Failure.program(editor, code: code, remedy: "nothing was changed")
        }
        guard FileManager.default.fileExists(atPath: file.path) else {
            try? FileManager.default.removeItem(at: folder)
            throw Failure("the editor removed '\(file.path)'; nothing was changed")
        }
        do {
            guard let text = String(validating: try Data(contentsOf: file), as: UTF8.self) else {
                throw EditForm.invalid("the text is not valid UTF-8")
            }
            var links: [Link]?
            if let edit = try EditForm.edit(of: link, text: text) {
                links = try await library.edit([link.id], edit)
            } else {
                console.note("nothing was changed")
            }
            try? FileManager.default.removeItem(at: folder)
            return links
        } catch {
            console.reportError("your text is kept in \(file.path)")
            throw error
        }
    }

    private func fetchTitles() async throws -> ExitCode {
        let ids =
            self.ids.isEmpty
            ? try await library.ids(matching: LinkQuery(isUntitled: true, order: .oldest))
            : try await self.ids.resolved(in: library)
        guard !ids.isEmpty else {
            console.note("every link has a title")
            return .done
        }
        let changed: [Link]
        do {
            changed = try await readPages(of: ids)
        } catch is CancellationError {
            console.note("stopped; the titles that were read are kept")
            return .interrupted
        }
        try await report(changed)
        return changed.isEmpty ? .negative : .done
    }

    private func readPages(of ids: [Link.ID]) async throws -> [Link] {
        defer {
            progress.clear()
        }
        var done = 0
        return try await library.readPages(of: ids) { link, result in
            done += 1
            let name = "the page of link \(link.id)"
            let note: String? =
                switch result {
                case .success(let title): title == nil ? "\(name) has no title" : nil
                case .failure(let error): "cannot read \(name): \(error.explanation)"
                }
            if let note {
                progress.clear()
                console.note(note)
            }
            progress.update(
                "reading \(Console.count(done, "page"))",
                done: done,
                fraction: Double(done) / Double(ids.count)
            )
        }
    }
}

private enum EditForm {
    static func text(for link: Link) -> String {
        """
        # Link \(link.id). Save the file and close the editor to apply your changes; empty the file to change nothing.
        url: \(link.url)
        title: \(oneLine(link.title))
        tags: \(link.tags.sorted().map(\.name).joined(separator: ", "))
        # The note extends to the end of the file.
        note: \(link.note ?? "")

        """
    }

    static func edit(of link: Link, text: String) throws(Failure) -> LinkEdit? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let head = lines.prefix { !$0.hasPrefix("note:") }
        var fields: [String: String] = [:]
        for line in head where !line.hasPrefix("#") && !line.allSatisfy(\.isWhitespace) {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard parts.count == 2, ["url", "title", "tags"].contains(name) else {
                throw invalid(
                    "invalid line '\(line.prefix(60))': expected url:, title:, tags: or note:"
                )
            }
            guard fields[name] == nil else {
                throw invalid("duplicate field '\(name):'")
            }
            fields[name] = trimmed(parts[1])
        }
        if let first = lines.dropFirst(head.count).first {
            let rest = [first.dropFirst("note:".count)] + lines.dropFirst(head.count + 1)
            fields["note"] = trimmed(rest.joined(separator: "\n"))
        }
        var edit = LinkEdit()
        if let url = fields["url"], url != link.url {
            edit.url = url
        }
        if let title = fields["title"], title != oneLine(link.title) {
            edit.title = title
        }
        if let note = fields["note"], note != trimmed(link.note ?? "") {
            edit.note = note
        }
        if let tags = fields["tags"].map({ LinkTag.list($0) }),
            tags.map(\.name).sorted() != link.tags.map(\.name).sorted()
        {
            edit.tags = tags
        }
        return edit == LinkEdit() ? nil : edit
    }

    static func invalid(_ problem: String) -> Failure {
        Failure("\(problem); nothing was changed", .invalidInput)
    }

    private static func oneLine(_ text: String?) -> String {
        trimmed((text ?? "").split(whereSeparator: \.isNewline).joined(separator: " "))
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
