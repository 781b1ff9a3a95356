import ProgramTesting
import Testing

/// What people read when they ask for help or mistype.
struct CommandLineTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test func `without a command it shows the help`() async throws {
        let outcome = try await program.run([])
        #expect((outcome.code, outcome.errors) == (0, ""))
        #expect(outcome.output.contains("\nUsage: appname ") && outcome.output.contains("\nExit codes:\n  0 "))
        #expect(try await program.run(["--help"]).output == outcome.output)
    }

    @Test func `the version is one line`() async throws {
        let outcome = try await program.run(["--version"])
        #expect(outcome.output.wholeMatch(of: /appname \d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: [
        (["--nonsense"], "unknown option '--nonsense'; 'appname --help' shows them all"),
        (["--halp"], "unknown option '--halp'; did you mean '--help'?"),
        (["--version=2"], "option '--version' takes no value"),
    ])
    func `what is wrong with a call is said in one line`(_ arguments: [String], _ message: String) async throws {
        let outcome = try await program.run(arguments)
        #expect((outcome.code, outcome.output, outcome.errors) == (64, "", "appname: \(message)\n"))
    }
}
