public import Foundation

/// The cookies that a client has received in a short time, such as while it follows redirects (RFC
/// 6265).
///
/// The cookies are not stored beyond the lifetime of the value. The jar has no list of public
/// suffixes, so it must not be used for requests to sites that do not belong together: a site could
/// set a cookie for all hosts below `co.uk`.
public struct CookieJar: Sendable {
    private struct Cookie {
        var name: String
        var value: String
        /// The lowercase host that set the cookie, or the domain that the cookie is for.
        var domain: String
        var includesSubdomains = false
        var path: String
        var isSecure = false

        func isSent(to url: URL, host: String) -> Bool {
            let isOnHost =
                host == domain || includesSubdomains && CookieJar.isHost(host, in: domain)
            return isOnHost && isInPath(url.cookiePath)
                && (!isSecure || url.scheme?.lowercased() == "https")
        }

        private func isInPath(_ other: String) -> Bool {
            other == path || other.hasPrefix(path.hasSuffix("/") ? path : "\(path)/")
        }

        func replaces(_ other: Cookie) -> Bool {
            name == other.name && domain == other.domain && path == other.path
        }
    }

    /// The maximum number of cookies, as a protection against a response with thousands of them. It
    /// is the number that user agents should store for each domain (section 6.1).
    private static let limit = 50

    private var cookies: [Cookie] = []

    /// Creates an empty jar.
    public init() {}

    /// Returns the value of the `Cookie` field of a request, or `nil` if no cookie is for the URL.
    public func field(for url: URL) -> String? {
        guard let host = url.host?.lowercased() else {
            return nil
        }
        let sent = cookies.filter { $0.isSent(to: url, host: host) }
        // Cookies with longer paths are sent first (section 5.4). The sort is stable.
        let sorted = sent.sorted { $0.path.utf8.count > $1.path.utf8.count }
        return sorted.isEmpty
            ? nil : sorted.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    /// Stores the cookie that a response sets, or removes it if it has expired. If the jar is full,
    /// the oldest cookie is removed.
    ///
    /// - Parameters:
    ///   - field: The value of a `Set-Cookie` field. An invalid value is ignored.
    ///   - url: The URL of the response.
    ///   - now: The current time.
    public mutating func add(_ field: String, from url: URL, now: Date) {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
        guard let (name, value) = parts.first?.nameAndValue, !name.isEmpty,
            let host = url.host?.lowercased()
        else {
            return
        }
        var cookie = Cookie(name: name, value: value, domain: host, path: url.defaultCookiePath)
        var expires: Date?
        var lifetime: Int?
        for part in parts.dropFirst() {
            let attribute = part.trimmingCharacters(in: .whitespaces)
            let (name, value) = part.nameAndValue ?? (attribute, "")
            switch name.lowercased() {
            case "domain":
                let domain = value.drop { $0 == "." }.lowercased()
                guard !domain.isEmpty else { continue }
                guard host == domain || Self.isHost(host, in: domain) else { return }
                cookie.domain = domain
                cookie.includesSubdomains = true
            case "path": cookie.path = value.hasPrefix("/") ? value : url.defaultCookiePath
            case "secure": cookie.isSecure = true
            case "max-age": lifetime = Int(value) ?? lifetime
            case "expires": expires = Date(httpField: value) ?? expires
            default: break
            }
        }
        cookies.removeAll(where: cookie.replaces)
        // The attribute Max-Age has precedence (section 5.3).
        let isExpired = lifetime.map { $0 <= 0 } ?? expires.map { $0 <= now } ?? false
        if !isExpired {
            cookies = cookies.suffix(Self.limit - 1) + [cookie]
        }
    }

    /// Returns whether a host name is below a domain (section 5.1.3). An IP address is not below
    /// any domain.
    private static func isHost(_ host: String, in domain: String) -> Bool {
        host.hasSuffix(".\(domain)") && host.contains { $0.isLetter } && !host.contains(":")
    }
}

extension Substring {
    /// The trimmed parts before and after the first equals sign, or `nil` if there is none.
    fileprivate var nameAndValue: (String, String)? {
        guard let sign = firstIndex(of: "=") else {
            return nil
        }
        return (
            self[..<sign].trimmingCharacters(in: .whitespaces),
            self[index(after: sign)...].trimmingCharacters(in: .whitespaces)
        )
    }
}

extension URL {
    fileprivate var cookiePath: String {
        let path = path(percentEncoded: true)
        return path.isEmpty ? "/" : path
    }

    /// The path of a cookie without a `Path` attribute (section 5.1.4).
    fileprivate var defaultCookiePath: String {
        let path = cookiePath
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            return "/"
        }
        return String(path[..<slash])
    }
}
