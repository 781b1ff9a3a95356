import Core
import CoreTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ScriptedHTTPClientTests {
    @Test(arguments: HTTPClientContract.allCases)
    func `the scripted client keeps the contract`(rule: HTTPClientContract) async throws {
        try await rule.check(HTTPClientContract.mock())
    }

    @Test func `the script goes on with each request, and stays at its end`() async throws {
        let url = try #require(URL(string: "http://shelf.example/a"))
        let client = ScriptedHTTPClient(["/a": .sequence([.respond(status: 503), .respond()])])
        var statuses: [Int] = []
        for _ in 1...3 { statuses.append(try await client.send(HTTPRequest(.get, url)).status) }
        #expect(statuses == [503, 200, 200])
        #expect(client.requests.map(\.url) == [url, url, url])
    }

    @Test func `a line for one method holds for that method alone`() async throws {
        let url = try #require(URL(string: "http://shelf.example/a?b"))
        let client = ScriptedHTTPClient(["/a?b": .respond(), "HEAD /a?b": .respond(status: 405)])
        #expect(try await client.send(HTTPRequest(.head, url)).status == 405)
        #expect(try await client.send(HTTPRequest(.get, url)).status == 200)
    }

    @Test func `an answer that takes as long as the request may is too late`() async throws {
        let clock = ManualClock()
        let client = ScriptedHTTPClient(["/": .delayed(by: .seconds(2), .respond())], clock: clock)
        let url = try #require(URL(string: "http://shelf.example/"))
        for (timeout, status) in [(Duration.seconds(2), nil), (.seconds(3), 200)] {
            let answer = Task { try await client.send(HTTPRequest(.get, url, timeout: timeout)).status }
            _ = await clock.advanceToNextSleeper()
            #expect((try? await answer.value) == status)
        }
    }

    @Test func `what is not scripted does not look like a page`() async throws {
        let url = try #require(URL(string: "http://shelf.example/a"))
        #expect(try await ScriptedHTTPClient([:]).send(HTTPRequest(.get, url)).status == 500)
    }
}
