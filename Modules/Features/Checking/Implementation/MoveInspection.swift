import CheckingInterface
import Core
import Foundation
import WebURLs

/// An inspection that decides whether the target of a permanent redirect is the saved page.
///
/// An update to a wrong URL loses a link, and a missed update costs nothing. So the target is the
/// saved page only if its URL is nearly the same, or if its title is the saved title.
struct MoveInspection: Sendable {
    let link: Link
    /// The new URL of the link.
    let url: String

    /// Creates an inspection, or returns `nil` if the link has not moved.
    init?(_ outcome: CheckOutcome) {
        guard let url = outcome.record?.location else { return nil }
        link = outcome.link
        self.url = url
    }

    /// Whether the URLs differ only in an upgrade to `https`, a leading `www.` or a trailing slash.
    /// The page is then the saved one, even if its title has changed.
    var isSameAddress: Bool {
        let isDowngrade = link.url.hasPrefix("https:") && !url.hasPrefix("https:")
        return !isDowngrade && link.url.urlAddress == url.urlAddress
    }

    /// The reason why the page cannot be recognized by its title, or `nil` if it can be.
    var doubtAboutURL: String? {
        let parameters = Self.parameters(url)
        if link.title == nil {
            return "the link has no title to compare"
        } else if URL(string: url)?.user != nil {
            return "the new URL contains user information"
        } else if !parameters.isEmpty, parameters != Self.parameters(link.url) {
            return "the new URL has other parameters"
        }
        return nil
    }

    /// Returns the reason why a page with the given title may not be the saved page, or `nil` if it
    /// is the saved page.
    func doubt(aboutTitle title: String?) -> String? {
        guard let title else { return "the new page has no title" }
        return title == link.title ? nil : "it is titled '\(title.prefix(60))'"
    }

    /// Returns the path parameters and the query of a URL, which may identify a session.
    private static func parameters(_ url: String) -> Substring {
        url.prefix { $0 != "#" }.drop { $0 != ";" && $0 != "?" }
    }
}
