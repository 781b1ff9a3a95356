import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// Several processes that use one library at once.
struct ManyProcessTests {
    private let program: Program

    init() throws { program = try Program() }

    /// What came of as many calls at once, each with a number of its own from 0 on.
    private func atOnce(
        _ count: Int, _ call: @escaping @Sendable (Int) async throws -> Outcome
    ) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for number in 0..<count { group.addTask { try await call(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func addresses(_ count: Int, under path: String) -> String {
        (0..<count).map { "https://example.org/\(path)/\($0)" }.joined(separator: "\n")
    }

    private func links() async throws -> [[String: Any]] {
        try #require(try await program.run("list", "--json").json as? [[String: Any]])
    }

    @Test func `a thousand links that four processes add at once are all kept`() async throws {
        let outcomes = try await atOnce(4) { number in
            try await program.run("add", "--no-fetch", "-q", "-", input: addresses(250, under: "\(number)"))
        }
        for outcome in outcomes { #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)") }
        let links = try await links()
        #expect(Set(links.compactMap { $0["url"] as? String }).count == 1000)
        #expect(Set(links.compactMap { $0["id"] as? Int }) == Set(1...1000))
    }

    @Test func `of four processes that add the same links at once, one adds each, and the others say so`() async throws
    {
        let outcomes = try await atOnce(4) { _ in
            try await program.run("add", "--no-fetch", "-", input: addresses(50, under: "same"))
        }
        var added: [Int] = []
        for outcome in outcomes {
            let new = outcome.output.split(separator: "\n").compactMap {
                $0.split(separator: " ").first.flatMap { Int($0) }
            }
            let refusals = outcome.errors.split(separator: "\n")
            #expect(
                new.count + refusals.count == 50 && refusals.allSatisfy { $0.contains("is there already: https://") })
            #expect(outcome.code == (refusals.isEmpty ? 0 : 1))
            added += new
        }
        #expect(added.sorted() == Array(1...50))
        #expect(try await links().count == 50)
    }

    @Test func `processes that open and close one library all the time lose nothing`() async throws {
        _ = try await atOnce(4) { writer in
            var outcome: Outcome?
            for number in 0..<8 {
                outcome = try await program.run("add", "--no-fetch", "https://example.org/\(writer)/\(number)")
                #expect(outcome?.code == 0, "\(outcome?.errors ?? "")")
            }
            return try #require(outcome)
        }
        #expect(try await links().count == 32)
    }

    @Test func `two checks at once both keep what they find`() async throws {
        try await LoopbackServer.serving(ScriptedSite(otherwise: .respond())) { server in
            let addresses = (1...100).map { "\(server.url)\($0)" }.joined(separator: "\n")
            try await program.run("add", "--no-fetch", "-q", "-", input: addresses)
            let outcomes = try await atOnce(2) { _ in try await program.run("check", "--interval", "0ms") }
            for outcome in outcomes {
                #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)")
                #expect(outcome.output == "checked 100 links: 100 ok\n")
            }
            let shown = try await program.run(
                ["show"] + (1...100).map(String.init), environment: ["SHELF_LIBRARY": program.library])
            #expect(shown.output.matches(of: /Z +ok +200/).count == 200)
        }
    }
}
