import CBenchmarkSupport
import Foundation

/// A program that ran in a folder, which is its home too; what it printed is in a file there.
struct ProgramRun {
    let seconds: Double
    /// What the processors spent on it.
    let processorSeconds: Double
    let peakBytes: Int
    let code: Int

    static let output = "output"
    static let errors = "errors"
    /// After so many seconds it is ended.
    static let mostSeconds: UInt32 = 600

    init(_ program: String, _ arguments: [String], in folder: String) {
        // C takes lists of strings as pointers; those given here live until the call returns.
        let run = unsafe Self.withCStrings([program] + arguments) { arguments in
            unsafe Self.withCStrings(Self.environment(home: folder)) { environment in
                unsafe program_run(
                    arguments, environment, folder, "\(folder)/\(Self.output)", "\(folder)/\(Self.errors)",
                    Self.mostSeconds)
            }
        }
        seconds = run.wall_seconds
        processorSeconds = run.processor_seconds
        peakBytes = Int(run.peak_bytes)
        code = Int(run.code)
    }

    /// Nothing of the user's own settings.
    private static func environment(home: String) -> [String] {
        [
            "PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "")", "HOME=\(home)", "XDG_DATA_HOME=\(home)",
            "XDG_CONFIG_HOME=\(home)/config", "XDG_CACHE_HOME=\(home)/cache", "TMPDIR=\(home)", "LC_ALL=C.UTF-8",
            "TERM=dumb",
        ]
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = unsafe strings.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(copies + [nil])
    }
}
