import CommandLineArguments
import Core
import CoreTesting
import Foundation
import Library
import LibraryInterface
import PagesInterface
import PagesTesting

/// The feature Library alone: its real library on a store in memory and on scripted pages.
@main
struct LibraryExample {
    private static let pages = [
        "https://shelf.example/swift": Page(title: "A guide to Swift", description: "for people in a hurry"),
        "https://shelf.example/bread": Page(title: "Bread for beginners"),
    ]
    private static let unreadable = "https://shelf.example/locked"

    private let library: any LinkLibrary = StoredLinkLibrary(
        store: InMemoryLinkStore(), pages: ScriptedPageReader(pages, errors: [unreadable: .status(401)]),
        clock: ManualClock())
    private let addresses: [String]
    private let terms: [SearchTerm]

    static func main() async {
        do {
            let arguments = try ArgumentParser(.libraryExample).parse(Array(CommandLine.arguments.dropFirst()))
            if arguments.has("--help") { return print(HelpText.overview(of: .libraryExample)) }
            try await LibraryExample(arguments).run()
        } catch {
            let usage = error as? UsageError
            let message = usage?.message(for: .libraryExample) ?? "\(error)"
            FileHandle.standardError.write(Data("LibraryExample: \(message)\n".utf8))
            // EX_USAGE and EX_SOFTWARE of sysexits.h
            exit(usage == nil ? 70 : 64)
        }
    }

    private init(_ arguments: ParsedArguments) {
        addresses = arguments.values("--add")
        terms = SearchTerm.parse(arguments.value("--search") ?? "swift")
    }

    private func run() async throws {
        let scripted = Self.pages.keys.sorted() + ["HTTPS://Shelf.example:443/swift", Self.unreadable]
        for address in scripted { try await add(address, fetching: true) }
        // Nobody has scripted the pages of other addresses, so these are not asked for.
        for address in addresses { try await add(address, fetching: false) }
        let words = terms.isEmpty ? "all" : terms.map { "'\($0.text)'" }.joined(separator: " and ")
        let found = try await library.links(matching: LinkQuery(terms: terms))
        print("search for \(words): \(found.count) found")
        for link in found { print("  \(link.id) \(link.title ?? "no title"): \(link.url)") }
    }

    private func add(_ address: String, fetching: Bool) async throws {
        do {
            let addition = try await library.add(LinkDraft(url: address), fetching: fetching)
            let link = addition.link
            let facts = [
                "\(addition.isNew ? "added" : "known already as") \(link.id): \(link.url)",
                link.title.map { "'\($0)'" },
                addition.pageError.map { "its page cannot be read (\($0))" },
            ]
            print(facts.compactMap(\.self).joined(separator: ", "))
        } catch let LibraryError.invalidAddress(text, reason) {
            print("refused: \(text), \(reason)")
        }
    }
}

extension ProgramSyntax {
    /// The command line of the example.
    fileprivate static let libraryExample = ProgramSyntax(
        "LibraryExample", "LibraryExample fills a library that is kept in memory, and searches it.", commands: [],
        options: [
            .value("--add", "ADDRESS", "add this too, without asking its page; may be there several times"),
            .value("--search", "WORDS", "look for WORDS (default: swift)"),
            .help,
        ],
        examples: [
            ("swift run LibraryExample", "links are added, recognised and found"),
            ("swift run LibraryExample --add ftp://shelf.example --search bread", "what becomes of an odd address"),
        ])
}
