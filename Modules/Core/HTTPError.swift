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
    case canceled

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
        case .canceled: "interrupted"
        }
    }
}
