import Foundation
import ProgramTesting
import Testing

/// Tests how `Tests/run` runs tests, with a stand-in that prints what Swift Testing prints.
struct TestReportTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // The watcher does not wait.
        try folder.writeScript("", to: "bin/sleep")
    }

    private func run(
        _ script: String,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> Outcome {
        try folder.write("", to: "temporary/file")
        let tests = try folder.writeScript(script, to: "tests")
        var environment = [String: String].preferringPrograms(in: folder.path("bin"))
        environment["TMPDIR"] = folder.path("temporary")
        environment["TEST_SILENCE"] = "10"
        let outcome = try await Subprocess.run(
            "bash",
            ["-c", "source App/common.sh; run_watched '\(tests)'"],
            environment: environment,
            input: "a line that the tests must not read\n",
            in: BuiltProducts.packageRoot.path
        )
        let files = try folder.contents(of: "temporary").keys
        #expect(Array(files) == ["file"], sourceLocation: location)
        return outcome
    }

    @Test func `repeats the failures at the end, and removes the temporary folder`() async throws {
        let outcome = try await run(
            """
            touch "$TMPDIR/left"
            echo '✘ Test "a" recorded an issue at A.swift:1:2: Expectation failed: b'
            echo '✔ Test "c" passed after 0.001 seconds.'
            exit 1
            """
        )
        #expect(outcome.code == 1)
        let end =
            "== failed:\n✘ Test \"a\" recorded an issue at A.swift:1:2: Expectation failed: b\n"
        #expect(outcome.output.hasSuffix(end))
    }

    @Test(.timeLimit(.minutes(1))) func `ends tests that do not end, and prints their names`()
        async throws
    {
        let outcome = try await run(
            #"""
            log=$2
            event() { echo "{\"payload\":{\"kind\":\"$1\",\"testID\":\"$2\"}}"; }
            {
                event testStarted CTests.A
                event testStarted 'CTests.A\/`b \"c\"`()\/A.swift:1:2'
                event testStarted 'CTests.A\/d()\/A.swift:3:4'
                event testEnded 'CTests.A\/d()\/A.swift:3:4'
            } >"$log.new"
            mv "$log.new" "$log"
            tail -f /dev/null
            """#
        )
        #expect(outcome.code != 0)
        #expect(outcome.output.hasSuffix(" seconds):\nCTests.A/`b \"c\"`()/A.swift:1:2\n"))
    }

    @Test func `explains known issues, and gives the tests no standard input`() async throws {
        let outcome = try await run(
            """
            read line || echo '━ Test run with 1 test passed after 0.001 seconds with 1 known issue.'
            """
        )
        #expect(outcome.code == 0)
        #expect(
            outcome.output.hasSuffix(
                "\n== passed; a known issue is expected: a test of a mock or a trait makes it report an issue\n"
            )
        )
    }
}
