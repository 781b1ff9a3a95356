import Bootstrap
import CommandLineArguments
import Core
import Foundation
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
            '-' reads addresses from standard input, one a line. A page that cannot be read does not keep its
            link from being saved. A link that is there already stays as it is, and the exit code is 1.
            """,
        examples: [
            ("shelf add https://www.swift.org", "save it with its title"),
            ("shelf add -t swift -t 'to read' https://www.swift.org", "file it under two tags"),
            ("shelf add --no-fetch - < addresses.txt", "save a list without going to the network"),
        ])

    @Injected(\AppContainer.library) private var library
    private let console: Console
    private let addresses: [String]
    private let tags: Set<LinkTag>
    private let title: String?
    private let note: String?
    private let isFetching: Bool

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        addresses = arguments.operands
        tags = arguments.tags("--tag")
        title = arguments.value("--title")
        note = arguments.value("--note")
        isFetching = !arguments.has("--no-fetch")
        guard addresses == ["-"] || !addresses.contains("-") else { throw .standardInputGoesAlone }
        for option in ["--title", "--note"] where arguments.has(option) && (addresses.count > 1 || addresses == ["-"]) {
            throw .onlyForOneAddress(option: option)
        }
    }

    func run() async throws -> ExitCode {
        var added: [Link] = []
        var code = ExitCode.done
        for address in addresses == ["-"] ? Interrupt.endingProcess(during: Self.standardInput) : addresses {
            do {
                let addition = try await add(address)
                if addition.isNew { added.append(addition.link) } else { code = max(code, .negative) }
            } catch let error as LibraryError {
                let failure = Failure(error)
                console.complain(failure.message)
                code = max(code, failure.code)
            }
            if Task.isCancelled { break }
        }
        if console.isJSON || !console.isQuiet { try console.print(added, records: [:]) }
        if Task.isCancelled { throw CancellationError() }
        return code
    }

    private func add(_ address: String) async throws -> Addition {
        let draft = LinkDraft(url: address, title: title, note: note, tags: tags)
        let addition = try await library.add(draft, fetching: isFetching)
        if !addition.isNew { console.note("link \(addition.link.id) is there already: \(addition.link.url)") }
        if let error = addition.pageError {
            console.note("saved \(addition.link.url) without a title of its page: \(error.message)")
        }
        return addition
    }

    /// The lines of standard input that are neither empty nor comments.
    private static func standardInput() -> [String] {
        var lines: [String] = []
        while let line = readLine() {
            let text = line.trimmingCharacters(in: .whitespaces)
            if !text.isEmpty, !text.hasPrefix("#") { lines.append(text) }
        }
        return lines
    }
}

extension ExitCode: Comparable {
    static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }
}
