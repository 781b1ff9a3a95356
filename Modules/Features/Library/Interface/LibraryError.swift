public import Core
public import WebURLs

/// An error that a library throws.
public enum LibraryError: ExplainedError, Hashable {
    /// The string is not a URL that the library can save.
    case invalidURL(String, reason: WebURLError)
    case noSuchLinks([Link.ID])
    /// Another link already has the URL. The URL is in normal form.
    case urlTaken(String, by: Link.ID)
    /// No link has these tags. The tags are sorted by name.
    case noSuchTags([LinkTag])
    /// A tag cannot be renamed, because its new name belongs to another tag.
    case tagExists(LinkTag, renaming: LinkTag)

    public var explanation: String {
        switch self {
        case .invalidURL(let text, let reason):
            "cannot save '\(text.prefix(200))': \(reason.explanation)\(reason.suggestion(for: text))"
        case .noSuchLinks(let ids):
            "\(ids.count == 1 ? "link" : "links") \(ids.map(String.init).joined(separator: ", "))"
                + " not found; list the links to see their IDs"
        case .urlTaken(let url, let id):
            "'\(url)' is already the URL of link \(id); merge the two links"
        case .noSuchTags(let tags):
            "no link has the \(tags.count == 1 ? "tag" : "tags") "
                + tags.map { "'\($0)'" }.joined(separator: ", ")
                + "; list the tags to see their names"
        case .tagExists(let tag, _): "the tag '\(tag)' already exists; merge the two tags"
        }
    }
}

extension WebURLError {
    /// Returns the end of an explanation, which suggests the most likely URL. Returns an empty
    /// string if the text has a scheme or does not begin with a host.
    fileprivate func suggestion(for text: String) -> String {
        guard self == .noScheme, text.beginsWithHost else { return "" }
        return "; did you mean \(text.likelyScheme)://\(text.prefix(200))?"
    }
}

extension String {
    /// Whether the string begins with a host, such as `example.org/` or `localhost:8080`.
    fileprivate var beginsWithHost: Bool {
        wholeMatch(of: /([^\s\/:@?#.]+(\.[^\s\/:@?#.]+)+|localhost)\.?(:\d+)?([\/?#].*)?/) != nil
    }

    /// The most likely scheme for the host. It is `http` for an IPv4 address or a local host,
    /// because such a server rarely has a certificate.
    fileprivate var likelyScheme: String {
        let local = /([^\/:?#]+\.)?localhost|\d+\.\d+\.\d+\.\d+/
        return prefix { !"/:?#".contains($0) }.wholeMatch(of: local) == nil ? "https" : "http"
    }
}
