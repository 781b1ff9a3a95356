import CheckingInterface
import Core
import Foundation
import PagesInterface
import SearchText

/// An inspection that decides whether the target of a permanent redirect is the saved page.
///
/// An update to a wrong URL loses a link, and a missed update costs nothing, so each doubt counts.
/// ``PageInspection`` makes the opposite choice.
struct MoveInspection: Sendable {
    let link: Link
    /// The new URL of the link.
    let url: String
    private let former: Address
    private let new: Address

    /// Creates an inspection, or returns `nil` if the link has not moved.
    init?(_ outcome: CheckOutcome) {
        guard let url = outcome.record?.location, let former = Address(outcome.link.url),
            let new = Address(url)
        else {
            return nil
        }
        link = outcome.link
        self.url = url
        self.former = former
        self.new = new
    }

    /// Whether the URLs differ only in their scheme, a leading `www.` or a trailing slash. The page
    /// is then the saved one, even if its title has changed.
    var isSameAddress: Bool {
        former.host == new.host && former.segments == new.segments && former.query == new.query
    }

    /// The reason why the new URL is probably not the URL of the saved page, or `nil` if it may be.
    var doubtAboutURL: String? {
        if new.isStartPage, !former.isStartPage {
            return "it is the start page of the site"
        }
        return Wall.all.first { new.isOf($0) && !former.isOf($0) }?.doubt
    }

    /// Returns the reason why the new page is probably not the saved page, or `nil` if it may be.
    ///
    /// - Parameter contents: The contents of the new page, or `nil` if it is not an HTML document.
    func doubt(about contents: PageContents?) -> String? {
        guard let contents else {
            let isSameFile = former.segments.last == new.segments.last
            return isSameFile || link.title == nil ? nil : "it is not an HTML page"
        }
        if let takeover = PageInspection(contents: contents, link: link, url: url).takeover {
            return takeover
        }
        guard let title = contents.page.title else {
            return link.title == nil ? nil : "the new page has no title"
        }
        let isOther = Self.isWall(title) && !Self.isWall(link.title ?? "")
        return isOther || !hasCommonWord(title) ? "it is titled '\(title.prefix(60))'" : nil
    }

    // MARK: Titles

    /// Returns whether a title has a word of the saved title, or there is no saved title.
    ///
    /// The words of the host do not count, because many titles on a site contain its name.
    private func hasCommonWord(_ title: String) -> Bool {
        let words = link.title?.searchWords ?? []
        let hosts = "\(former.host) \(new.host)".searchable
        let significant = words.filter { PageInspection.isSignificant($0) && !hosts.contains($0) }
        guard !words.isEmpty else { return true }
        let expected = PageInspection.stems(significant.isEmpty ? words : significant)
        return !expected.isDisjoint(with: PageInspection.stems(title.searchWords))
    }

    private static func isWall(_ title: String) -> Bool {
        let text = " \(title.searchWords.joined(separator: " ")) "
        return wallTitles.contains { text.contains(" \($0) ") }
    }

    /// Words in the titles of login pages, consent requests and error pages.
    private static let wallTitles = [
        "403", "404", "410", "500", "access denied", "anmelden", "anmeldung", "are you a robot",
        "attention required", "before you continue", "captcha", "connexion", "consent",
        "cookie settings", "cookies", "error", "fehler", "forbidden", "gone", "iniciar sesion",
        "introuvable", "just a moment", "log in", "login", "log on", "nicht gefunden",
        "no encontrada", "not available", "not found", "page unavailable", "privacy settings",
        "register", "sign in", "signin", "sign up", "unavailable", "verify you are human",
    ]
}

/// A kind of page that a site shows instead of the requested page.
private struct Wall {
    let doubt: String
    /// The first labels of host names that indicate this kind of page.
    let hosts: Set<String>
    /// The last segments of paths, or values in queries, that indicate this kind of page. They are
    /// in lowercase and without separators.
    let words: Set<String>

    static let all = [
        Self(
            doubt: "it is a login page",
            hosts: ["accounts", "auth", "id", "idp", "login", "signin", "sso"],
            words: [
                "accountlogin", "auth", "authenticate", "authorize", "authwall", "cas", "login",
                "loginform", "loginpage", "logon", "oauth", "openid", "register", "saml", "saml2",
                "servicelogin", "signin", "signup", "special:userlogin", "sso", "userlogin",
                "usersignin", "wplogin",
            ]
        ),
        Self(
            doubt: "it asks for consent",
            hosts: ["consent", "guce"],
            words: [
                "agecheck", "agegate", "ageverification", "collectconsent", "consent",
                "cookieconsent", "cookiepolicy", "cookies", "cookiewall", "gdpr", "privacygate",
                "privacywall",
            ]
        ),
        Self(
            doubt: "it is an error page",
            hosts: ["error", "errors"],
            words: [
                "400", "403", "404", "410", "500", "404error", "404page", "accessdenied", "error",
                "error404", "errorpage", "errors", "expired", "fehler", "gone", "httperror404",
                "missing", "notavailable", "notfound", "pagenotfound", "unavailable",
            ]
        ),
    ]
}

/// The parts of a URL that show what kind of page it is.
private struct Address: Sendable {
    /// The host without a leading `www.`, including the port.
    let host: String
    /// The nonempty segments of the path.
    let segments: [Substring]
    let query: String

    init?(_ url: String) {
        guard let host = URL(string: url)?.httpHost else {
            return nil
        }
        let withoutFragment = url.prefix { $0 != "#" }
        let path = withoutFragment.prefix { $0 != "?" }.split(separator: "/").dropFirst(2)
        self.host = String(host.trimmingPrefix("www."))
        segments = Array(path)
        query = String(withoutFragment.drop { $0 != "?" }.dropFirst())
    }

    /// Whether the URL is the URL of a start page, possibly in a particular language.
    var isStartPage: Bool {
        query.isEmpty && segments.count <= 2
            && segments.allSatisfy { segment in
                let isLanguage = segment.wholeMatch(of: /[a-z]{2}([_-][A-Za-z]{2})?/) != nil
                return isLanguage || Self.startNames.contains(Self.name(segment))
            }
    }

    func isOf(_ wall: Wall) -> Bool {
        wall.hosts.contains(String(host.prefix { $0 != "." }))
            || !wall.words.isDisjoint(with: names)
    }

    /// The last segment of the path and the values in the query that tell what kind of page it is.
    private var names: [String] {
        let last = segments.last { !Self.startNames.contains(Self.name($0)) }
        let values = query.split(separator: "&").compactMap { item -> Substring? in
            let name = item.prefix { $0 != "=" }
            return Self.actionNames.contains(name.lowercased())
                ? item.dropFirst(name.count + 1) : nil
        }
        // IIS adds the status and the requested URL, as in `404.aspx?404;http://…`.
        let isStatus = query.hasPrefix("404;") || query.lowercased().hasPrefix("aspxerrorpath=")
        return (values + [last, isStatus ? "error" : nil].compactMap(\.self)).map(Self.name)
    }

    /// Returns a segment in lowercase, without its extension and without separators.
    private static func name(_ segment: Substring) -> String {
        let text = segment.lowercased()
        let stem = text.replacing(/\.(html?|php|aspx?|jsp|jsf|do|cgi|action)$/, with: "")
        return stem.filter { $0 != "-" && $0 != "_" && $0 != "+" }
    }

    private static let startNames: Set<String> = [
        "default", "home", "homepage", "index", "main", "start", "welcome",
    ]
    /// The names of query parameters that select a page.
    private static let actionNames: Set<String> = [
        "action", "do", "mode", "page", "route", "task", "view",
    ]
}
