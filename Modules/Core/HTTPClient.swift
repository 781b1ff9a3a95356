package import Injection

/// A client that sends single HTTP requests.
///
/// A client does not follow redirects. A response with any status is a result, not an error.
public protocol HTTPClient: Sendable {
    /// Returns the response after the requested part of its body has arrived.
    ///
    /// Canceling the task ends the exchange and throws ``HTTPError/canceled``.
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}

package protocol HTTPProviding: SharedContainer { var httpClient: Factory<any HTTPClient> { get } }
