import CommandLineArguments
import Core

extension ParsedArguments {
    /// The operands as numbers of links.
    func linkNumbers() throws(UsageError) -> [Link.ID] {
        var numbers: [Link.ID] = []
        for operand in operands {
            guard let number = Link.ID(operand), number > 0 else { throw .badLinkNumber(operand) }
            numbers.append(number)
        }
        return numbers
    }

    /// The values of an option as tags; a value that names none, such as an empty variable of a script, is refused.
    func tags(_ option: String) throws(UsageError) -> Set<LinkTag> {
        var tags: Set<LinkTag> = []
        for value in values(option) {
            let named = LinkTag.list(value)
            guard !named.isEmpty else { throw .badValue(option: option, value: value, expected: "a tag") }
            tags.formUnion(named)
        }
        return tags
    }
}
