import Bootstrap
import Core
import CoreTesting
import Foundation
import Injection
import ProgramTesting
import Shelf

/// The commands of shelf, run in this process against mocks that are registered in a container.
///
/// ``Program`` starts the real program, for tests of streams, signals, files of libraries, terminals and several processes.
struct InProcessShelf: Sendable {
    /// The home of the calls, and the files that they read and write.
    let folder: TemporaryFolder
    /// The library of all calls.
    let store: InMemoryLinkStore
    /// The web of all calls.
    let web: ScriptedHTTPClient
    private let clock: ManualClock

    /// The library of settings: no file. The store that is registered takes its place.
    static let usualEnvironment = ["SHELF_LIBRARY": ":memory:"]

    /// The address of the scripted site.
    static let site = "http://site.example/"

    /// Creates an empty library, and a web in which every host is that site.
    init(_ site: ScriptedSite = ScriptedSite()) throws {
        folder = try TemporaryFolder()
        store = InMemoryLinkStore()
        clock = ManualClock()
        web = ScriptedHTTPClient(site, clock: clock)
    }

    /// Runs a command on the library of this test.
    @discardableResult
    func run(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(
            arguments, on: RecordingTerminal(input: input),
            environment: Self.usualEnvironment.merging(environment) { $1 })
    }

    /// Runs a command; `environment` holds all variables but `HOME`.
    @discardableResult
    func run(
        _ arguments: [String], environment: [String: String] = usualEnvironment
    ) async throws -> Outcome {
        try await run(arguments, on: RecordingTerminal(), environment: environment)
    }

    /// Runs a command on a terminal.
    @discardableResult
    func run(
        _ arguments: [String], on terminal: RecordingTerminal, environment: [String: String] = usualEnvironment
    ) async throws -> Outcome {
        let container = AppContainer()
        container.store.register { store }
        container.httpClient.register { web }
        container.clock.register { clock }
        // The time that a command waits for passes at once.
        let time = Task { while await clock.advanceToNextSleeper() {} }
        defer { time.cancel() }
        let code = await AppContainer.$shared.withValue(container) {
            await ShelfCommand.run(
                arguments, environment: ["HOME": folder.url.path].merging(environment) { $1 },
                system: HostSystem(terminal: terminal, fileWriter: HostSystem.current.fileWriter))
        }
        return Outcome(output: try terminal.text(of: .output), errors: try terminal.text(of: .error), code: code)
    }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.path(name) }

    /// Makes a file in the folder and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String { try folder.write(text, to: name) }
}
