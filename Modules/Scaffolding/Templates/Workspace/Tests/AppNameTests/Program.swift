import Foundation
import ProgramTesting

/// The built program, called as its users call it, with a home of its own.
struct Program: Sendable {
    /// A folder for this test alone, which is the home of the program.
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs the program with no variables but these and its home.
    @discardableResult
    func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Outcome {
        try await Call(
            BuiltProducts.program("appname"), arguments,
            environment: ["HOME": folder.url.path, "PATH": "/usr/bin:/bin"].merging(environment) { $1 },
            in: folder.url.path, folder: folder
        ).outcome()
    }
}
