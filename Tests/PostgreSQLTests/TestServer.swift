import Foundation
import ProgramTesting

/// A server of these tests alone, which ends with their process, however that ends.
struct TestServer: Sendable {
    /// The folder of its socket.
    let folder: String

    /// The one server of all tests.
    static func shared() async throws -> TestServer { try await started.value }

    /// An address on the server, of a library that nobody else has.
    ///
    /// - Parameter role: Whose it is; `keeper` owns the database, and `guarded` needs a password.
    func newAddress(role: String = "keeper", database: String = "shelf") -> String {
        let schema = "s" + UUID().uuidString.lowercased().replacing("-", with: "")
        return "postgres://\(role)@/\(database)?host=\(folder)&schema=\(schema)"
    }

    /// Runs SQL as another program would, in the schema of an address; returns what it prints.
    @discardableResult
    func execute(_ sql: String, at address: String, role: String = "keeper") async throws -> String {
        let outcome = try await psql(sql, at: address, role: role).outcome()
        guard outcome.code == 0 else { throw TestServerError(words: outcome.errors) }
        return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Waits until a condition holds, in SQL, in the schema of an address; throws when `isWorthwhile` is false before.
    ///
    /// It keeps its thread: who waits for a lock gives up after a while, and a test that lets go of its thread may get one back,
    /// among all the others, only after that.
    func wait(until condition: String, at address: String, while isWorthwhile: () -> Bool = { true }) throws {
        let loop = "WHILE NOT (\(condition)) LOOP PERFORM pg_sleep(0.01); END LOOP"
        let watcher = try psql("DO $$ BEGIN \(loop); END $$", at: address)
        while watcher.isRunning {
            guard isWorthwhile() else { throw TestServerError(words: "nothing makes \(condition) come true") }
            sched_yield()
        }
    }

    /// Starts psql with some SQL, in the schema of an address.
    func psql(_ sql: String, at address: String, role: String = "keeper") throws -> Call {
        let schema = address.split(separator: "schema=").last ?? ""
        return try Call(
            "psql",
            [
                "--quiet", "--no-psqlrc", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1", "--host=\(folder)",
                "--username=\(role)", "--command=SET search_path = \(schema)", "--command=\(sql)", "shelf",
            ], environment: ProcessInfo.processInfo.environment, folder: TemporaryFolder())
    }

    private static let started = Task { try start() }

    /// The end of this process closes the pipe, and the script then stops the server.
    private static let lifeline = Pipe()

    private static func start() throws -> TestServer {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "PostgreSQL/server")
        let output = Pipe()
        let process = Process()
        process.executableURL = script
        process.standardInput = lifeline
        process.standardOutput = output
        try process.run()
        let words = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard words.hasPrefix("/") else { throw TestServerError(words: words) }
        return TestServer(folder: words)
    }
}

/// The server does not start, or refuses what it is told.
struct TestServerError: Error {
    /// What was said.
    let words: String
}
