import Bootstrap
import CheckingInterface
import Core
import CoreTesting
import Foundation
import Injection
import LibraryTesting
import ProgramTesting
import Shelf
import Testing
import TransferInterface

/// The commands of shelf, run in this process with mocks that are registered in a container.
/// ``Program`` starts the real program, for tests of streams, signals, library files, terminals and
/// several processes.
struct InProcessShelf: ShelfRunner {
    let folder: TemporaryFolder
    let store: InMemoryLinkStore
    let web: ScriptedHTTPClient
    var history: (any CheckHistory)?
    var checker: (any LinkChecker)?
    var transfer: (any LinkTransfer)?
    let clock: ManualClock
    /// Whether the clock advances whenever a command sleeps.
    var advancesClock = true
    static let site = "http://site.example/"

    /// Creates an empty library, and a web in which every host serves the site.
    init(_ site: ScriptedSite = ScriptedSite()) throws {
        folder = try TemporaryFolder()
        store = InMemoryLinkStore()
        clock = ManualClock()
        web = ScriptedHTTPClient(site, clock: clock)
    }

    func outcome(
        of call: CommandLine,
        input: String,
        environment: [String: String]
    ) async throws -> Outcome {
        try await run(call, on: RecordingTerminal(input: input), environment: environment)
    }

    @discardableResult
    func run(
        _ call: CommandLine,
        on terminal: RecordingTerminal,
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        // The registered store replaces the library, so the path `:memory:` only prevents the
        // command from looking for a file.
        let environment = ["SHELF_LIBRARY": ":memory:"].merging(environment) { $1 }
        let container = AppContainer()
        container.store.register { store }
        container.httpClient.register { web }
        container.clock.register { clock }
        container.terminal.register { terminal }
        if let checker {
            container.linkChecker.register { checker }
        }
        if let transfer {
            container.linkTransfer.register { transfer }
        }
        if let history {
            container.checkHistory.register { history }
        }
        let time = Task { while advancesClock, await clock.advanceToNextSleeper() {} }
        defer {
            time.cancel()
        }
        let code = await AppContainer.$shared.withValue(container) {
            await ShelfCommand.run(
                call.arguments,
                environment: ["HOME": folder.url.path].merging(environment) { $1 }
            )
        }
        return Outcome(
            output: try terminal.text(of: .output),
            errors: try terminal.text(of: .error),
            code: code
        )
    }
}

protocol ShelfRunner: Sendable {
    var folder: TemporaryFolder { get }

    /// Runs a command. An empty variable in `environment` counts as unset.
    func outcome(of call: CommandLine, input: String, environment: [String: String]) async throws
        -> Outcome
}

extension ShelfRunner {
    @discardableResult
    func run(
        _ call: CommandLine,
        input: String = "",
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await outcome(of: call, input: input, environment: environment)
    }

    func expect(
        _ call: CommandLine,
        prints output: String = "",
        errors: String = "",
        code: Int32 = 0,
        environment: [String: String] = [:],
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await run(call, environment: environment)
        #expect(outcome.output == output, sourceLocation: location)
        #expect(outcome.errors == errors, sourceLocation: location)
        #expect(outcome.code == code, sourceLocation: location)
    }

    /// Adds links without reading their pages. The call contains URLs and options of `shelf add`.
    func add(_ call: CommandLine, at location: SourceLocation = #_sourceLocation) async throws {
        let outcome = try await run("add --no-fetch --quiet \(call)")
        #expect(outcome.errors == "", sourceLocation: location)
        #expect(outcome.code == 0, sourceLocation: location)
    }

    func links(
        _ call: CommandLine,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> [PrintedLink] {
        try await run("\(call) --json").links(at: location)
    }

    func urls(
        _ call: CommandLine,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        try await links(call, at: location).map(\.url)
    }

    func path(_ name: String) -> String {
        folder.path(name)
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try folder.write(text, to: name)
    }
}

/// A link as commands print it with `--json`.
struct PrintedLink: Decodable {
    var id: Int
    var url: String
    var title: String?
    var note: String?
    var tags: [String]
    var verdict: String?
}

extension Outcome {
    func links(at location: SourceLocation = #_sourceLocation) throws -> [PrintedLink] {
        try decoded(at: location)
    }

    /// Returns the output as a value that is decoded from JSON.
    func decoded<Value: Decodable>(
        at location: SourceLocation = #_sourceLocation
    ) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(output.utf8))
        } catch {
            Issue.record(error, "\(self)", sourceLocation: location)
            throw error
        }
    }
}
