import Core
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPError {
    /// Says in Core's words what Foundation reports of an exchange with the host of `url`.
    init(_ error: any Error, url: URL) {
        let host = url.host ?? ""
        let reason = (error as NSError).localizedDescription
        switch (error as? URLError)?.code {
        case .badURL: self = .unsupportedAddress(url.absoluteString)
        case .cannotFindHost, .dnsLookupFailed: self = .noSuchHost(host)
        case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed:
            self = .cannotConnect(host: host)
        case .networkConnectionLost: self = .connectionLost(host: host)
        case .timedOut: self = .timedOut
        case .cancelled: self = .cancelled
        case .badServerResponse where reason.contains("Empty reply"): self = .connectionLost(host: host)
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            self = .untrustedServer(host: host, reason: reason)
        case .unknown: self = HTTPError(unknown: reason, host: host)
        default: self = .malformedResponse(reason: reason)
        }
    }

    /// Sorts what Foundation on Linux calls unknown: it has no code for most errors of libcurl, and keeps the words alone.
    private init(unknown reason: String, host: String) {
        func mentions(_ parts: String...) -> Bool { parts.contains { reason.localizedStandardContains($0) } }
        self =
            if mentions("SSL", "TLS", "certificate") {
                .untrustedServer(host: host, reason: reason)
            } else if mentions("Failed to connect", "Couldn't connect", "Could not connect") {
                .cannotConnect(host: host)
            } else if mentions("transfer closed", "Recv failure", "Send failure", "not closed cleanly") {
                .connectionLost(host: host)
            } else {
                .malformedResponse(reason: reason)
            }
    }
}
