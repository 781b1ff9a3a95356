import BoundaryRules
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The standard streams, and how to behave on them.
struct Console: Sendable {
    /// Whether results may be coloured.
    let hasColor: Bool
    private let showsProgress: Bool

    /// Looks at the terminal, and at `NO_COLOR` and `TERM`.
    init(environment: [String: String]) {
        let isDumb = environment["TERM"] == "dumb"
        hasColor = !isDumb && environment["NO_COLOR"]?.isEmpty != false && isatty(1) == 1
        showsProgress = !isDumb && isatty(2) == 1
    }

    /// Writes a result to standard output.
    func print(_ text: String) throws(OutputError) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
        } catch {
            throw OutputError(path: "standard output", reason: error.localizedDescription)
        }
    }

    /// Says something that is no result.
    func note(_ text: String) { complain(text) }

    /// Says what went wrong; there is nobody left to tell when that fails too.
    func complain(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data("bulkhead: \(text)\n".utf8)) }

    /// Says what is being done, on a line that the next one replaces.
    func showProgress(_ text: String) { writeProgress("\r\u{1B}[K\(text)") }

    /// Takes the line away.
    func endProgress() { writeProgress("\r\u{1B}[K") }

    private func writeProgress(_ text: String) {
        if showsProgress { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
    }

    /// A violation with its severity in colour, where colour is welcome (ECMA-48, section 8.3.117).
    func colored(_ violation: Violation) -> String {
        guard hasColor else { return violation.text }
        let severity = " \(violation.rule.severity.rawValue): "
        let color = violation.rule.severity == .error ? 31 : 33
        guard let range = violation.text.firstRange(of: severity) else { return violation.text }
        return violation.text.replacingCharacters(in: range, with: "\u{1B}[1;\(color)m\(severity)\u{1B}[0m")
    }
}

/// Something could not be written.
struct OutputError: Error {
    let path: String
    let reason: String
}
