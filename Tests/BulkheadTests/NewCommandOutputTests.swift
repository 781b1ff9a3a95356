import Foundation
import ProgramTesting
import Testing

/// Tests the output of `new`, by running the program with stand-ins for the toolchain.
struct NewCommandOutputTests {
    private let folder: TemporaryFolder
    private let tools: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        tools = try TemporaryFolder()
        // Finds no type of any name.
        let probe = "$(sed -n 's/typealias Probe = //p' \"$2\")"
        try tools.writeScript(
            "echo \"error: cannot find type '\(probe)' in scope\" >&2; exit 1",
            to: "swiftc"
        )
        try tools.writeScript("", to: "swift")
    }

    private func new(_ arguments: String...) async throws -> Outcome {
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = "\(tools.url.path):\(environment["PATH"] ?? "")"
        return try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            ["new"] + arguments,
            environment: environment,
            in: folder.url.path
        )
    }

    @Test func `prints two levels of folders, and three levels of features and services`()
        async throws
    {
        let outcome = try await new("Shop", "--dry-run")
        let modules = """

              Modules/
              + Bootstrap
              + Boundaries
              + Core
              + CoreTesting
                Features/
                + Notes
              + Injection
                Services/
                + Files
            + Package.swift

            """
        #expect(outcome.output.contains(modules), "\(outcome)")
        #expect(outcome.errors == "")
    }

    @Test func `prints neither features nor services of an empty workspace`() async throws {
        let outcome = try await new("Shop", "--empty", "--dry-run")
        #expect(outcome.output.contains("  + CoreTesting\n  + Injection\n+ Package.swift\n"))
        #expect(outcome.output.hasSuffix("\n\nnothing was written\n"))
    }
}
