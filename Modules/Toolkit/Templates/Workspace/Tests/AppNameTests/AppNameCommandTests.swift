import AppName
import Bootstrap
import Injection
import Synchronization
import Testing

/// Tests the commands. The commands run in the test process, so a test can register mocks in the
/// container.
struct AppNameCommandTests {
    let container = AppContainer()

    func run(
        _ arguments: String...,
        environment: [String: String] = [:]
    ) async -> (code: Int32, output: String, errors: String) {
        let output = Mutex("")
        let errors = Mutex("")
        let console = Console(
            output: { text in output.withLock { $0 += text } },
            errors: { text in errors.withLock { $0 += text } }
        )
        let code = await AppContainer.$shared.withValue(container) {
            await AppNameCommand.run(arguments, environment: environment, console: console)
        }
        return (code, output.withLock(\.self), errors.withLock(\.self))
    }

    @Test func `prints the version, and prints the help if no command is given`() async {
        #expect(await run("--version").output == "appname 0.1.0\n")
        #expect(container.settings().version == "0.1.0")
        let outcome = await run()
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("Usage: appname "))
        #expect(await run("help") == outcome)
    }

    @Test func `prints a one-line message for an unknown command`() async {
        let message = "appname: unknown command 'nonsense'; 'appname help' lists the commands\n"
        #expect(await run("nonsense") == (64, "", message))
    }
}
