import Core
import CoreTesting
import Foundation
import HTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CompressionTests {
    private let client = CurlHTTPClient(userAgent: "shelf/test")
    /// What `printf 'hello hello hello hello' | gzip -9n | base64` writes.
    private let hello = "H4sIAAAAAAACA8tIzcnJV8hAJwHjUT2NFwAAAA=="

    private func site(_ body: String, encoding: String) throws -> ScriptedSite {
        let data = try #require(Data(base64Encoded: body))
        return ["/": .reply(ScriptedSite.Reply(headers: ["Content-Encoding": encoding], body: data))]
    }

    @Test func `a compressed body arrives decompressed`() async throws {
        try await LoopbackServer.serving(site(hello, encoding: "gzip")) { server in
            let response = try await client.send(HTTPRequest(.get, server.url))
            #expect(String(decoding: response.body, as: UTF8.self) == "hello hello hello hello")
            #expect(!response.isTruncated)
            #expect(server.requests.first?.headers["Accept-Encoding"]?.contains("gzip") == true)
        }
    }

    @Test func `a gigabyte of gzip in a kilobyte ends at the limit`() async throws {
        try await LoopbackServer.serving(["/": .gigabyteOfGzip]) { server in
            let response = try await client.send(HTTPRequest(.get, server.url, bodyLimit: 100_000))
            #expect(response.body == Data(repeating: 0, count: 100_000))
            #expect(response.isTruncated)
        }
    }

    @Test(arguments: ["gzip", "unknown"])
    func `a body that is not compressed as it says, or in an unknown way, is malformed`(encoding: String) async throws {
        try await LoopbackServer.serving(site("aGVsbG8=", encoding: encoding)) { server in
            let failure = await client.failure(.get, server.url)
            #expect(failure == .malformedResponse(reason: "its compression is unknown or broken"))
        }
    }
}
