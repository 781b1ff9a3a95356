import Core
import SearchText
import WebURLs

/// The words of a link for the search, and those of a search, in the text forms of tsvector and tsquery.
///
/// Words are folded by Core, so no configuration of the server's has a say (0017).
enum LinkWords {
    /// The longest word that the server takes is 2046 bytes; of longer ones it gets the beginning.
    private static let longestWord = 2046
    /// A vector has less than 1 MiB; what a longer text has beyond it is not found.
    private static let budget = 900_000
    /// A vector counts no further; words behind it are found, but not as part of a phrase.
    private static let lastPosition = 16_383

    /// The vector of a link: a title weighs A, a tag B, the address C, a note D.
    static func vector(of link: Link) -> String {
        var places: [String: String] = [:]
        var position = 0
        var size = 0
        let tags = link.tags.sorted().map { ($0.name, "B") }
        let texts = [(link.title ?? "", "A")] + tags + [(link.url.urlSearchText, "C"), (link.note ?? "", "D")]
        for (text, weight) in texts {
            for word in text.searchWords.map(shortened) {
                position += 1
                let place = "\(min(position, lastPosition))\(weight)"
                // A word costs its letters and 8 bytes at most beside them, each place two.
                size += places[word] == nil ? word.utf8.count + 10 : 2
                guard size < budget else { break }
                places[word] = places[word].map { "\($0),\(place)" } ?? place
            }
            // A gap, so that no phrase begins in one text and ends in another.
            position += 1
        }
        return places.map { "\(quoted($0.key)):\($0.value)" }.joined(separator: " ")
    }

    /// What a link is sorted by: its title, or its address where it has none.
    static func sortText(of link: Link) -> String { (link.title ?? link.url).searchable }

    /// The query that finds links with all of the terms; nil where no link can have them.
    static func query(_ terms: [SearchTerm]) -> String? {
        var parts: [String] = []
        for term in terms {
            let words = term.text.searchWords.map { quoted(shortened($0)) }
            guard !words.isEmpty else { return nil }
            parts.append(words.joined(separator: " <-> ") + (term.isPrefix ? ":*" : ""))
        }
        return parts.joined(separator: " & ")
    }

    private static func shortened(_ word: String) -> String {
        guard word.utf8.count > longestWord else { return word }
        var scalars = Substring(word).unicodeScalars
        while Substring(scalars).utf8.count > longestWord { scalars.removeLast() }
        return String(scalars)
    }

    /// A word between quotes; it has letters, digits, marks and emoji alone, and so nothing to escape.
    private static func quoted(_ word: String) -> String { "'\(word)'" }
}
