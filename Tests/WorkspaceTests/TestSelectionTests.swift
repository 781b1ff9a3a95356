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
        #expect(outcome.output.split(separator: "\n").map(String.init) == names.sorted())
    }

    @Test(
        arguments: Row.table(
            """
            Pagse → no module 'Pagse' has tests; did you mean 'Pages'?; 'Tests/run --list' prints the names
            librry → no module 'librry' has tests; did you mean 'Library'?; 'Tests/run --list' prints the names
            Nonsense → no module 'Nonsense' has tests; 'Tests/run --list' prints the names
            inj → 'inj' can be Injection, InjectionRegistry
            """
        )
    )
    func `reports a name that selects no tests or several`(row: Row) async throws {
        let outcome = try await run("HTML", row[0])
        #expect(outcome.errors == "Tests/run: \(row[1])\n")
        #expect(outcome.output == "")
        #expect(outcome.code == 64)
    }
}
