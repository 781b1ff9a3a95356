public import Foundation
package import Injection

/// A client that sends single HTTP requests.
///
/// A client does not follow redirects. A response with any status is a result, not an error.
public protocol HTTPClient: Sendable {
    /// Returns the response after the requested part of its body has arrived.
    ///
    /// Canceling the task ends the exchange and throws ``HTTPError/cancelled``.
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}

package protocol HTTPProviding: SharedContainer { var httpClient: Factory<any HTTPClient> { get } }

/// An HTTP request without a body.
public struct HTTPRequest: Sendable, Hashable {
    public enum Method: String, Sendable, Hashable {
        case get = "GET"
        case head = "HEAD"
    }

    public var method: Method
    public var url: URL
    /// The header fields to send in addition to those that the client adds.
    public var headers: HTTPHeaders
    /// The maximum duration of the exchange, from connecting to the last requested byte.
    public var timeout: Duration
    /// The maximum number of bytes to read from the decompressed body. The client does not wait for
    /// the rest.
    public var bodyLimit: Int

    /// Creates a request. By default, the timeout is 20 seconds and the body limit is 1 MiB.
    public init(
        _ method: Method,
        _ url: URL,
        headers: HTTPHeaders = [:],
        timeout: Duration = .seconds(20),
        bodyLimit: Int = 1 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.timeout = timeout
        self.bodyLimit = bodyLimit
    }
}

extension URL {
    /// The lowercase host of an `http` or `https` URL, with the port unless it is the default port.
    /// The value is nil for other URLs.
    public var httpHost: String? {
        guard let scheme = scheme?.lowercased(),
            let defaultPort = ["http": 80, "https": 443][scheme],
            var host = host?.lowercased(), !host.isEmpty
        else { return nil }
        // The brackets of an IPv6 address are added, because Foundation omits them.
        if host.contains(":"), host.first != "[" {
            host = "[\(host)]"
        }
        guard let port, port != defaultPort else {
            return host
        }
        return "\(host):\(port)"
    }
}

/// Header fields by case-insensitive name (RFC 9110, section 5.1).
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral, Sequence {
    private var fields: [String: String] = [:]

    /// Creates header fields. If a name is repeated, its values are joined with commas. The values
    /// of `Set-Cookie` are joined with line breaks (RFC 9110, section 5.3).
    public init(_ fields: some Sequence<(String, String)>) {
        for (name, value) in fields {
            let separator = name.lowercased() == "set-cookie" ? "\n" : ", "
            self[name] = self[name].map { "\($0)\(separator)\(value)" } ?? value
        }
    }

    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }

    public subscript(name: String) -> String? {
        get { fields[name.lowercased()] }
        set { fields[name.lowercased()] = newValue }
    }

    /// Returns an iterator over the lowercase names and their values, in no particular order.
    public func makeIterator() -> some IteratorProtocol<(key: String, value: String)> {
        fields.makeIterator()
    }
}

/// The reason why a request received no valid response.
public enum HTTPError: ExplainedError, Hashable {
    /// The URL cannot be requested over HTTP.
    case unsupportedURL(String)
    /// The host name is unknown.
    case noSuchHost(String)
    /// The host name could not be resolved because the network or the name server is down.
    case lookupFailed(host: String)
    /// The host refuses the connection or cannot be reached.
    case cannotConnect(host: String)
    /// The connection was lost before the response was complete.
    case connectionLost(host: String)
    /// The exchange took longer than the request's timeout.
    case timedOut
    /// The server's certificate is not trusted, or the TLS handshake failed.
    case untrustedServer(host: String, reason: String)
    /// The response is not valid HTTP.
    case malformedResponse(reason: String)
    /// There were more redirects than the caller follows.
    case tooManyRedirects
    case cancelled

    public var explanation: String {
        switch self {
        case .unsupportedURL(let url): "cannot request '\(url)'"
        case .noSuchHost(let host): "host '\(host)' not found"
        case .lookupFailed(let host): "cannot look up '\(host)'; check the network connection"
        case .cannotConnect(let host): "cannot connect to '\(host)'"
        case .connectionLost(let host): "the connection to '\(host)' was lost"
        case .timedOut: "timed out"
        case .untrustedServer(let host, let reason): "cannot trust '\(host)': \(reason)"
        case .malformedResponse(let reason): "invalid response: \(reason)"
        case .tooManyRedirects: "too many redirects"
        case .cancelled: "interrupted"
        }
    }
}
