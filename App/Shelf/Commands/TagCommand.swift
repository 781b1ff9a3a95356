import Bootstrap
import CommandLineArguments
import Core
import Injection
import JSONText
import LibraryInterface
import TerminalText

/// `shelf tag`: lists, renames, merges and removes tags.
struct TagCommand: Command {
    static let syntax = CommandSyntax(
        "tag", "list tags, rename or remove one, or make several one",
        operands: "list | rename OLD NEW | merge A B INTO C | remove TAG", count: 1...Int.max,
        completing: [.words(Task.allCases.map(\.rawValue)), .tags],
        options: [.flag("--names", "with list: only the names, one a line")],
        discussion: """
            Tags are the same whatever their case, and a tag of several words stands in quotes. Renaming, merging
            and removing change every link that has the tag, as one change, which 'shelf undo' takes back.
            """,
        examples: [
            ("shelf tag list", "every tag, most used first"), ("shelf tag rename swfit swift", "mend a typo"),
            ("shelf tag merge js ecmascript into javascript", "make three one"),
            ("shelf tag remove unsorted", "take it from every link that has it; the links stay"),
        ])

    private enum Task: String, CaseIterable { case list, rename, merge, remove }

    private enum Work {
        case list
        case rename(LinkTag, to: LinkTag)
        case merge(Set<LinkTag>, into: LinkTag)
        case remove(LinkTag)
    }

    @Injected(\AppContainer.library) private var library
    private let console: Console
    private let isNamesOnly: Bool
    private let work: Work

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        isNamesOnly = arguments.has("--names")
        let (name, words) = (arguments.operands[0], Array(arguments.operands.dropFirst()))
        switch Task(rawValue: name) {
        case .list:
            guard words.isEmpty else { throw .unexpectedOperand(command: "tag list", value: words[0]) }
            work = .list
        case .rename:
            guard words.count == 2 else { throw .tagsMissing("rename OLD NEW") }
            work = .rename(try Self.tag(words[0]), to: try Self.tag(words[1]))
        case .merge:
            guard words.count >= 3, words[words.count - 2].lowercased() == "into" else {
                throw .tagsMissing("merge A B INTO C")
            }
            var tags: Set<LinkTag> = []
            for word in words.dropLast(2) { tags.insert(try Self.tag(word)) }
            work = .merge(tags, into: try Self.tag(words[words.count - 1]))
        case .remove:
            guard words.count == 1 else { throw .tagsMissing("remove TAG") }
            work = .remove(try Self.tag(words[0]))
        case nil: throw .unknownTask(name, of: "tag", tasks: Task.allCases.map(\.rawValue))
        }
    }

    func run() async throws -> ExitCode {
        switch work {
        case .list: try list(try await library.tags())
        case .rename(let tag, let name): return try await rename(tag, to: name)
        case .merge(let tags, let tag): try report(try await library.mergeTags(tags, into: tag), "merged", tag: tag)
        case .remove(let tag): try report(try await library.removeTag(tag), "removed", tag: tag)
        }
        return .done
    }

    private func list(_ tags: [TagCount]) throws {
        if console.isJSON { return try console.print(json: .tags(tags)) }
        if isNamesOnly {
            if !tags.isEmpty { try console.print(tags.map(\.tag.name.safeForTerminal).joined(separator: "\n")) }
            return
        }
        guard !tags.isEmpty else { return console.note("no link has a tag; 'shelf edit ID -t TAG' gives it one") }
        var table = TextTable([.right("links"), .cut("tag")])
        for count in tags { table.append(["\(count.links)", TextTable.Cell(count.tag.name.safeForTerminal)]) }
        try console.print(table.text(width: console.width))
    }

    private func rename(_ tag: LinkTag, to name: LinkTag) async throws -> ExitCode {
        let links = try await library.renameTag(tag, to: name)
        if links == 0 { console.note("the tag is called '\(name)' already") }
        if links > 0 || console.isJSON { try report(links, "renamed", tag: name) }
        return links == 0 ? .negative : .done
    }

    private func report(_ links: Int, _ done: String, tag: LinkTag) throws {
        if console.isJSON {
            return try console.print(json: .object([("tag", .string(tag.name)), ("links", .integer(Int64(links)))]))
        }
        guard !console.isQuiet else { return }
        try console.print("\(done) in \(Console.count(links, "link")): #\(tag.name.safeForTerminal)")
    }

    private static func tag(_ text: String) throws(UsageError) -> LinkTag {
        let tags = LinkTag.list(text)
        guard let tag = tags.first, tags.count == 1 else { throw .badTag(text) }
        return tag
    }
}
