import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

struct Console: Sendable {
    let hasColor: Bool
    private let showsProgress: Bool

    init(environment: [String: String]) {
        let isDumb = environment["TERM"] == "dumb"
        hasColor = !isDumb && environment["NO_COLOR"]?.isEmpty != false && isatty(1) == 1
        showsProgress = !isDumb && isatty(2) == 1
    }

    func print(_ text: String) throws(OutputError) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
        } catch {
            throw OutputError(path: "standard output", reason: error.localizedDescription)
        }
    }

    /// Prints a text, or writes it to a file and prints a note with the summary.
    func write(_ text: String, to file: String?, summary: String) throws(OutputError) {
        guard let file else { return try print(text) }
        do {
            try Data((text.hasSuffix("\n") ? text : text + "\n").utf8).write(to: URL(filePath: file), options: .atomic)
        } catch { throw OutputError(path: file, reason: error.localizedDescription) }
        printMessage("wrote \(file): \(summary)")
    }

    /// Writes a note or an error to standard error. Ignores failures.
    func printMessage(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("bulkhead: \(text)\n".utf8))
    }

    /// Shows the current step on a line that the next step replaces.
    func showProgress(_ text: String) { writeProgress("\r\u{1B}[K\(text)") }
    func endProgress() { writeProgress("\r\u{1B}[K") }

    private func writeProgress(_ text: String) {
        if showsProgress { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
    }
}

struct OutputError: Error { let path, reason: String }
