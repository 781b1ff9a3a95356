import CheckingInterface
import Core
import CoreTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RetryTests {
    private let policy = CheckPolicy(interval: .zero)

    @Test func `a 503 that is healthy on the next try is ok after two requests`() async throws {
        let fixture = CheckingFixture(["HEAD /": .respond(status: 503), "GET /": .respond()])
        let record = try await fixture.check("/", policy)
        #expect(record.verdict == .ok)
        #expect(record.attempts == 2)
    }

    @Test func `a passing failure is tried again, later and later`() async throws {
        let fixture = CheckingFixture(["/": .respond(status: 500)])
        let record = try await fixture.check("/", CheckPolicy(interval: .zero, retries: 3))
        #expect(record.verdict == .flaky)
        #expect(record.attempts == 4)
        #expect(fixture.asked == ["HEAD /", "GET /", "GET /", "GET /"])
        #expect(fixture.instants == [0, 500, 1500, 3500])
    }

    @Test func `a wait is never longer than half a minute`() async throws {
        let fixture = CheckingFixture(["/": .respond(status: 500)])
        _ = try await fixture.check("/", CheckPolicy(interval: .zero, retries: 8))
        #expect(fixture.instants == [0, 500, 1500, 3500, 7500, 15_500, 31_500, 61_500, 91_500])
    }

    @Test func `a refused connection is tried again, and may still be ok`() async throws {
        let fixture = CheckingFixture(["/": .sequence([.fail(.cannotConnect(host: "shelf.example")), .respond()])])
        let record = try await fixture.check("/", policy)
        #expect(record.verdict == .ok)
        #expect(fixture.instants == [0, 500])
    }

    @Test(arguments: [403, 404, 501])
    func `a lasting failure is not tried again`(status: Int) async throws {
        let fixture = CheckingFixture(["/": .respond(status: status)])
        #expect(try await fixture.check("/", policy).attempts == 2)
    }

    @Test(arguments: [401, 407, 451])
    func `a refusal that no other method can turn takes one request`(status: Int) async throws {
        let fixture = CheckingFixture(["/": .respond(status: status)])
        let record = try await fixture.check("/", policy)
        #expect(record.verdict == .blocked)
        #expect(record.attempts == 1)
    }

    @Test(arguments: ["2", "Tue, 14 Nov 2023 22:13:22 GMT"], [429, 503])
    func `a server that asks for patience gets it`(retryAfter: String, status: Int) async throws {
        let busy = ScriptedSite.Behaviour.respond(status: status, headers: ["Retry-After": retryAfter])
        let fixture = CheckingFixture(["/": .sequence([busy, .respond()])])
        let record = try await fixture.check("/", policy)
        #expect(record.verdict == .ok)
        #expect(record.attempts == 2)
        #expect(record.milliseconds == 2000)
        #expect(fixture.instants == [0, 2000])
    }

    @Test func `a server that asks for a long time is not asked again`() async throws {
        let fixture = CheckingFixture(["/": .respond(status: 429, headers: ["Retry-After": "3600"])])
        let record = try await fixture.check("/", policy)
        #expect(record.verdict == .blocked)
        #expect(record.attempts == 1)
    }

    @Test func `a missing page is not dead on HEAD alone, even if it asks for patience`() async throws {
        let missing = ScriptedSite.Behaviour.respond(status: 404, headers: ["Retry-After": "3600"])
        let record = try await CheckingFixture(["HEAD /": missing, "/": .respond()]).check("/", policy)
        #expect(record.verdict == .ok)
    }

    @Test func `without retries nothing is asked twice the same way`() async throws {
        let fixture = CheckingFixture(["/": .reset])
        #expect(try await fixture.check("/", CheckPolicy(retries: 0)).attempts == 2)
        #expect(fixture.asked == ["HEAD /", "GET /"])
    }
}
