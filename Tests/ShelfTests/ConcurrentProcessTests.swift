import CoreTesting
import Foundation
import ProgramTesting
import ServerTesting
import Testing

struct ConcurrentProcessTests {
    private let program: Program
    init() throws {
        program = try Program()
    }

    private func concurrently(
        _ count: Int,
        _ call: @escaping @Sendable (Int) async throws -> Outcome
    ) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for number in 0..<count {
                group.addTask { try await call(number) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func urls(_ count: Int, under path: String) -> String {
        (0..<count).map { "https://example.org/\(path)/\($0)" }.joined(separator: "\n")
    }

    @Test func `adds a link only once if four processes add it concurrently`() async throws {
        let outcomes = try await concurrently(4) { _ in
            try await program.run("add --no-fetch -", input: urls(50, under: "same"))
        }
        var added: [Int] = []
        for outcome in outcomes {
            let new = outcome.output.split(separator: "\n").compactMap {
                $0.split(separator: " ").first.flatMap { Int($0) }
            }
            let notes = outcome.errors.split(separator: "\n")
            #expect(new.count + notes.count == 50)
            #expect(notes.allSatisfy { $0.contains("already exists: https://") })
            #expect(outcome.code == (notes.isEmpty ? 0 : 1))
            added += new
        }
        #expect(added.sorted() == Array(1...50))
        #expect(try await program.links("list").count == 50)
    }

    @Test
    func `loses no link while processes repeatedly open and close the library`() async throws {
        _ = try await concurrently(4) { writer in
            var outcome: Outcome?
            for number in 0..<8 {
                outcome = try await program.run(
                    "add --no-fetch https://example.org/\(writer)/\(number)"
                )
                #expect(outcome?.code == 0, "\(outcome?.errors ?? "")")
            }
            return try #require(outcome)
        }
        #expect(try await program.links("list").count == 32)
    }

    @Test func `two concurrent checks both save their verdicts`() async throws {
        try await LoopbackServer.serving(ScriptedSite(otherwise: .respond())) { server in
            let urls = (1...100).map { "\(server.url)\($0)" }.joined(separator: "\n")
            try await program.run("add --no-fetch -q -", input: urls)
            let outcomes = try await concurrently(2) { _ in
                try await program.run("check --interval 0ms")
            }
            for outcome in outcomes {
                #expect(outcome.code == 0, "\(outcome.errors)")
                #expect(outcome.errors == "", "\(outcome.errors)")
                #expect(outcome.output == "checked 100 links: 100 ok\n")
            }
            let shown = try await program.run("show \((1...100).map(String.init))")
            #expect(shown.output.matches(of: /Z +ok +200/).count == 200)
        }
    }
}
