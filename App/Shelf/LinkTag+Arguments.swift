import CommandLineArguments
import Core

extension OptionSyntax {
    static func tags(
        _ help: String,
        _ name: String = "--tag",
        short: String? = "-t"
    ) -> OptionSyntax {
        .value(name, short: short, "TAG", help, completing: .list(.tags))
    }
}

extension Completion { static let tags = Completion.lines(of: ["tag", "list", "--names"]) }

extension ParsedArguments {
    /// Returns the values of an option as tags.
    ///
    /// - Throws: An error if a value contains no tag, for example because a variable in a script is
    ///   empty.
    func tags(_ option: String) throws(UsageError) -> Set<LinkTag> {
        var tags: Set<LinkTag> = []
        for value in values(option) {
            let named = LinkTag.list(value)
            guard !named.isEmpty else {
                throw .invalidValue(option: option, value: value, expected: "a tag")
            }
            tags.formUnion(named)
        }
        return tags
    }
}
