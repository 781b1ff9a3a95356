import Checking
import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Injection
import InjectionTesting
import Testing

extension CheckingContainer {
    static let site: ScriptedSite = ["/dead": .respond(status: 404), "/fine": .respond()]
    var clock: Factory<any WallClock> { self { ManualClock() }.cached }
    var httpClient: Factory<any HTTPClient> { self { ScriptedHTTPClient(Self.site) }.cached }
    var checkHistoryStore: Factory<any CheckHistoryStore> {
        self { InMemoryCheckHistoryStore() }.cached
    }
}

extension Trait where Self == ContainerTrait<CheckingContainer> {
    fileprivate static var checking: Self {
        Self(shared: CheckingContainer.$shared, container: CheckingContainer())
    }
}

@Suite(.checking)
struct NoContainerTests {
    private func verdicts(of checker: any LinkChecker) async throws -> [Verdict] {
        var records: [CheckRecord] = []
        let links = ["fine", "dead"].enumerated().map { index, path in
            Link(
                id: Int64(index),
                url: "http://shelf.example/\(path)",
                added: .distantPast,
                updated: .distantPast
            )
        }
        let policy = CheckPolicy(interval: .zero, retries: 0)
        for try await outcome in checker.check(links, policy: policy) {
            records.append(try #require(outcome.record))
        }
        return records.sorted { $0.link < $1.link }.map(\.verdict)
    }

    @Test func `the checker returns the same verdicts with and without a container`() async throws {
        let program = Program(
            http: ScriptedHTTPClient(CheckingContainer.site),
            history: InMemoryCheckHistoryStore(),
            time: ManualClock()
        )
        #expect(try await verdicts(of: program.checker) == [.ok, .dead])
        #expect(try await verdicts(of: CheckingContainer.shared.linkChecker()) == [.ok, .dead])
    }

    @Test func `a container replaces one dependency in a test`() async throws {
        CheckingContainer.shared.httpClient.register {
            ScriptedHTTPClient(["/fine": .respond(), "/dead": .respond()])
        }
        #expect(try await verdicts(of: CheckingContainer.shared.linkChecker()) == [.ok, .ok])
    }
}
