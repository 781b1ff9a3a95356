public import Foundation

extension HTTPResponse {
    /// Where a redirect leads, or nil when this is none or names no HTTP address.
    public var redirectTarget: URL? {
        guard [301, 302, 303, 307, 308].contains(status), let location = headers["Location"],
            let target = URL(string: Self.reference(location, on: url), relativeTo: url)?.absoluteURL,
            ["http", "https"].contains(target.scheme?.lowercased()), target.host?.isEmpty == false
        else { return nil }
        return target
    }

    /// What browsers take a location for that is no reference of RFC 3986 (<https://url.spec.whatwg.org/#url-parsing>).
    ///
    /// A tab is nothing, a backslash before the query is a slash, and a host may come after any number of slashes; behind the
    /// scheme of the page itself none or one of them begins a path.
    private static func reference(_ location: String, on page: URL) -> String {
        let text = location.filter { $0 != "\t" }.trimmingCharacters(in: .whitespaces)
        let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        var path = String(text[..<end]).replacing("\\", with: "/")
        var scheme = ["http:", "https:"].first { path.lowercased().hasPrefix($0) } ?? ""
        path = String(path.dropFirst(scheme.count))
        if scheme.dropLast() == page.scheme?.lowercased() ?? "", !path.hasPrefix("//") { scheme = "" }
        if !scheme.isEmpty || path.hasPrefix("//") { path = "//" + path.drop { $0 == "/" } }
        return scheme + path + text[end...]
    }
}
