import Foundation
import ProgramTesting
import Testing

/// Tests how `Tests/run` selects tests. `Tests/run --all` also builds the tests of two modules.
struct TestSelectionTests {
    private func run(_ arguments: String...) async throws -> Outcome {
        let script = BuiltProducts.packageRoot.appending(path: "Tests/run").path
        return try await Subprocess.run(script, arguments)
    }

    @Test func `lists the modules that have tests`() async throws {
        let outcome = try await run("--list")
        #expect(outcome.code == 0)
        let names = try ["Tests", "Tests/Toolkit"].flatMap { path in
            let folder = BuiltProducts.packageRoot.appending(path: path)
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        }
        .filter { $0.hasSuffix("Tests") }
        .map { String($0.dropLast("Tests".count)) }
        #expect(names.count > 30)
        #expect(Set(outcome.output.split(separator: "\n").map(String.init)) == Set(names))
    }

    @Test(arguments: [
        Mistake("Pagse", "no module 'Pagse' has tests; did you mean 'Pages'?; "),
        Mistake("librry", "no module 'librry' has tests; did you mean 'Library'?; "),
        Mistake("Nonsense", "no module 'Nonsense' has tests; 'Tests/run --list' prints the names"),
        Mistake("inj", "'inj' can be Injection, InjectionRegistry"),
    ])
    func `reports a name that selects no tests or several`(mistake: Mistake) async throws {
        let outcome = try await run("HTML", mistake.name)
        #expect(outcome.errors.hasPrefix("Tests/run: \(mistake.message)"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.output == "")
        #expect(outcome.code == 64)
    }

    struct Mistake: Sendable {
        let name: String
        let message: String

        init(_ name: String, _ message: String) {
            self.name = name
            self.message = message
        }
    }
}
