import Foundation

/// Where a command writes: the standard streams, or what a test puts in their place.
public struct Console: Sendable {
    private let output: @Sendable (String) throws -> Void
    private let errors: @Sendable (String) throws -> Void

    /// Creates a console from the functions that write results and errors.
    public init(
        output: @escaping @Sendable (String) throws -> Void, errors: @escaping @Sendable (String) throws -> Void
    ) {
        self.output = output
        self.errors = errors
    }

    /// The standard streams of the process.
    static let standard = Console(
        output: { try FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
        errors: { try FileHandle.standardError.write(contentsOf: Data($0.utf8)) })

    /// Writes a result to standard output.
    func print(_ text: String) throws(OutputError) {
        do {
            try output(text + "\n")
        } catch {
            throw OutputError()
        }
    }

    /// Says what went wrong, on standard error; there is nobody left to tell when that fails too.
    func complain(_ text: String) { try? errors("appname: \(text)\n") }
}

/// Standard output takes no more.
struct OutputError: Error {}
