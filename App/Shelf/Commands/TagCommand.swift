import CommandLineArguments
import Core
import JSONText
import LibraryInterface
import TerminalText

struct TagCommand: LibraryCommand {
    static let syntax = CommandSyntax(
        "tag",
        "list, rename, merge or remove tags",
        operands: "list | rename OLD NEW | merge A B INTO C | remove TAG",
        count: 1...Int.max,
        completing: [.words(Subcommand.allCases.map(\.rawValue)), .tags],
        options: [
            .flag("--names", "with list: print only the names, one per line"),
            .value(
                "--after",
                "LIST",
                "with --names: print LIST, such as 'swift,', before each tag that it does not contain"
            ),
        ],
        discussion: """
            Tags are not case-sensitive. A tag with several words must be quoted. Renaming, merging or removing a tag changes
            all links that have the tag, as one change for 'shelf undo'.
            """,
        examples: [
            ("shelf tag list", "list all tags, most used first"),
            ("shelf tag rename swfit swift", "correct a tag"),
            ("shelf tag merge js ecmascript into javascript", "merge tags"),
            ("shelf tag remove unsorted", "remove the tag from all links, and keep the links"),
        ]
    )

    private enum Subcommand: String, CaseIterable { case list, rename, merge, remove }

    private enum Action {
        case list, rename(LinkTag, to: LinkTag), merge(Set<LinkTag>, into: LinkTag), remove(LinkTag)
    }

    let context: CommandContext
    private let printsNamesOnly: Bool
    /// A list of tags, separated by commas, to print before each name.
    private let precedingTags: String
    private let action: Action

    init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
        self.context = context
        printsNamesOnly = arguments.has("--names")
        precedingTags = arguments.value("--after") ?? ""
        let words = Array(arguments.operands.dropFirst())
        switch try arguments.firstOperand(as: Subcommand.self) {
        case .list:
            guard words.isEmpty else {
                throw .unexpectedOperand(command: "tag list", value: words[0])
            }
            action = .list
        case .rename:
            guard words.count == 2 else {
                throw Self.expected("rename OLD NEW")
            }
            action = .rename(try Self.tag(words[0]), to: try Self.tag(words[1]))
        case .merge:
            guard words.count >= 3, words[words.count - 2].lowercased() == "into" else {
                throw Self.expected("merge A B INTO C")
            }
            var tags: Set<LinkTag> = []
            for word in words.dropLast(2) {
                tags.insert(try Self.tag(word))
            }
            action = .merge(tags, into: try Self.tag(words[words.count - 1]))
        case .remove:
            guard words.count == 1 else {
                throw Self.expected("remove TAG")
            }
            action = .remove(try Self.tag(words[0]))
        }
    }

    private static func expected(_ usage: String) -> UsageError {
        .custom("expected 'shelf tag \(usage)'; see 'shelf tag --help'")
    }

    private static func tag(_ text: String) throws(UsageError) -> LinkTag {
        let tags = LinkTag.list(text)
        guard let tag = tags.first, tags.count == 1 else {
            throw .custom("invalid tag '\(text)'; a tag is one or more words without commas")
        }
        return tag
    }

    func run() async throws -> ExitCode {
        switch action {
        case .list: try list(try await library.tags())
        case .rename(let tag, let name): return try await rename(tag, to: name)
        case .merge(let tags, let tag):
            try report(try await library.mergeTags(tags, into: tag), "merged", tag: tag)
        case .remove(let tag): try report(try await library.removeTag(tag), "removed", tag: tag)
        }
        return .done
    }

    private func list(_ tags: [TagCount]) throws {
        if console.isJSON {
            return try console.print(json: .tags(tags))
        }
        if printsNamesOnly {
            return try listNames(of: tags.map(\.tag))
        }
        guard !tags.isEmpty else {
            return console.note("no link has a tag; 'shelf edit ID -t TAG' adds one")
        }
        var table = TextTable([.right("links"), .cut("tag")])
        for count in tags {
            table.append(["\(count.links)", "\(count.tag.name.safeForTerminal)"])
        }
        try console.print(table.text(width: console.width))
    }

    private func listNames(of tags: [LinkTag]) throws {
        let given = LinkTag.list(precedingTags)
        let rest = tags.filter { !given.contains($0) }
        guard !rest.isEmpty else { return }
        let lines = rest.map { (precedingTags + $0.name).safeForTerminal }
        try console.print(lines.joined(separator: "\n"))
    }

    private func rename(_ tag: LinkTag, to name: LinkTag) async throws -> ExitCode {
        let links = try await library.renameTag(tag, to: name)
        if links == 0 {
            console.note("the tag is already called '\(name)'")
        }
        if links > 0 || console.isJSON {
            try report(links, "renamed", tag: name)
        }
        return links == 0 ? .negative : .done
    }

    private func report(_ links: Int, _ done: String, tag: LinkTag) throws {
        if console.isJSON {
            return try console.print(
                json: ["tag": .string(tag.name), "links": .integer(links)]
            )
        }
        guard !console.isQuiet else { return }
        try console.print(
            "\(done) in \(Console.count(links, "link")): #\(tag.name.safeForTerminal)"
        )
    }
}

extension JSONValue {
    static func tags(_ tags: [TagCount]) -> JSONValue {
        .array(
            tags.map {
                ["tag": .string($0.tag.name), "links": .integer($0.links)]
            }
        )
    }
}
