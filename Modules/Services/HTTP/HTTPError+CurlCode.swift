import CCurl
import Core
import Foundation

extension HTTPError {
    /// `CURLE_TOO_LARGE`, which the headers of older versions do not name.
    private static let tooLarge = CURLcode(rawValue: 100)

    /// Says in Core's words what libcurl reports of an exchange with the host of `url`.
    init(_ code: CURLcode, reason: String, url: URL) {
        let host = url.host ?? ""
        switch code {
        case CURLE_URL_MALFORMAT: self = .unsupportedAddress(url.absoluteString)
        case CURLE_COULDNT_RESOLVE_HOST: self = .noSuchHost(host)
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: self = .cannotConnect(host: host)
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
            CURLE_HTTP2_STREAM:
            self = .connectionLost(host: host)
        // A connection that breaks in the middle of the handshake says nothing about trust.
        case CURLE_SSL_CONNECT_ERROR where reason.contains("SYSCALL") || reason.contains("reset by peer"):
            self = .connectionLost(host: host)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            self = .untrustedServer(host: host, reason: reason)
        // Of what we take, the head alone can be too much; libcurl has a limit too, and speaks of its memory before 8.6.
        case CURLE_WRITE_ERROR, CURLE_OUT_OF_MEMORY, Self.tooLarge:
            self = .malformedResponse(reason: "its headers are too large")
        case CURLE_BAD_CONTENT_ENCODING: self = .malformedResponse(reason: "its compression is unknown or broken")
        default: self = .malformedResponse(reason: reason)
        }
    }
}
