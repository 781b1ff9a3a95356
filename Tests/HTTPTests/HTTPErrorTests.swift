import CCurl
import Core
import Foundation
import HTTP
import ProgramTesting
import Testing

/// Tests of the errors for libcurl's results.
struct HTTPErrorTests {
    private func error(_ code: CURLcode, _ reason: String = "a reason") throws -> HTTPError {
        try HTTPError(code, reason: reason, url: #require(URL(string: "http://a.example/b")))
    }

    @Test(arguments: [
        CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY,
    ])
    func `reports a connection that cannot be established`(code: CURLcode) throws {
        #expect(try error(code) == .cannotConnect(host: "a.example"))
    }

    @Test(arguments: [
        CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
        CURLE_HTTP2_STREAM,
    ])
    func `reports a lost connection`(code: CURLcode) throws {
        #expect(try error(code) == .connectionLost(host: "a.example"))
    }

    @Test(arguments: [
        (
            "unexpected eof",
            HTTPError.untrustedServer(host: "a.example", reason: "the TLS handshake failed")
        ),
        ("SSL_ERROR_SYSCALL", .connectionLost(host: "a.example")),
        ("Connection reset by peer", .connectionLost(host: "a.example")),
    ])
    func `distinguishes a failed handshake from a lost connection`(
        reason: String,
        expected: HTTPError
    ) throws {
        #expect(try error(CURLE_SSL_CONNECT_ERROR, reason) == expected)
    }

    @Test(arguments: [
        CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
        CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
        CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
    ])
    func `reports a server that is not trusted`(code: CURLcode) throws {
        let reason = "reset by peer"
        #expect(
            try error(code, reason) == .untrustedServer(host: "a.example", reason: reason)
        )
    }

    /// Descriptions of libcurl with OpenSSL 1.1, OpenSSL 3 and GnuTLS, and the problem.
    @Test(
        arguments: Row.table(
            """
            SSL certificate problem: certificate has expired → has expired
            SSL certificate problem: certificate is not yet valid → is not yet valid
            SSL: the certificate is not yet activated → is not yet valid
            SSL: certificate name mismatch → is for another host
            SSL certificate problem: self-signed certificate → is self-signed
            SSL certificate problem: self signed certificate in certificate chain → is self-signed
            SSL: no alternative certificate subject name matches target host name 'a.example' → is for another host
            SSL: certificate subject name (b) does not match target host name → is for another host
            SSL certificate problem: unable to get local issuer certificate → is not trusted
            server certificate verification failed. CAfile: none CRLfile: none → is not trusted
            """
        )
    )
    func `reports why a certificate is rejected`(row: Row) throws {
        #expect(
            try error(CURLE_PEER_FAILED_VERIFICATION, row[0])
                == .untrustedServer(host: "a.example", reason: "the certificate \(row[1])")
        )
    }

    @Test(arguments: [
        (CURLE_URL_MALFORMAT, HTTPError.unsupportedURL("http://a.example/b")),
        (CURLE_COULDNT_RESOLVE_HOST, .noSuchHost("a.example")),
        (CURLE_OPERATION_TIMEDOUT, .timedOut),
        (CURLE_WRITE_ERROR, .malformedResponse(reason: "its headers are too large")),
        (CURLE_OUT_OF_MEMORY, .malformedResponse(reason: "its headers are too large")),
        (CURLcode(rawValue: 100), .malformedResponse(reason: "its headers are too large")),
        (
            CURLE_BAD_CONTENT_ENCODING,
            .malformedResponse(reason: "unknown or invalid compression")
        ),
        (CURLE_UNSUPPORTED_PROTOCOL, .malformedResponse(reason: "a reason")),
        (CURLcode(rawValue: 99), .malformedResponse(reason: "a reason")),
        (CURLcode(rawValue: 101), .malformedResponse(reason: "a reason")),
    ])
    func `maps the remaining results of libcurl to errors`(code: CURLcode, expected: HTTPError)
        throws
    {
        #expect(try error(code) == expected)
    }
}
