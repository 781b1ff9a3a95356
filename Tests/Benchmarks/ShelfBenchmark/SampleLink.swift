/// A link as browsers keep it, made up; the n-th is the same in every library.
struct SampleLink {
    let url: String
    let title: String
    let note: String?
    let tags: [String]
    /// Seconds since 1970.
    let added: Int
    let isAtFolderStart: Bool

    init(_ number: Int, _ random: inout RandomNumbers) {
        url = Self.url(number, &random)
        title = Self.title(number, &random)
        note = random.happens(percent: 30) ? Self.words(8 + random.below(20), &random) + "." : nil
        tags = Self.tags(&random)
        added = 1_230_768_000 + random.below(500_000_000)
        isAtFolderStart = random.below(40) == 0
    }

    /// What is searched in it; no address and no tag has a word that is searched for.
    var words: [Substring] { (title + " " + (note ?? "")).lowercased().split { !$0.isLetter } }

    /// The words that are searched for, as numbers of links repeat them.
    static let rareWord = "ornithology"
    static let twoWords = ["harbour", "lantern"]
    static let phrase = ["structured", "concurrency"]

    private static func url(_ number: Int, _ random: inout RandomNumbers) -> String {
        let host = Vocabulary.addresses.draw(&random)
        let domain = ["com", "org", "net", "io", "dev"][random.below(5)]
        let path = (0...random.below(4)).map { _ in Vocabulary.addresses.draw(&random) }.joined(separator: "-")
        let query = random.happens(percent: 10) ? "?page=\(random.below(100))&order=new" : ""
        return "https://\(random.happens(percent: 50) ? "www." : "")\(host).\(domain)/\(path)/\(number)\(query)"
    }

    private static func title(_ number: Int, _ random: inout RandomNumbers) -> String {
        var title = words(3 + random.below(7), &random)
        if number % 5_000 == 17 { title += " \(rareWord)" }
        if number % 40 == 3 { title += " \(twoWords[0])" }
        if number % 70 == 3 { title = "\(twoWords[1]) \(title)" }
        if number % 500 == 9 { title += " with \(phrase.joined(separator: " "))" }
        // The words of the phrase, which are not the phrase.
        if number % 90 == 11 { title += " of \(phrase.reversed().joined(separator: " "))" }
        if random.happens(percent: 25) { title += " – R&D at “\(Vocabulary.addresses.draw(&random))”" }
        return title.prefix(1).uppercased() + title.dropFirst()
    }

    private static func words(_ count: Int, _ random: inout RandomNumbers) -> String {
        (0..<count).map { _ in Vocabulary.text.draw(&random) }.joined(separator: " ")
    }

    private static func tags(_ random: inout RandomNumbers) -> [String] {
        var tags: [String] = []
        for _ in 0..<random.below(5) {
            let tag = Vocabulary.tags.draw(&random)
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }
}
