package import CCurl
package import Core
package import Foundation

/// An HTTP client that runs many concurrent requests with libcurl on one thread.
///
/// The client keeps connections alive, and uses HTTP/2 if the server supports it. It does not store
/// cookies, responses or passwords. Callers must limit the number of concurrent requests. The
/// client starts no thread and opens no file descriptors before the first request.
package final class CurlHTTPClient: HTTPClient {
    private let loop: CurlLoop

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - userAgent: The value of the User-Agent field (RFC 9110, section 10.1.5) in requests that
    ///     do not set the field.
    ///   - authorities: The path of a PEM file with the trusted certificate authorities, or `nil`
    ///     to trust the system's authorities.
    ///   - longestWait: The longest time until the client examines all exchanges, even if no event
    ///     occurs. libcurl 7.88 misses the deadline of an exchange if another event occurs less
    ///     than a millisecond before it.
    package init(
        userAgent: String,
        authorities: String? = nil,
        longestWait: Duration = .milliseconds(500)
    ) {
        loop = CurlLoop {
            CurlMulti(userAgent: userAgent, authorities: authorities, longestWait: longestWait)
        }
    }

    deinit {
        // Each call to `send(_:)` retains the client until it returns, so no exchange is running.
        loop.stop()
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard ["http", "https"].contains(request.url.scheme?.lowercased()),
            request.url.host?.isEmpty == false
        else {
            throw .unsupportedURL(request.url.absoluteString)
        }
        do {
            return try await exchange(request).get()
        } catch .noSuchHost(let host) {
            if await HostLookup.isTemporaryFailure(host) {
                throw .lookupFailed(host: host)
            }
            throw .noSuchHost(host)
        }
    }

    private func exchange(_ request: HTTPRequest) async -> Result<HTTPResponse, HTTPError> {
        let exchange = CurlExchange(request)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { loop.start(exchange, continuation: $0) }
        } onCancel: {
            loop.cancel(exchange)
        }
    }
}

extension HTTPError {
    /// The error `CURLE_TOO_LARGE`, which older versions of libcurl's headers do not declare.
    private static let tooLarge = CURLcode(rawValue: 100)

    /// Creates the error for a libcurl result other than `CURLE_OK`.
    package init(_ code: CURLcode, reason: String, url: URL) {
        let host = url.host ?? ""
        switch code {
        case CURLE_URL_MALFORMAT:
            self = .unsupportedURL(url.absoluteString)
        case CURLE_COULDNT_RESOLVE_HOST:
            self = .noSuchHost(host)
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY:
            self = .cannotConnect(host: host)
        case CURLE_OPERATION_TIMEDOUT:
            self = .timedOut
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR,
            CURLE_HTTP2, CURLE_HTTP2_STREAM:
            self = .connectionLost(host: host)
        // The code also covers a connection that breaks during the TLS handshake, which does not
        // mean that the server is untrusted.
        case CURLE_SSL_CONNECT_ERROR
        where reason.contains("SYSCALL") || reason.contains("reset by peer"):
            self = .connectionLost(host: host)
        case CURLE_SSL_CONNECT_ERROR:
            self = .untrustedServer(host: host, reason: "the TLS handshake failed")
        case CURLE_PEER_FAILED_VERIFICATION:
            self = .untrustedServer(host: host, reason: Self.certificateProblem(reason))
        case CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            self = .untrustedServer(host: host, reason: reason)
        // These errors mean that the header fields are too large for this client or for libcurl. A
        // long body cannot cause them, because it is truncated. Before version 8.6, libcurl reports
        // its own limit as a lack of memory.
        case CURLE_WRITE_ERROR, CURLE_OUT_OF_MEMORY, Self.tooLarge:
            self = .malformedResponse(reason: "its headers are too large")
        case CURLE_BAD_CONTENT_ENCODING:
            self = .malformedResponse(reason: "unknown or invalid compression")
        default:
            self = .malformedResponse(reason: reason)
        }
    }

    /// Returns the reason why a certificate was rejected, according to the description by libcurl
    /// and its TLS library.
    private static func certificateProblem(_ description: String) -> String {
        let text = description.lowercased()
        let problem = certificateProblems.first { text.contains($0.key) }?.value
        return "the certificate \(problem ?? "is not trusted")"
    }

    private static let certificateProblems: KeyValuePairs = [
        "not yet valid": "is not yet valid",
        "not yet activated": "is not yet valid",
        "expired": "has expired",
        "self-signed": "is self-signed",
        "self signed": "is self-signed",
        "subject name": "is for another host",
        "does not match": "is for another host",
        "name mismatch": "is for another host",
    ]

    /// Returns whether an error means that a proxy refused a connection with status 407.
    static func isProxyPasswordMissing(_ code: CURLcode, reason: String) -> Bool {
        let isRefusal = code == CURLE_RECV_ERROR || code == CURLE_COULDNT_CONNECT
        return isRefusal && reason.contains("407") && reason.contains("CONNECT")
    }
}
