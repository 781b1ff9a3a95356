import Core
import Foundation
import PagesInterface
import SearchText

/// An inspection that decides whether a page is still the page that was saved.
///
/// A false alarm costs more than a missed change, so a change is reported only with evidence in
/// the page itself.
struct PageInspection {
    let contents: PageContents
    /// The link as it was saved.
    let link: Link
    /// The URL of the page after redirects.
    let url: String

    /// A short description of the change for users, or `nil` if the page has not changed.
    var change: String? {
        parkingService.map { "parked at \($0)" } ?? offer ?? lostTitle
    }
}

// MARK: - Parked domains

extension PageInspection {
    /// The parking service that serves the page, its scripts or its frames, or `nil` if there is
    /// none.
    ///
    /// Text and links that only refer to a parking service are not evidence.
    private var parkingService: String? {
        guard Self.service(of: link.url) == nil else {
            return nil
        }
        let urls = [url] + contents.resources
        return urls.lazy.compactMap { Self.service(of: $0) }.first
    }

    /// A description of the change if the title of the page offers the domain of the link for sale.
    private var offer: String? {
        guard let host = Self.host(of: link.url), let title = contents.page.title?.lowercased()
        else {
            return nil
        }
        let isOffer =
            title.contains(host.trimmingPrefix("www."))
            && Self.offers.contains { title.contains($0) }
        // If the saved title is the same offer, the page has not changed.
        guard isOffer, link.title?.lowercased() != title else {
            return nil
        }
        return "the domain is for sale"
    }

    /// Returns the parking service that the host of a URL belongs to, or `nil` for other hosts.
    private static func service(of url: String) -> String? {
        guard let host = host(of: url) else {
            return nil
        }
        return parkingServices.first { host == $0 || host.hasSuffix(".\($0)") }
    }

    private static func host(of url: String) -> String? {
        URL(string: url.hasPrefix("//") ? "https:\(url)" : url)?.httpHost
    }

    /// The hosts of parking services, which show advertisements or offers on unused domains.
    private static let parkingServices = [
        "above.com", "afternic.com", "bodis.com", "buydomains.com", "cashparking.com", "dan.com",
        "domainmarket.com", "domainsponsor.com", "hugedomains.com", "parkingcrew.net",
        "parklogic.com", "sav.com", "searchhounds.com", "sedo.com", "sedoparking.com",
        "skenzo.com", "undeveloped.com", "uniregistry.com", "voodoo.com",
        // The hosts of scripts from GoDaddy and ParkingCrew.
        "parking.godaddy.com", "d38psrni17bvxu.cloudfront.net",
    ]

    private static let offers = [
        "for sale", "domain parking", "domain is parked", "parked domain", "buy this domain",
        "steht zum verkauf", "à vendre", "en venta",
    ]
}

// MARK: - Titles

extension PageInspection {
    /// The minimum number of words in the saved title for a comparison.
    private static let leastTitleWords = 2
    /// The minimum number of words on the page for a comparison. Pages that are built by scripts
    /// have fewer words.
    private static let leastPageWords = 25
    private static let leastLetters = 4

    /// A description of the change if the title, the description and the text of the page contain
    /// no word of the saved title.
    private var lostTitle: String? {
        guard let title = link.title, let newTitle = contents.page.title, !contents.isTruncated
        else {
            return nil
        }
        let oldWords = Self.significantWords(of: title)
        let newWords = Self.significantWords(of: newTitle)
        let isWall = Self.walls.contains { newTitle.searchable.contains($0) }
        guard oldWords.count >= Self.leastTitleWords, !newWords.isEmpty, !isWall,
            Self.usesLatinLetters(title) == Self.usesLatinLetters(newTitle)
        else {
            return nil
        }
        let pageWords = contents.text.searchWords
        guard pageWords.count >= Self.leastPageWords else { return nil }
        let description = contents.page.description?.searchWords ?? []
        let found = Self.stems(newTitle.searchWords + pageWords + description)
        guard found.isDisjoint(with: Self.stems(oldWords)) else {
            return nil
        }
        return "now titled '\(newTitle.prefix(60))'"
    }

    private static func significantWords(of text: String) -> Set<String> {
        // Short words distinguish titles only if they contain a non-ASCII character.
        Set(text.searchWords.filter { $0.count >= leastLetters || $0.utf8.count > $0.count })
    }

    /// Returns the first letters of each word. Inflected forms of a word usually share these
    /// letters.
    private static func stems(_ words: some Sequence<String>) -> Set<Substring> {
        Set(words.map { $0.prefix(leastLetters) })
    }

    private static func usesLatinLetters(_ text: String) -> Bool {
        text.searchable.unicodeScalars.contains { ("a"..."z").contains($0) }
    }

    /// Words in the titles of login pages, consent requests, robot checks and similar pages that a
    /// site shows instead of the requested page.
    private static let walls = [
        "access denied", "anmelden", "attention required", "before you continue",
        "blocked", "bot", "browser", "captcha", "consent", "cookie", "ddos", "forbidden",
        "human", "javascript", "just a moment", "log in", "login", "maintenance", "one moment",
        "please wait", "redirecting", "security", "sign in", "signin", "unavailable", "verify",
    ]
}

// MARK: - Fragments

extension PageInspection {
    /// Returns a description of the change if the page has no anchor for the fragment. The fragment
    /// begins with `#`.
    func missingAnchor(_ fragment: Substring) -> String? {
        guard let anchor = Self.anchor(of: fragment), !contents.isTruncated else {
            return nil
        }
        // GitHub adds the prefix `user-content-` to the anchors of documents. Its scripts find an
        // anchor by a fragment without the prefix.
        let names = [anchor, anchor.removingPercentEncoding ?? anchor]
        let isFound = names.contains {
            contents.anchors.contains($0) || contents.anchors.contains("user-content-\($0)")
        }
        return isFound ? nil : "no anchor '#\(anchor)'"
    }

    /// Returns the name of the anchor that a fragment refers to. Returns `nil` if the fragment
    /// refers to the top of the page, text on the page, or a state of the page's scripts.
    static func anchor(of fragment: Substring) -> String? {
        let text = fragment.firstRange(of: ":~:")?.lowerBound ?? fragment.endIndex
        let name = fragment[..<text].dropFirst()
        let isState = name.contains { "!/=&?".contains($0) }
        let isLine = name.wholeMatch(of: /L\d+(C\d+)?(-L?\d+(C\d+)?)?/) != nil
        guard !name.isEmpty, name.lowercased() != "top", !isState, !isLine else {
            return nil
        }
        return String(name)
    }
}
