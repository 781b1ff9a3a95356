import Foundation
import Testing

/// The built program, called as its users call it, with a home of its own.
final class Program: Sendable {
    /// A folder for this test alone; the home of the program, and where its library lies.
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "shelf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// The library that `run` uses.
    var library: String { path("library.db") }

    /// Makes a file in the folder and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
        return path(name)
    }

    /// Runs the program on the library of this test.
    @discardableResult
    func run(
        _ arguments: String..., input: String = "", environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(arguments, input: input, environment: ["SHELF_LIBRARY": library].merging(environment) { $1 })
    }

    /// Runs the program with these arguments and no variables but these and its home.
    func run(_ arguments: [String], input: String = "", environment: [String: String]) async throws -> Outcome {
        try await Call(self, arguments, input: input, environment: environment).outcome()
    }

    /// Starts the program on the library of this test and does not wait for its end.
    func start(_ arguments: String..., output: FileHandle? = nil) throws -> Call {
        try Call(self, arguments, input: "", environment: ["SHELF_LIBRARY": library], output: output)
    }

    /// The program is built beside the tests.
    static func executable() throws -> URL {
        #if os(macOS)
            let bundle = try #require(Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") })
            return bundle.bundleURL.deletingLastPathComponent().appending(path: "shelf")
        #else
            return Bundle.main.bundleURL.appending(path: "shelf")
        #endif
    }
}
