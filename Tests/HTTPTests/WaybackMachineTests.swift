import CheckingInterface
import Core
import CoreTesting
import Foundation
import HTTP
import ServerTesting
import Testing

/// Tests of the Wayback Machine client with a server on the loopback interface.
@Suite(.timeLimit(.minutes(5)))
struct WaybackMachineTests {
    private static func answer(_ snapshots: String) -> ScriptedSite.Behavior {
        .respond(body: #"{"url": "x", "archived_snapshots": \#(snapshots)}"#)
    }

    private static func snapshot(_ url: String, available: Bool = true) -> ScriptedSite.Behavior {
        answer(
            #"""
            {
                "closest": {
                    "status": "200",
                    "available": \#(available),
                    "url": "\#(url)",
                    "timestamp": "20240102030405"
                }
            }
            """#
        )
    }

    private static let archived = "web.archive.org/web/20240102030405/http://a.example/?a=1&b=%20+"

    struct Sample {
        let answer: ScriptedSite.Behavior
        let result: Result<String?, HTTPError>
    }

    static let samples = [
        Sample(answer: snapshot("http://\(archived)"), result: .success("https://\(archived)")),
        Sample(answer: snapshot("http://127.0.0.1/1"), result: .success("http://127.0.0.1/1")),
        Sample(answer: snapshot("http://\(archived)", available: false), result: .success(nil)),
        Sample(answer: answer("{}"), result: .success(nil)),
        Sample(
            answer: .respond(status: 503),
            result: .failure(.malformedResponse(reason: "status 503"))
        ),
        Sample(
            answer: .respond(body: "[]"),
            result: .failure(.malformedResponse(reason: "not the JSON of the availability API"))
        ),
    ]

    private static func link(_ url: String) -> Link {
        Link(id: 1, url: url, added: .distantPast, updated: .distantPast)
    }

    @Test(arguments: samples)
    func `returns the URL of the newest snapshot, or nil if there is none`(sample: Sample)
        async throws
    {
        try await LoopbackServer.serving(ScriptedSite(otherwise: sample.answer)) { server in
            let http = CurlHTTPClient(userAgent: "shelf/test")
            let api = server.url.appending(path: "available").absoluteString
            let archive = WaybackMachine(http: http, api: api)
            let page = "http://a.example/?a=1&b=%20+#c"
            let result: Result<String?, ArchiveError>
            do throws(ArchiveError) {
                result = .success(try await archive.archivedCopy(of: Self.link(page)))
            } catch {
                result = .failure(error)
            }
            #expect(result == sample.result.mapError(ArchiveError.init))
            let query = server.requests.first?.url.absoluteString.split(separator: "?").last
            #expect(query == "url=http%3A%2F%2Fa%2Eexample%2F%3Fa%3D1%26b%3D%2520%2B%23c")
        }
    }

    @Test func `sends requests to the availability API of the Internet Archive`() async throws {
        let http = ScriptedHTTPClient(ScriptedSite(otherwise: Self.answer("{}")))
        let archive = WaybackMachine(http: http)
        #expect(try await archive.archivedCopy(of: Self.link("http://a.example/")) == nil)
        #expect(
            http.requests.map(\.url.absoluteString)
                == ["https://archive.org/wayback/available?url=http%3A%2F%2Fa%2Eexample%2F"]
        )
    }

    @Test func `looks up only http and https URLs`() async throws {
        let answer = Self.snapshot("http://\(Self.archived)")
        try await LoopbackServer.serving(ScriptedSite(otherwise: answer)) { server in
            let http = CurlHTTPClient(userAgent: "shelf/test")
            let archive = WaybackMachine(http: http, api: server.url.absoluteString)
            let copy = try await archive.archivedCopy(of: Self.link("mailto:a@a.example"))
            #expect(copy == nil)
            #expect(server.requests.isEmpty)
        }
    }
}
