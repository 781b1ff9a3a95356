// The mocks of CoreTesting satisfy the contracts of Core.

import Core
import CoreTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ScriptedHTTPClientTests {
    @Test(arguments: HTTPClientContract.allCases)
    func `satisfies the contract of an HTTP client`(rule: HTTPClientContract) async throws {
        try await rule.check(HTTPClientContract.mock())
    }

    @Test
    func
        `successive requests for one path get successive responses, and the last response repeats`()
        async throws
    {
        let url = try #require(URL(string: "http://shelf.example/a?b"))
        let client = ScriptedHTTPClient([
            "/a?b": .sequence([.respond(status: 503), .respond()]),
            "HEAD /a?b": .respond(status: 405),
        ])
        var statuses: [Int] = []
        for method in [HTTPRequest.Method.get, .head, .get, .get] {
            statuses.append(try await client.send(HTTPRequest(method, url)).status)
        }
        #expect(statuses == [503, 405, 200, 200])
        #expect(client.requests.map(\.url) == [url, url, url, url])
        // This path is not scripted.
        #expect(try await client.send(HTTPRequest(.get, url.appending(path: "c"))).status == 500)
    }

    @Test func `serves a site that lines describe`() async throws {
        let client = ScriptedHTTPClient(
            """
            /old 301 to /new
            HEAD /form 405
            /busy 429 Retry-After 60, then 200
            /page titled A page
            /broken resets
            * 404
            """
        )
        func response(_ method: HTTPRequest.Method, _ path: String) async throws -> HTTPResponse {
            let url = try #require(URL(string: "http://shelf.example\(path)"))
            return try await client.send(HTTPRequest(method, url))
        }
        #expect(try await response(.get, "/old").headers["Location"] == "/new")
        #expect(try await response(.head, "/form").status == 405)
        #expect(try await response(.get, "/form").status == 404)
        #expect(try await response(.get, "/busy").headers["Retry-After"] == "60")
        #expect(try await response(.get, "/busy").status == 200)
        #expect(try await response(.get, "/page").body == Data("<title>A page</title>".utf8))
        await #expect(throws: HTTPError.self) { try await response(.get, "/broken") }
    }

    @Test(arguments: [
        "returns", "200 later", "200 to", "200 after", "200 after 1", "200 after a s",
        "429 Retry-After soon",
    ])
    func `a line with an unknown response or option records an issue`(response: String) {
        withKnownIssue { _ = ScriptedSite(stringLiteral: "/ \(response)") }
    }

    @Test func `a request times out if its response takes as long as the timeout`() async throws {
        let clock = ManualClock()
        let client = ScriptedHTTPClient(["/": .delayed(by: .seconds(2), .respond())], clock: clock)
        let url = try #require(URL(string: "http://shelf.example/"))
        for (timeout, status) in [(Duration.seconds(2), nil), (.seconds(3), 200)] {
            let response = Task {
                try await client.send(HTTPRequest(.get, url, timeout: timeout)).status
            }
            _ = await clock.advanceToNextSleeper()
            #expect((try? await response.value) == status)
        }
    }
}

@Suite(.timeLimit(.minutes(5)))
struct ManualClockTests {
    private let clock = ManualClock()

    @Test func `wakes a sleeper at the end of its sleep and not before`() async throws {
        let start = clock.now
        let sleeper = Task { [clock] in
            try await clock.sleep(for: .seconds(2))
            return clock.now
        }
        await clock.waitForSleepers(1)
        #expect(clock.now == start)
        clock.advance(by: .milliseconds(1500))
        #expect(clock.now == start + 1.5)
        #expect(clock.sleepers == 1)
        clock.advance(by: .milliseconds(500))
        #expect(try await sleeper.value == start + 2)
        #expect(clock.sleepers == 0)
    }

    @Test func `advancing to the next sleeper moves the time to the end of the shortest sleep`()
        async throws
    {
        let start = clock.now
        let sleepers = [3, 1, 2].map { seconds in
            Task { [clock] in try await clock.sleep(for: .seconds(seconds)) }
        }
        await clock.waitForSleepers(3)
        for seconds in 1...3 {
            #expect(await clock.advanceToNextSleeper())
            #expect(clock.now == start + TimeInterval(seconds))
        }
        for sleeper in sleepers {
            try await sleeper.value
        }
    }

    @Test(arguments: WallClockContract.allCases)
    func `satisfies the contract of a clock`(_ rule: WallClockContract) async throws {
        try await rule.check(clock)
    }

    @Test func `canceling removes a sleeper and ends the wait for sleepers`() async {
        let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(1)
        sleeper.cancel()
        _ = await sleeper.result
        #expect(clock.sleepers == 0)
        let driver = Task { [clock] in await clock.advanceToNextSleeper() }
        driver.cancel()
        #expect(await driver.value == false)
    }
}

struct RecordingTerminalTests {
    @Test(arguments: [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a"]),
        ("a\r\n\nb", ["a", "", "b"]),
        ("\n", [""]),
    ])
    func `reads standard input line by line`(_ input: String, _ lines: [String]) throws {
        let terminal = try RecordingTerminal(input: input)
        var read: [String] = []
        while let line = terminal.readLine() {
            read.append(line)
        }
        #expect(read == lines)
        #expect(
            try terminal.file(of: .input).readToEnd() == (input.isEmpty ? nil : Data(input.utf8))
        )
    }

    @Test func `records each stream separately`() throws {
        let terminal = try RecordingTerminal()
        for text in ["one ", "two"] {
            try terminal.file(of: .output).write(contentsOf: Data(text.utf8))
        }
        try terminal.file(of: .error).write(contentsOf: Data("three".utf8))
        #expect(try terminal.text(of: .output) == "one two")
        #expect(try terminal.text(of: .error) == "three")
        try terminal.file(of: .output).write(contentsOf: Data(" four".utf8))
        #expect(try terminal.text(of: .output) == "one two four")
    }

    @Test func `by default, the streams are not a terminal and no program is found`() throws {
        let file = try RecordingTerminal()
        let terminal = try RecordingTerminal(columns: 40) { $0 == $1 ? 1 : 0 }
        #expect(!file.isTerminal(.output))
        #expect(file.columns(of: .output) == nil)
        #expect(file.run("vi", with: "a") == 127)
        #expect(terminal.isTerminal(.input))
        #expect(terminal.columns(of: .error) == 40)
        #expect(terminal.run("a", with: "a") == 1)
        #expect(terminal.run("a", with: "b") == 0)
    }
}
