/// A URL in a list, and the text behind it.
public struct ListedURL: Sendable, Hashable {
    public var url: String
    public var title: String?

    public init(url: String, title: String? = nil) {
        self.url = url
        self.title = title
    }
}

extension String {
    /// The URLs in a line of a list. An empty line contains no URLs, and neither does a comment,
    /// which begins with `#`.
    ///
    /// White space ends a URL. If the next word has no Web scheme, the rest of the line is the
    /// title of the URL, without a vertical bar at its beginning.
    public var listedURLs: [ListedURL] {
        let words = split(whereSeparator: \.isWhitespace)
        guard let first = words.first, first.first != "#" else {
            return []
        }
        let count = 1 + words.dropFirst().prefix(while: \.hasWebScheme).count
        var urls = words.prefix(count).map { ListedURL(url: String($0)) }
        let title = words.dropFirst(count).joined(separator: " ").trimmingPrefix(/\| ?/)
        urls[count - 1].title = title.isEmpty ? nil : String(title)
        return urls
    }
}

extension StringProtocol {
    /// Whether the text starts with `http://` or `https://`, in any case.
    public var hasWebScheme: Bool {
        let start = prefix(8).lowercased()
        return start == "https://" || start.hasPrefix("http://")
    }
}
