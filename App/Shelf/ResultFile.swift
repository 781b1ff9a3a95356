import Bootstrap
import CommandLineArguments
import Core

/// The destination of results: a file, or standard output if the path is `-`.
struct ResultFile {
    let path: String
    private let console: Console
    private let library: LibraryLocation

    /// Creates a destination for the results of a command.
    ///
    /// - Parameter library: The library of the command, which the results must not overwrite.
    init(_ path: String, of library: LibraryLocation, console: Console) throws(UsageError) {
        guard !path.isEmpty else {
            throw .custom("empty file name; specify a file, or '-' for standard output")
        }
        self.path = try path.asPath()
        self.library = library
        self.console = console
    }

    var isStandardOutput: Bool { path == "-" }

    /// Writes the results in pieces.
    func write(
        with writer: any FileWriter,
        _ body: (_ write: @Sendable (String) throws -> Void) async throws -> Void
    ) async throws {
        if isStandardOutput {
            try await body { try console.write($0) }
            return
        }
        guard !library.isFile(at: path) else {
            throw UsageError.custom("'\(path)' is the library itself; specify another file")
        }
        try await writer.write(to: path, body)
    }
}
