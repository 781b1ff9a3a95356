public import Foundation
import HTTPFields

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

    /// Whether the status asks the client to send its request to another URL.
    public var isRedirect: Bool {
        [301, 302, 303, 307, 308].contains(status)
    }

    /// The target of a redirect, or `nil` if the response is not a redirect or its location is not
    /// an HTTP URL.
    public var redirectTarget: URL? {
        guard isRedirect, let location = headers["Location"] else { return nil }
        return URL(location: location, on: url)
    }

    /// Returns the delay from `now` that the `Retry-After` field requests, or `nil` if the response
    /// has no valid `Retry-After` field. The delay is never negative.
    public func retryAfter(now: Date) -> Duration? {
        headers["Retry-After"].flatMap { Duration(retryAfter: $0, now: now) }
    }
}
