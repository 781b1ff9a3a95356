public import Foundation

public struct HTTPResponse: Sendable, Hashable {
    /// The status code, such as 200.
    public var status: Int
    public var headers: HTTPHeaders
    /// The decompressed body, up to the request's limit.
    public var body: Data
    /// Whether the body is longer than the request's limit.
    public var isTruncated: Bool
    public var url: URL

    public init(
        status: Int,
        headers: HTTPHeaders = [:],
        body: Data = Data(),
        isTruncated: Bool = false,
        url: URL
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.isTruncated = isTruncated
        self.url = url
    }

    // MARK: Redirects

    /// Whether the status asks the client to send its request to another URL.
    public var isRedirect: Bool {
        [301, 302, 303, 307, 308].contains(status)
    }

    /// The target of a redirect, or nil if the response is not a redirect or its location is not an
    /// HTTP URL.
    public var redirectTarget: URL? {
        guard isRedirect, let location = headers["Location"],
            let target = URL(string: Self.reference(location, on: url), relativeTo: url)?
                .absoluteURL,
            ["http", "https"].contains(target.scheme?.lowercased()), target.host?.isEmpty == false
        else { return nil }
        return target
    }

    /// Returns the location as a valid reference (RFC 3986). Repairs an invalid location as
    /// browsers do (<https://url.spec.whatwg.org/#url-parsing>).
    ///
    /// Removes tabs, replaces backslashes before the query with slashes, and accepts any number of
    /// slashes before a host. If the location begins with the scheme of the page, followed by fewer
    /// than two slashes, the rest is resolved as a path.
    private static func reference(_ location: String, on page: URL) -> String {
        let text = location.filter { $0 != "\t" }.trimmingCharacters(in: .whitespaces)
        let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
        var path = String(text[..<end]).replacing("\\", with: "/")
        var scheme = ["http:", "https:"].first { path.lowercased().hasPrefix($0) } ?? ""
        path = String(path.dropFirst(scheme.count))
        if scheme.dropLast() == page.scheme?.lowercased() ?? "", !path.hasPrefix("//") {
            scheme = ""
        }
        if !scheme.isEmpty || path.hasPrefix("//") {
            path = "//" + path.drop { $0 == "/" }
        }
        return scheme + path + text[end...]
    }

    // MARK: Retry-After

    /// Returns the delay from `now` that the `Retry-After` field requests (RFC 9110, section
    /// 10.2.3). The delay is never negative. Returns nil if the response has no valid `Retry-After`
    /// field.
    public func retryAfter(now: Date) -> Duration? {
        guard let value = headers["Retry-After"]?.trimmingCharacters(in: .whitespaces),
            !value.isEmpty
        else {
            return nil
        }
        if value.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return Int32(value).map { .seconds($0) } ?? .seconds(Int32.max)
        }
        return Self.httpDate(value).map { max(.zero, $0.duration(since: now)) }
    }

    private static func httpDate(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        for format in [
            "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'",
            "EEE MMM d HH:mm:ss yyyy",
        ] {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) {
                return date
            }
        }
        return nil
    }
}
