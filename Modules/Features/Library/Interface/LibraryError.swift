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
            Self.explanation(of: String(text.prefix(200)), reason)
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

    private static func explanation(of text: String, _ reason: WebURLError) -> String {
        let url = reason == .noScheme ? text.likelyURL : nil
        let suggestion = url.map { "; did you mean \($0)?" } ?? ""
        return "cannot save '\(text)': \(reason.explanation)\(suggestion)"
    }
}
