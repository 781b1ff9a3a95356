import CheckingInterface
import Core
import CoreTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MaxAgeTests {
    private let day = CheckPolicy(interval: .zero, maxAge: .seconds(86_400))
    private let url = "http://a.example/gone"

    @Test func `what was checked lately is reported as it was, and not requested`() async throws {
        let fixture = CheckingFixture(["/gone": .respond(status: 404), "/new": .respond()])
        let first = try await fixture.check([url], day)
        fixture.clock.advance(by: .seconds(3600))
        let second = try await fixture.check([url, "http://a.example/new"], day)
        #expect(second.first == first.first)
        #expect(second.map(\.verdict) == [.dead, .ok])
        #expect(fixture.asked == ["HEAD /gone", "GET /gone", "HEAD /new"])
        #expect(await fixture.history.history(of: 1).count == 1)
    }

    @Test(arguments: [(0.0, 1), (86_400.0, 1), (86_401.0, 2)])
    func `what was checked longer ago is checked again`(seconds: Double, checks: Int) async throws {
        let fixture = CheckingFixture(["/gone": .respond()])
        _ = try await fixture.check([url], day)
        fixture.clock.advance(by: .seconds(seconds))
        _ = try await fixture.check([url], day)
        #expect(fixture.asked.count == checks)
    }

    @Test func `without an age everything is checked again`() async throws {
        let fixture = CheckingFixture(["/gone": .respond()])
        for _ in 1...2 { _ = try await fixture.check([url], CheckPolicy()) }
        #expect(fixture.asked.count == 2)
    }

    @Test func `a link that has changed since is checked again`() async throws {
        let fixture = CheckingFixture(["/gone": .respond(), "/here": .respond()])
        _ = try await fixture.check([url], day)
        fixture.clock.advance(by: .seconds(60))
        let changed = Link(id: 1, url: "http://a.example/here", added: .distantPast, updated: fixture.clock.now)
        for try await _ in fixture.checker.check([changed], policy: day) {}
        #expect(fixture.asked == ["HEAD /gone", "HEAD /here"])
    }

    @Test func `a check that was stopped goes on where it was`() async throws {
        let paths = (1...100).map { "/\($0)" }
        // The last sixty answer at the second time they are asked.
        let site = ScriptedSite(
            Dictionary(uniqueKeysWithValues: paths.dropFirst(40).map { ($0, .sequence([.hang, .respond()])) }),
            otherwise: .respond())
        let fixture = CheckingFixture(site)
        let urls = paths.map { "http://a.example\($0)" }
        var policy = day
        (policy.concurrency, policy.perHost) = (100, 100)
        var count = 0
        for try await _ in fixture.checker.check(links(urls), policy: policy) {
            count += 1
            guard count == 40 else { continue }
            await fixture.http.waitForRequests(100)
            break
        }
        #expect(try await fixture.check(urls, policy).map(\.verdict) == Array(repeating: .ok, count: 100))
        #expect(fixture.asked.count == 160)
    }
}
