public import Foundation

extension URL {
    /// Creates the URL that the `Location` field of a page refers to (RFC 9110, section 10.2.2).
    ///
    /// An invalid location is repaired as browsers do (<https://url.spec.whatwg.org/#url-parsing>).
    /// Returns `nil` if the location is not an HTTP URL.
    public init?(location: String, on page: URL) {
        let reference = Self.reference(location, on: page)
        guard let url = URL(string: reference, relativeTo: page)?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
        else { return nil }
        self = url
    }

    /// Returns the location as a valid reference (RFC 3986).
    ///
    /// Tabs are removed, backslashes before the query are replaced with slashes, and any number of
    /// slashes before a host is accepted. The scheme of the page is removed, so that a location in
    /// which fewer than two slashes follow it is resolved as a path.
    private static func reference(_ location: String, on page: URL) -> String {
        let text = location.filter { $0 != "\t" }.trimmingCharacters(in: .whitespaces)
        let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        var path = String(text[..<end]).replacing("\\", with: "/")
        var scheme = ["http:", "https:"].first { path.lowercased().hasPrefix($0) } ?? ""
        path = String(path.dropFirst(scheme.count))
        if scheme.dropLast() == page.scheme?.lowercased() ?? "" {
            scheme = ""
        }
        if !scheme.isEmpty || path.hasPrefix("//") {
            path = "//" + path.drop { $0 == "/" }
        }
        return scheme + path + text[end...]
    }
}
