import CheckingInterface
import Core
import CoreTesting
import Foundation
import Testing

/// What servers do, in memory; BootstrapTests have the same over real sockets.
@Suite(.timeLimit(.minutes(5)))
struct TroubleTests {
    @Test(arguments: ServerTrouble.allCases)
    func `a server in trouble gets the verdict it deserves`(trouble: ServerTrouble) async throws {
        let base = try #require(URL(string: "http://shelf.example/"))
        let elsewhere = try #require(URL(string: "http://new.example/page"))
        let site = trouble.site(elsewhere: elsewhere, now: ManualClock().now)
            .serving(.respond(), at: elsewhere.path)
        let fixture = CheckingFixture(site)
        let record = try #require(try await fixture.check([trouble.url(at: base)]).first)
        #expect(record.verdict == trouble.verdict)
        #expect(record.attempts == trouble.requests)
        #expect(fixture.asked.count == trouble.requests)
    }
}
