import Foundation
import ProgramTesting

/// The built program, run as its users run it, with a separate home folder.
struct Program: ShelfRunner {
    let folder: TemporaryFolder
    init() throws {
        folder = try TemporaryFolder()
    }
    var library: String { path("library.db") }
    var environment: [String: String] {
        [
            "HOME": folder.url.path, "PATH": "/usr/bin:/bin", "SHELF_LIBRARY": library,
            "TERM": "xterm", "TMPDIR": folder.url.path,
        ]
    }

    func outcome(
        of call: CommandLine,
        input: String,
        environment: [String: String]
    ) async throws -> Outcome {
        try await start(call, input: input, environment: environment).outcome()
    }

    func files(_ prefix: String) throws -> [String] {
        try folder.names().filter { $0.hasPrefix(prefix) }
    }

    /// Starts the program, or another program such as `nohup` that runs it.
    func start(
        _ call: CommandLine,
        by caller: [String] = [],
        input: String = "",
        from source: FileHandle? = nil,
        output: FileHandle? = nil,
        environment: [String: String] = [:]
    ) throws -> Subprocess {
        let words = caller + [BuiltProducts.program("Shelf")] + call.arguments
        return try Subprocess(
            words[0],
            Array(words.dropFirst()),
            environment: self.environment.merging(environment) { $1 }.filter { !$0.value.isEmpty },
            input: input,
            from: source,
            output: output,
            folder: folder
        )
    }
}
