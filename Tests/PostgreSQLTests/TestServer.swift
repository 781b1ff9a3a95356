import Foundation
import ProgramTesting

/// A PostgreSQL server for tests.
struct TestServer: Sendable {
    /// The folder that contains the socket.
    let folder: String
    /// The standard input of the script that runs the server. When this pipe is released or the
    /// process ends, the pipe is closed, which stops the server.
    private let lifeline: Pipe

    static func shared() async throws -> TestServer {
        try await started.value
    }

    /// Starts a separate server, for a test that crashes it or changes its settings.
    static func own(_ settings: [String] = []) async throws -> TestServer {
        try await Task { try start(settings) }.value
    }

    /// Returns the URL and the schema of a new library on the server. The role `keeper` owns the
    /// database, and the role `guarded` requires a password.
    func newURL(
        role: String = "keeper",
        database: String = "shelf",
        schema: String = "s" + UUID().uuidString.lowercased().replacing("-", with: "")
    ) -> (url: String, schema: String) {
        ("postgres://\(role)@/\(database)?host=\(folder)&schema=\(schema)", schema)
    }

    /// Runs SQL with psql in a schema, and returns the output.
    @discardableResult
    func execute(
        _ sql: String,
        in schema: String = "public",
        as role: String = "keeper"
    ) async throws -> String {
        let outcome = try await Subprocess(
            "psql",
            [
                "--quiet", "--no-psqlrc", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1",
                "--host=\(folder)", "--username=\(role)", "--command=SET search_path = \(schema)",
                "--command=\(sql)", "shelf",
            ],
            environment: ProcessInfo.processInfo.environment,
            folder: TemporaryFolder()
        ).outcome()
        guard outcome.code == 0 else {
            throw TestServerError(words: outcome.errors)
        }
        return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Crashes the server by killing one of its processes. The server closes all connections,
    /// recovers, and accepts new connections.
    func crash() async throws {
        let process = try await execute(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'",
            as: "postgres"
        )
        guard let process = Int32(process) else {
            throw TestServerError(words: process)
        }
        _ = kill(process, SIGKILL)
    }

    private static let started = Task { try start() }

    private static func start(_ settings: [String] = []) throws -> TestServer {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "PostgreSQL/server")
        let lifeline = Pipe()
        let output = Pipe()
        // Unlike a `Subprocess`, the server outlives the tests that use it, and is not awaited.
        let process = Process()
        process.executableURL = script
        process.arguments = settings
        process.standardInput = lifeline
        process.standardOutput = output
        try process.run()
        let words = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard words.hasPrefix("/") else {
            throw TestServerError(words: words)
        }
        return TestServer(folder: words, lifeline: lifeline)
    }
}

/// An error that indicates that the server did not start, or rejected a statement.
struct TestServerError: Error {
    let words: String
}
