import Core
import CoreTesting
import Foundation
import HTTP
import Testing

/// The client of the Wayback Machine with a server on the loopback interface.
@Suite(.timeLimit(.minutes(5)))
struct WaybackMachineTests {
    private static func answer(_ snapshots: String) -> ScriptedSite.Behavior {
        .respond(body: #"{"url": "x", "archived_snapshots": \#(snapshots)}"#)
    }

    private static func snapshot(_ url: String, available: Bool = true) -> ScriptedSite.Behavior {
        answer(
            #"{"closest": {"status": "200", "available": \#(available), "url": "\#(url)", "timestamp": "20240102030405"}}"#
        )
    }

    private static let archived = "web.archive.org/web/20240102030405/http://a.example/?a=1&b=%20+"

    typealias Sample = (answer: ScriptedSite.Behavior, result: Result<String?, HTTPError>)
    static let samples: [Sample] = [
        (snapshot("http://\(archived)"), .success("https://\(archived)")),
        (snapshot("http://127.0.0.1/1"), .success("http://127.0.0.1/1")),
        (snapshot("http://\(archived)", available: false), .success(nil)), (answer("{}"), .success(nil)),
        (.respond(status: 503), .failure(.malformedResponse(reason: "status 503"))),
        (.respond(body: "[]"), .failure(.malformedResponse(reason: "not the JSON of the availability API"))),
    ]

    @Test(arguments: samples)
    func `returns the URL of the newest snapshot, or nil`(sample: Sample) async throws {
        try await LoopbackServer.serving(ScriptedSite(otherwise: sample.answer)) { server in
            let http = CurlHTTPClient(userAgent: "shelf/test")
            let archive = WaybackMachine(http: http, api: server.url.appending(path: "available").absoluteString)
            let result: Result<String?, HTTPError>
            do throws(HTTPError) {
                result = .success(try await archive.newestSnapshot(of: "http://a.example/?a=1&b=%20+#c"))
            } catch { result = .failure(error) }
            #expect(result == sample.result)
            let query = server.requests.first?.url.absoluteString.split(separator: "?").last
            #expect(query == "url=http%3A%2F%2Fa%2Eexample%2F%3Fa%3D1%26b%3D%2520%2B%23c")
        }
    }
}
