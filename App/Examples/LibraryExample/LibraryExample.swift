import CommandLineArguments
import Core
import CoreTesting
import Foundation
import Library
import LibraryInterface
import LibraryTesting
import PagesInterface
import PagesTesting
import SearchText

/// A program that runs the feature Library alone, with an in-memory store and scripted pages.
@main
struct LibraryExample {
    private static let pages = [
        "https://shelf.example/swift": Page(
            title: "A guide to Swift",
            description: "for people in a hurry"
        ),
        "https://shelf.example/bread": Page(title: "Bread for beginners"),
    ]
    private static let unreadable = "https://shelf.example/locked"

    private let library: any LinkLibrary = StoredLinkLibrary(
        store: InMemoryLinkStore(),
        pages: MockPageReader(pages, errors: [unreadable: .status(401)]),
        clock: ManualClock()
    )
    private let urls: [String]
    private let search: String

    static func main() async {
        do {
            let arguments = try ArgumentParser(.libraryExample).parse(
                Array(CommandLine.arguments.dropFirst())
            )
            if arguments.has("--help") {
                return print(HelpText.overview(of: .libraryExample))
            }
            try await LibraryExample(arguments).run()
        } catch {
            let usage = error as? UsageError
            let message = usage?.message(for: .libraryExample) ?? "\(error)"
            FileHandle.standardError.write(Data("LibraryExample: \(message)\n".utf8))
            // The codes are EX_SOFTWARE (70) and EX_USAGE (64) in sysexits.h.
            exit(usage == nil ? 70 : 64)
        }
    }

    private init(_ arguments: ParsedArguments) {
        urls = arguments.values("--add")
        search = arguments.value("--search") ?? "swift"
    }

    private func run() async throws {
        let scripted =
            Self.pages.keys.sorted() + ["HTTPS://Shelf.example:443/swift", Self.unreadable]
        for url in scripted {
            try await add(url, fetching: true)
        }
        // The URLs that the user specified have no scripted pages, so the library does not read
        // them.
        for url in urls {
            try await add(url, fetching: false)
        }
        let terms = SearchTerms(search)
        let words = terms.isEmpty ? "all" : "'\(search)'"
        let found = try await library.links(matching: LinkQuery(terms: terms))
        print("search for \(words): \(found.count) found")
        for link in found {
            print("  \(link.id) \(link.title ?? "no title"): \(link.url)")
        }
    }

    private func add(_ url: String, fetching: Bool) async throws {
        do {
            let addition = try await library.add(LinkDraft(url: url), fetching: fetching)
            let link = addition.link
            let details = [
                "\(addition.isNew ? "added" : "already saved as") \(link.id): \(link.url)",
                link.title.map { "'\($0)'" },
                addition.pageError?.explanation,
            ]
            print(details.compactMap(\.self).joined(separator: ", "))
        } catch let error as LibraryError {
            print(error.explanation)
        }
    }
}

extension ProgramSyntax {
    fileprivate static let libraryExample = ProgramSyntax(
        "LibraryExample",
        "LibraryExample fills a library in memory and searches it.",
        commands: [],
        options: [
            .value("--add", "URL", "add another link, without reading its page; can be repeated"),
            .value("--search", "WORDS", "search for WORDS (default: swift)"),
            .help,
        ],
        examples: [
            (
                "swift run LibraryExample",
                "adds links, recognizes a duplicate, and searches for 'swift'"
            ),
            (
                "swift run LibraryExample --add ftp://shelf.example --search bread",
                "refuses an unsupported URL and searches for 'bread'"
            ),
        ]
    )
}
