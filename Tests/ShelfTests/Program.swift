import Foundation
import ProgramTesting

/// The built program, called as its users call it, with a home of its own.
struct Program: Sendable {
    /// A folder for this test alone; the home of the program, and where its library lies.
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.path(name) }

    /// The library that `run` uses.
    var library: String { path("library.db") }

    /// Makes a file in the folder and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String { try folder.write(text, to: name) }

    /// Runs the program on the library of this test.
    @discardableResult
    func run(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(arguments, input: input, environment: ["SHELF_LIBRARY": library].merging(environment) { $1 })
    }

    /// Runs the program with these arguments and no variables but these and its home.
    @discardableResult
    func run(_ arguments: [String], input: String = "", environment: [String: String]) async throws -> Outcome {
        try await call(arguments, input: input, environment: environment).outcome()
    }

    /// Starts the program on the library of this test and does not wait for its end.
    func start(_ arguments: String..., output: FileHandle? = nil) throws -> Call {
        try start(arguments, output: output)
    }

    /// Starts the program with these arguments on the library of this test; another program, such as `nohup`, may call it.
    func start(
        _ arguments: [String], by caller: [String] = [], from source: FileHandle? = nil, output: FileHandle? = nil
    ) throws -> Call {
        try call(arguments, by: caller, from: source, environment: ["SHELF_LIBRARY": library], output: output)
    }

    private func call(
        _ arguments: [String], by caller: [String] = [], input: String = "", from source: FileHandle? = nil,
        environment: [String: String], output: FileHandle? = nil
    ) throws -> Call {
        let words = caller + [BuiltProducts.program("shelf")] + arguments
        return try Call(
            words[0], Array(words.dropFirst()),
            environment: ["HOME": folder.url.path, "PATH": "/usr/bin:/bin"].merging(environment) { $1 }, input: input,
            from: source, output: output, folder: folder)
    }
}
