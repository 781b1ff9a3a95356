import AppName
import Bootstrap
import Injection  // container
import Synchronization
import Testing

// container
/// Tests the commands. The commands run in the test process, so a test can register mocks in the
/// container.
// end
// plain
/// Tests the commands. The commands run in the test process, so a test can pass mocks.
// end
struct AppNameCommandTests {
    let container = AppContainer()  // container
    var dependencies: (Settings) -> Dependencies = { Dependencies(settings: $0) }  // plain

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
        // container
        let code = await AppContainer.$shared.withValue(container) {
            await AppNameCommand.run(arguments, environment: environment, console: console)
        }
        // end
        // plain
        let code = await AppNameCommand.run(
            arguments,
            environment: environment,
            dependencies: dependencies,
            console: console
        )
        // end
        return (code, output.withLock(\.self), errors.withLock(\.self))
    }

    @Test func `prints the version, and prints the help if no command is given`() async {
        #expect(await run("--version").output == "appname 0.1.0\n")
        #expect(container.settings().version == "0.1.0")  // container
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
