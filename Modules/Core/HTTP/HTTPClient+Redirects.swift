import Foundation

/// A response, and how it was reached.
public struct HTTPTrail: Sendable, Hashable {
    /// The first response that is no redirect, or a redirect that names no place to go to.
    public var response: HTTPResponse
    /// How many requests were sent, at least 1.
    public var requests: Int
    /// Whether every redirect on the way was permanent (301 or 308); true when there was none.
    public var isPermanent: Bool
}

extension HTTPClient {
    /// Sends the request and follows redirects to other HTTP addresses (RFC 9110, section 15.4).
    ///
    /// - Parameters:
    ///   - request: What to send first; every further request differs in its address alone.
    ///   - limit: The most redirects to follow.
    /// - Throws: ``HTTPError``; `tooManyRedirects` past the limit, and as soon as an address comes back.
    public func send(
        _ request: HTTPRequest, followingUpTo limit: Int
    ) async throws(HTTPError) -> HTTPTrail {
        var request = request
        var seen: Set<URL> = [request.url]
        var isPermanent = true
        while true {
            let response = try await send(request)
            guard let target = response.redirectTarget else {
                return HTTPTrail(response: response, requests: seen.count, isPermanent: isPermanent)
            }
            guard seen.count <= limit, seen.insert(target).inserted else { throw .tooManyRedirects }
            isPermanent = isPermanent && (response.status == 301 || response.status == 308)
            request.url = target
        }
    }
}
