import CommandLineArguments
import Core
import LibraryInterface

/// The filter options that commands such as `list` and `check` share: tags, titles and verdicts.
extension LinkQuery {
    static let filterOptions: [OptionSyntax] = [
        .tags("only links with TAG; 'A OR B' accepts either tag, -TAG excludes TAG; repeatable"),
        .tags("only links without TAG; repeatable", "--not-tag", short: nil),
        .flag("--untagged", "only links without tags"),
        .flag("--untitled", "only links without a title"),
        .value(
            "--verdict",
            "LIST",
            "only links with these verdicts: \(verdictNames.joined(separator: ", "))",
            completing: .list(.words(verdictNames))
        ),
        .flag("--dead", "the same as --verdict dead"),
        .value(
            "--dead-since",
            "TIME",
            "only links that have been dead in every check for at least TIME, such as 30d"
        ),
    ]

    private static let verdictNames = Verdict.allCases.map(\.rawValue) + ["unchecked"]

    /// Creates a query for the links that the filter options select.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        self.init(
            excludedTags: try arguments.tags("--not-tag"),
            isUntagged: arguments.has("--untagged"),
            isUntitled: arguments.has("--untitled"),
            verdicts: arguments.has("--dead") ? [.dead] : [],
            deadFor: try arguments.duration(
                "--dead-since",
                expected: "a time such as 12h or 30d"
            )
        )
        try addTags(arguments.values("--tag"), of: "--tag")
        guard !isUntagged || tags.isEmpty else {
            throw .conflictingOptions("--untagged", "--tag")
        }
        let names = arguments.values("--verdict").flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        for name in names.map(String.init) {
            guard Self.verdictNames.contains(name) else {
                throw .invalidChoice(
                    option: "--verdict",
                    value: name,
                    expected: "a list of",
                    choices: Self.verdictNames
                )
            }
            verdicts.insert(Verdict(rawValue: name))
        }
        guard deadFor == nil || verdicts.isEmpty || verdicts.contains(.dead) else {
            throw .conflictingOptions("--dead-since", "--verdict")
        }
    }

    /// Returns a message about a tag in the query that no link has, because the tag may be
    /// mistyped. Returns `nil` if each tag in the query belongs to at least one link.
    func hint(among known: [TagCount]) -> String? {
        let tags = tags.reduce(excludedTags) { $0.union($1) }
        let missing = tags.sorted().first { tag in
            !known.contains { $0.tag == tag }
        }
        return missing.map { tag in
            let suggestion =
                tag.name.suggestion(among: known.map(\.tag.name)).map { "; \($0)" } ?? ""
            return "no link has the tag '\(tag.name)'\(suggestion)"
        }
    }

    /// Adds the tags in the values of an option. `-a` excludes a tag, `a OR b` requires at least
    /// one of two tags, and any other value requires a tag.
    private mutating func addTags(
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
                } else {
                    self.tags.insert(tags)
                }
            }
        }
    }
}
