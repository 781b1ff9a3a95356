import Foundation
import ProgramTesting
import Testing

/// Tests the script `bulkhead` in a clone in which scripts replace the program and the compiler.
struct LauncherTests {
    private let folder: TemporaryFolder
    private let launcher: String

    init() throws {
        folder = try TemporaryFolder()
        launcher = folder.path("clone/bulkhead")
        for file in ["Package.swift", "Modules/Toolkit/Scaffolding/A.swift"] {
            try folder.write("", to: "clone/\(file)")
        }
        try folder.copy(
            ["bulkhead", "App/common.sh"],
            from: BuiltProducts.packageRoot,
            to: "clone"
        )
        try folder.writeScript("echo \"swift $*\"; exit 1", to: "bin/swift")
    }

    private func writeProgram(builtIn place: String) throws {
        try folder.writeScript(
            "echo \"bulkhead $*\"; pwd # \(place)/Modules/Toolkit/Scaffolding/",
            to: "clone/.build/debug/bulkhead"
        )
    }

    private func run(_ program: String, _ arguments: String...) async throws -> Outcome {
        var environment = [String: String].preferringPrograms(in: folder.path("bin"))
        environment["BULKHEAD_BUILD"] = nil
        environment["COMPILE_CACHE"] = nil
        return try await Subprocess.run(
            program,
            arguments,
            environment: environment,
            in: folder.path("bin")
        )
    }

    @Test func `a symbolic link to the script runs the program in the current folder`() async throws
    {
        try writeProgram(builtIn: folder.path("clone"))
        try folder.link("bin/b", to: "../bin/c")
        try folder.link("bin/c", to: launcher)
        let outcome = try await run(folder.path("bin/b"), "check", "a b")
        #expect(outcome.code == 0)
        #expect(outcome.errors == "")
        #expect(outcome.output == "bulkhead check a b\n\(folder.path("bin"))\n")
    }

    @Test func `a copy of the script outside the clone prints a one-line message`() async throws {
        try FileManager.default.copyItem(atPath: launcher, toPath: folder.path("bin/bulkhead"))
        let outcome = try await run(folder.path("bin/bulkhead"))
        #expect(outcome.code == 69)
        #expect(outcome.output == "")
        let reason = "'\(folder.path("bin"))' is not a clone of Bulkhead"
        #expect(outcome.errors.hasPrefix("bulkhead: \(reason); "))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test
    func `builds the program if it is missing or was built elsewhere, and reports failures`()
        async throws
    {
        for isThere in [false, true] {
            if isThere {
                try writeProgram(builtIn: "/elsewhere")
            }
            let outcome = try await run(launcher)
            #expect(outcome.code == 70)
            #expect(outcome.output == "")
            let start = "bulkhead: building (this takes about a minute the first time) …\n"
            #expect(outcome.errors.hasPrefix("\(start)swift build --package-path "))
            let end = "\nbulkhead: cannot build bulkhead; the compiler's errors are above\n"
            #expect(outcome.errors.hasSuffix(end))
        }
    }

    @Test func `rebuilds the program if it is older than a source`() async throws {
        try writeProgram(builtIn: folder.path("clone"))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 60)],
            ofItemAtPath: try folder.write("", to: "clone/Modules/Toolkit/Scaffolding/New.swift")
        )
        try folder.writeScript("exit 0", to: "bin/swift")
        let outcome = try await run(launcher, "check")
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("bulkhead check\n"))
        #expect(outcome.errors.hasPrefix("bulkhead: building "))
    }
}
