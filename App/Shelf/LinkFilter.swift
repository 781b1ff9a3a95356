import CommandLineArguments
import Core
import LibraryInterface

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

    init(_ arguments: ParsedArguments) throws(UsageError) {
        var query = LinkQuery(
            excludedTags: try arguments.tags("--not-tag"),
            isUntagged: arguments.has("--untagged"),
            isUntitled: arguments.has("--untitled")
        )
        try query.addTags(arguments.values("--tag"), of: "--tag")
        guard !query.isUntagged || query.tags.isEmpty && query.alternativeTags.isEmpty else {
            throw .conflictingOptions("--untagged", "--tag")
        }
        query.verdicts = arguments.has("--dead") ? [.dead] : []
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
            query.verdicts.insert(Verdict(rawValue: name))
        }
        query.deadFor = try arguments.duration(
            "--dead-since",
            expected: "a time such as 12h or 30d"
        )
        let canBeDead = query.verdicts.isEmpty || query.verdicts.contains(.dead)
        guard query.deadFor == nil || canBeDead else {
            throw .conflictingOptions("--dead-since", "--verdict")
        }
        self.query = query
    }

    var isEmpty: Bool { query == LinkQuery() }

    /// Returns the query for links that contain the terms and that the filter selects.
    func query(_ terms: SearchTerms, order: LinkQuery.Order, limit: Int? = nil) -> LinkQuery {
        var query = query
        query.terms = terms
        query.order = order
        query.limit = limit
        return query
    }

    /// Returns a message about a tag in the filter that no link has, because the tag may be
    /// mistyped. Returns `nil` if each tag in the filter belongs to at least one link.
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
