import AsyncStreams
import CheckingInterface
import CommandLineArguments
import Core
import Foundation
import LibraryInterface

/// Which links are shown, by their tags, their titles and their last checks; the same for every command that lists.
struct LinkFilter {
    /// The options that it is read from.
    static let options: [OptionSyntax] = [
        .tags("only links with TAG; may be given again"),
        .tags("only links without TAG; may be given again", "--not-tag", short: nil),
        .flag("--untagged", "only links without tags"),
        .flag("--untitled", "only links without a title"),
        .value(
            "--verdict", "LIST", "only links that the last check found so: \(names.joined(separator: ", "))",
            completing: .words(names)),
        .flag("--dead", "the same as --verdict dead"),
    ]

    private static let names = Verdict.allCases.map(\.rawValue) + ["unchecked"]

    private let tags: Set<LinkTag>
    private let excludedTags: Set<LinkTag>
    private let isUntagged: Bool
    private let isUntitled: Bool
    /// The verdicts that are wanted, nil among them for links without one; nil for all.
    private let verdicts: Set<Verdict?>?

    init(_ arguments: ParsedArguments) throws(UsageError) {
        tags = try arguments.tags("--tag")
        excludedTags = try arguments.tags("--not-tag")
        isUntagged = arguments.has("--untagged")
        isUntitled = arguments.has("--untitled")
        guard !isUntagged || tags.isEmpty else { throw .notBeside("--untagged", "--tag") }
        var verdicts: Set<Verdict?> = arguments.has("--dead") ? [.dead] : []
        let names = arguments.values("--verdict").flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        for name in names.map(String.init) {
            guard Self.names.contains(name) else { throw Self.unknown(name) }
            verdicts.insert(Verdict(rawValue: name))
        }
        self.verdicts = verdicts.isEmpty ? nil : verdicts
    }

    /// Whether it lets every link through.
    var isEmpty: Bool { tags.isEmpty && excludedTags.isEmpty && !isUntagged && !isUntitled && verdicts == nil }

    /// The query for what it lets through, and with these terms; verdicts are not up to the query.
    func query(_ terms: [SearchTerm] = [], order: LinkQuery.Order) -> LinkQuery {
        LinkQuery(
            terms: terms, tags: tags, excludedTags: excludedTags, isUntagged: isUntagged, isUntitled: isUntitled,
            order: order)
    }

    /// Whether it needs to know what checks have found, so that a query cannot limit how many links there are.
    var asksForVerdicts: Bool { verdicts != nil }

    /// Whether a link with that last check is let through; all else is up to the query.
    func allows(_ record: CheckRecord?) -> Bool { verdicts?.contains(record?.verdict) ?? true }

    /// Says why nothing was found where a tag may be misspelt.
    func hint(among known: [TagCount]) -> String? {
        let names = known.map(\.tag.name)
        for tag in tags.union(excludedTags).sorted() where !known.contains(where: { $0.tag == tag }) {
            let suggestion = tag.name.closest(among: names).map { "; did you mean '\($0)'?" } ?? ""
            return "no link has the tag '\(tag.name)'\(suggestion)"
        }
        return nil
    }

    private static func unknown(_ name: String) -> UsageError {
        let hint = name.closest(among: names).map { "; did you mean '\($0)'?" } ?? ""
        return .badValue(
            option: "--verdict", value: name, expected: "a list of \(names.joined(separator: ", "))\(hint)")
    }
}

extension LinkListing {
    /// Prints the links of a query that the filter lets through, at most `limit`.
    ///
    /// - Parameter isByCheck: Whether those that were checked longest ago come first, or never, whatever the order of the query.
    mutating func add(
        _ query: LinkQuery, through filter: LinkFilter, isByCheck: Bool, limit: Int?, library: any LinkLibrary,
        checker: any LinkChecker
    ) async throws {
        if isByCheck {
            let records = try await checker.latest()
            var links = try await library.links(matching: query).filter { filter.allows(records[$0.id]) }
            links.sort { (records[$0.id]?.checked ?? .distantPast) < (records[$1.id]?.checked ?? .distantPast) }
            return try add(links.prefix(limit ?? .max), records: records)
        }
        var query = query
        query.limit = filter.asksForVerdicts ? nil : limit
        var rest = limit ?? .max
        let batches = library.batches(matching: query).mapAhead { links in
            (links, try await checker.latest(of: links.map(\.id)))
        }
        for try await (links, records) in batches {
            let chosen = links.filter { filter.allows(records[$0.id]) }.prefix(rest)
            try add(chosen, records: records)
            rest -= chosen.count
            if rest == 0 { break }
        }
        // Lists that are interrupted end as whole ones do.
        try Task.checkCancellation()
    }
}
