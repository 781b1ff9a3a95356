import Checking
import CheckingInterface
import Core
import CoreTesting
import Foundation
import Testing

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

    private static func problem(_ reason: String) -> Result<String?, HTTPError> {
        .failure(.malformedResponse(reason: reason))
    }

    static let samples = [
        Sample(answer: snapshot("http://\(archived)"), result: .success("https://\(archived)")),
        Sample(answer: snapshot("http://127.0.0.1/1"), result: .success("http://127.0.0.1/1")),
        Sample(answer: snapshot("http://\(archived)", available: false), result: .success(nil)),
        Sample(answer: answer("{}"), result: .success(nil)),
        Sample(answer: .respond(status: 503), result: problem("status 503")),
        Sample(
            answer: .respond(body: "[]"),
            result: problem("not the JSON of the availability API")
        ),
    ]

    @Test(arguments: samples)
    func `returns the URL of the newest snapshot or nil, or throws the reason for a failure`(
        sample: Sample
    ) async throws {
        let http = ScriptedHTTPClient(ScriptedSite(otherwise: sample.answer))
        let page = links(["http://a.example/?a=1&b=%20+#c"])[0]
        let result: Result<String?, ArchiveError>
        do throws(ArchiveError) {
            result = .success(try await WaybackMachine(http: http).archivedCopy(of: page))
        } catch {
            result = .failure(error)
        }
        #expect(result == sample.result.mapError(ArchiveError.init))
        let query = "url=http%3A%2F%2Fa%2Eexample%2F%3Fa%3D1%26b%3D%2520%2B%23c"
        #expect(
            http.requests.map(\.url.absoluteString)
                == ["https://archive.org/wayback/available?\(query)"]
        )
    }

    @Test func `looks up only http and https URLs`() async throws {
        let http = ScriptedHTTPClient(ScriptedSite(otherwise: Self.snapshot("http://a.example/")))
        let copy = try await WaybackMachine(http: http)
            .archivedCopy(of: links(["mailto:a@a.example"])[0])
        #expect(copy == nil)
        #expect(http.requests.isEmpty)
    }
}
