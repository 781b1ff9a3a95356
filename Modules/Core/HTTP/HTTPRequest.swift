public import Foundation

/// An HTTP request without a body.
public struct HTTPRequest: Sendable, Hashable {
    /// The method of a request.
    public enum Method: String, Sendable, Hashable {
        /// The whole resource.
        case get = "GET"
        /// Its header fields alone.
        case head = "HEAD"
    }

    /// What to do.
    public var method: Method
    /// Where; `http` or `https`.
    public var url: URL
    /// Header fields to send beside those of the client itself.
    public var headers: HTTPHeaders
    /// How long the whole exchange may take, from the first connection to the last byte that is wanted.
    public var timeout: Duration
    /// How many bytes of the (decompressed) body are wanted; what comes after them is not awaited.
    public var bodyLimit: Int

    /// Makes a request; by default of at most 20 seconds and 1 MiB.
    public init(
        _ method: Method, _ url: URL, headers: HTTPHeaders = [:], timeout: Duration = .seconds(20),
        bodyLimit: Int = 1 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.timeout = timeout
        self.bodyLimit = bodyLimit
    }
}
