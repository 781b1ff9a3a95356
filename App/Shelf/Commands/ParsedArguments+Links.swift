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

    /// The values of an option as tags; values without a letter are left out.
    func tags(_ option: String) -> Set<LinkTag> { Set(values(option).flatMap { LinkTag.list($0) }) }
}
