/// Why a request got no response.
public enum HTTPError: Error, Hashable {
    /// The address is not one that can be requested over HTTP.
    case unsupportedAddress(String)
    /// The name of the host is unknown.
    case noSuchHost(String)
    /// Nobody could be asked for the address of the host: the network, or its name server, is down.
    case lookupFailed(host: String)
    /// The host does not accept the connection, or cannot be reached.
    case cannotConnect(host: String)
    /// The connection broke before the response was whole.
    case connectionLost(host: String)
    /// The exchange took longer than the request allows.
    case timedOut
    /// The server's certificate, or the TLS handshake, was refused.
    case untrustedServer(host: String, reason: String)
    /// What came back is not HTTP, or cannot be read for another reason.
    case malformedResponse(reason: String)
    /// More redirects than the caller is ready to follow.
    case tooManyRedirects
    /// The task was cancelled.
    case cancelled
}
