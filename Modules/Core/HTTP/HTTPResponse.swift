public import Foundation

/// The answer to an HTTP request.
public struct HTTPResponse: Sendable, Hashable {
    /// The status code, such as 200.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, decompressed; at most as long as the request's limit.
    public var body: Data
    /// Whether the body went on after the request's limit.
    public var isTruncated: Bool
    /// The address that answered.
    public var url: URL

    /// Makes a response from its parts.
    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data(), isTruncated: Bool = false, url: URL) {
        self.status = status
        self.headers = headers
        self.body = body
        self.isTruncated = isTruncated
        self.url = url
    }
}
