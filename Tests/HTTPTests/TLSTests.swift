import Core
import Foundation
import HTTP
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TLSTests {
    @Test func `a certificate that nobody has signed is not trusted`() async throws {
        try await TLSServer.serving { server in
            let failure = await CurlHTTPClient(userAgent: "shelf/test").failure(.get, server.url)
            guard case .untrustedServer("127.0.0.1", let reason)? = failure else {
                Issue.record("it is trusted")
                return
            }
            #expect(reason.contains("certificate"))
        }
    }

    @Test func `a certificate of an authority that is trusted is good`() async throws {
        try await TLSServer.serving { server in
            let client = CurlHTTPClient(userAgent: "shelf/test", authorities: server.certificate)
            let response = try await client.send(HTTPRequest(.get, server.url))
            #expect(response.status == 200)
        }
    }

    @Test func `a certificate of another host is not trusted`() async throws {
        try await TLSServer.serving { server in
            let client = CurlHTTPClient(userAgent: "shelf/test", authorities: server.certificate)
            var address = try #require(URLComponents(url: server.url, resolvingAgainstBaseURL: false))
            address.host = "localhost"
            let url = try #require(address.url)
            let failure = await client.failure(.get, url)
            #expect(failure?.isUntrusted == true)
        }
    }
}
