import Core
import LibraryInterface

extension LinkQuery {
    /// The query with each address among its words in the form that links have.
    func withNormalAddresses(_ rules: AddressRules) -> LinkQuery {
        var query = self
        query.terms = terms.map { term in
            guard case .word(let text) = term, text.contains("://"), let address = try? WebAddress(text, rules: rules)
            else { return term }
            return .word(address.text)
        }
        return query
    }
}
