import Foundation
import ProgramTesting
import Testing

struct ExampleTests {
    private static let names = try? FileManager.default
        .contentsOfDirectory(atPath: BuiltProducts.packageRoot.appending(path: "App/Examples").path)
        .sorted()

    private func run(_ name: String, _ arguments: String...) async throws -> Outcome {
        try await Subprocess.run(BuiltProducts.program(name), arguments)
    }

    @Test(arguments: try #require(names))
    func `every example runs, prints help, and refuses unknown arguments with a one-line message`(
        name: String
    ) async throws {
        let plain = try await run(name)
        #expect(plain.code == 0)
        #expect(plain.errors == "")
        #expect(!plain.output.isEmpty)
        #expect(try await run(name).output == plain.output, "two runs print different output")
        let help = try await run(name, "--help")
        #expect(help.code == 0)
        #expect(help.output.contains("swift run \(name)"))
        for word in ["--nonsense", "nonsense"] {
            let refused = try await run(name, word)
            #expect(refused.code == 64)
            #expect(refused.output == "")
            #expect(refused.errors.hasPrefix("\(name): "))
            #expect(refused.errors.contains("'\(word)'"))
            #expect(refused.errors.contains("; see '\(name) --help'"))
            #expect(refused.errors.count { $0.isNewline } == 1)
        }
    }

    @Test func `CheckingExample reaches every verdict on a scripted web`() async throws {
        let lines = try await run("CheckingExample").output.split(separator: "\n")
        #expect(lines.count == 9)
        let verdicts = Set(lines.dropLast().compactMap { $0.split(separator: " ").first })
        #expect(verdicts == ["ok", "moved", "blocked", "flaky", "dead"])
        #expect(lines.contains("ok      https://shelf.example/tired   3 requests, 1.50 s"))
        #expect(lines.last == "8 verdicts in the history, 16 requests, 63.20 s of scripted time")
    }

    @Test func `CheckingExample retries as often as --retries specifies, and shows each request`()
        async throws
    {
        let outcome = try await run("CheckingExample", "--retries", "0", "--requests")
        #expect(
            outcome.output.contains(
                "flaky   https://shelf.example/tired   server error 503, 2 requests, 0.50 s\n"
            )
        )
        #expect(outcome.output.contains("        at 0.20 s: HEAD https://shelf.example/tired\n"))
        #expect(
            outcome.output.hasSuffix(
                "8 verdicts in the history, 14 requests, 40.70 s of scripted time\n"
            )
        )
        let refused = try await run("CheckingExample", "--retries", "11")
        let message =
            "CheckingExample: invalid value '11' for '--retries': expected a whole number, 0 to 10\n"
        #expect(refused.code == 64)
        #expect(refused.errors == message)
    }

    @Test func `LibraryExample recognizes all spellings of a URL, and refuses invalid URLs`()
        async throws
    {
        let outcome = try await run(
            "LibraryExample",
            "--add",
            "ftp://shelf.example",
            "--search",
            "bread"
        )
        #expect(
            outcome.output == """
                added 1: https://shelf.example/bread, 'Bread for beginners'
                added 2: https://shelf.example/swift, 'A guide to Swift'
                already saved as 2: https://shelf.example/swift, 'A guide to Swift'
                added 3: https://shelf.example/locked, the server responded with status 401
                cannot save 'ftp://shelf.example': unsupported scheme 'ftp:'; specify an http or https URL
                search for 'bread': 1 found
                  1 Bread for beginners: https://shelf.example/bread

                """
        )
    }
}
