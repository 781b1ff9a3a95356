public import Foundation

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
    /// The maximum duration of the exchange, which begins when the client connects and ends when
    /// the last requested byte has arrived.
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
    /// The value is `nil` for other URLs.
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
