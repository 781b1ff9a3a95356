import AsyncStreams
import Bootstrap
import CheckingInterface
import CommandLineArguments
import Core
import Foundation
import LibraryInterface

/// Links with their latest checks, and with the verdict runs to show.
struct CheckedLinks {
    var links: [Link]
    var records: [Link.ID: CheckRecord]
    var runs: [Link.ID: VerdictRun] = [:]
}

/// The filter options that commands such as `list` and `check` share: tags, titles and verdicts.
struct LinkFilter {
    static let options: [OptionSyntax] = [
        .tags("only links with TAG; 'A OR B' accepts either tag, -TAG excludes TAG; repeatable"),
        .tags("only links without TAG; repeatable", "--not-tag", short: nil),
        .flag("--untagged", "only links without tags"),
        .flag("--untitled", "only links without a title"),
        .value(
            "--verdict",
            "LIST",
            "only links with these verdicts: \(names.joined(separator: ", "))",
            completing: .list(.words(names))
        ),
        .flag("--dead", "the same as --verdict dead"),
        .value(
            "--dead-since",
            "TIME",
            "only links that have been dead in every check for at least TIME, such as 30d"
        ),
    ]

    private static let names = Verdict.allCases.map(\.rawValue) + ["unchecked"]
    private let query: LinkQuery
    /// The verdicts to include, or nil for all. In the set, nil stands for links without a verdict.
    private let verdicts: Set<Verdict?>?
    /// The time by which a selected link must have become dead, or nil to ignore that time.
    private let deadSince: Date?

    init(_ arguments: ParsedArguments) throws(UsageError) {
        var query = LinkQuery(
            excludedTags: try arguments.tags("--not-tag"),
            isUntagged: arguments.has("--untagged"),
            isUntitled: arguments.has("--untitled")
        )
        try query.addTags(arguments.values("--tag"), of: "--tag")
        self.query = query
        guard !query.isUntagged || query.tags.isEmpty && query.alternativeTags.isEmpty else {
            throw .conflictingOptions("--untagged", "--tag")
        }
        var verdicts: Set<Verdict?> = arguments.has("--dead") ? [.dead] : []
        let names = arguments.values("--verdict").flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        for name in names.map(String.init) {
            guard Self.names.contains(name) else {
                throw .invalidChoice(
                    option: "--verdict",
                    value: name,
                    expected: "a list of",
                    choices: Self.names
                )
            }
            verdicts.insert(Verdict(rawValue: name))
        }
        self.verdicts = verdicts.isEmpty ? nil : verdicts
        let age = try arguments.duration("--dead-since", expected: "a time such as 12h or 30d")
        deadSince = age.map { AppContainer.shared.now - $0 }
        guard age == nil || verdicts.isEmpty || verdicts.contains(.dead) else {
            throw .conflictingOptions("--dead-since", "--verdict")
        }
    }

    var isEmpty: Bool { query == LinkQuery() && !needsVerdicts }

    /// Returns the query for links that contain the terms. If ``needsVerdicts`` is true, the
    /// results must be filtered further by ``selection(of:records:from:)``.
    func query(_ terms: SearchTerms, order: LinkQuery.Order) -> LinkQuery {
        var query = query
        query.terms = terms
        query.order = order
        return query
    }

    var needsVerdicts: Bool { verdicts != nil || deadSince != nil }

    /// Returns the links that the filter selects, with their latest checks. If the filter requires
    /// links that have been dead for some time, the result also contains their verdict runs.
    func selection(
        of links: [Link],
        records: [Link.ID: CheckRecord]? = nil,
        from history: any CheckHistory
    ) async throws -> CheckedLinks {
        let records =
            if let records {
                records
            } else {
                try await history.latest(of: links.map(\.id))
            }
        var links = links.filter { verdicts?.contains(records[$0.id]?.verdict) ?? true }
        guard let deadSince else {
            return CheckedLinks(links: links, records: records)
        }
        links = links.filter { records[$0.id]?.verdict == .dead }
        let runs = try await history.verdictRuns(of: links.map(\.id))
            .filter { $0.value.since <= deadSince }
        return CheckedLinks(
            links: links.filter { runs[$0.id] != nil },
            records: records,
            runs: runs
        )
    }

    /// Calls `body` with batches of the links that the query finds and the filter selects. Reads no
    /// more batches than the limit requires.
    func forEachBatch(
        of query: LinkQuery,
        limit: Int?,
        from library: any LinkLibrary,
        _ history: any CheckHistory,
        _ body: (CheckedLinks) throws -> Void
    ) async throws {
        var query = query
        query.limit = needsVerdicts ? nil : limit
        var rest = limit ?? .max
        let selections = library.batches(matching: query).mapAhead { links in
            try await selection(of: links, from: history)
        }
        for try await var selection in selections {
            selection.links = Array(selection.links.prefix(rest))
            try body(selection)
            rest -= selection.links.count
            if rest == 0 {
                break
            }
        }
        // A stream of batches ends without an error when the task is canceled, so the error is
        // thrown here.
        try Task.checkCancellation()
    }

    /// Returns a message about a tag in the filter that no link has, because the tag may be
    /// mistyped. Returns nil if each tag in the filter belongs to at least one link.
    func hint(among known: [TagCount]) -> String? {
        let tags = query.alternativeTags.reduce(query.tags.union(query.excludedTags)) {
            $0.union($1)
        }
        let missing = tags.sorted().first { tag in
            !known.contains { $0.tag == tag }
        }
        return missing.map { tag in
            let suggestion =
                tag.name.suggestion(among: known.map(\.tag.name)).map { "; \($0)" } ?? ""
            return "no link has the tag '\(tag.name)'\(suggestion)"
        }
    }
}

extension LinkQuery {
    /// Adds the tags in the values of an option. `-a` excludes a tag, `a OR b` requires at least
    /// one of two tags, and any other value requires a tag.
    fileprivate mutating func addTags(
        _ values: [String],
        of option: String
    ) throws(UsageError) {
        for value in values {
            let elements = value.split(separator: ",").map {
                $0.trimmingPrefix(while: \.isWhitespace)
            }
            guard !elements.isEmpty else {
                throw .invalidValue(option: option, value: value, expected: "a tag")
            }
            for element in elements {
                let isExcluded = element.hasPrefix("-")
                let names =
                    isExcluded ? [element.dropFirst()] : element.split(separator: /\s+OR\s+/)
                let tags = Set(names.compactMap { LinkTag($0) })
                guard !tags.isEmpty else {
                    throw .invalidValue(option: option, value: value, expected: "a tag")
                }
                if isExcluded {
                    excludedTags.formUnion(tags)
                } else if tags.count == 1 {
                    self.tags.formUnion(tags)
                } else {
                    alternativeTags.insert(tags)
                }
            }
        }
    }
}
