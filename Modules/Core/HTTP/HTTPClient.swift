package import Injection

/// Sends single HTTP requests.
///
/// A client follows no redirects and judges no status: a response is a response, whatever it says. Those who want to
/// follow call ``HTTPClient/send(_:followingUpTo:)``.
public protocol HTTPClient: Sendable {
    /// Sends the request and returns the response, once all of the body that is wanted has arrived.
    ///
    /// Cancelling the task ends the exchange and throws ``HTTPError/cancelled``.
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}

/// A container that provides the HTTP client.
package protocol HTTPProviding: SharedContainer {
    /// The HTTP client.
    var httpClient: Factory<any HTTPClient> { get }
}
