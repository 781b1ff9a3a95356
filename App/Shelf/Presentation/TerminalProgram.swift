import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Another program, such as an editor, that gets our terminal while it runs.
///
/// Foundation's `Process` puts programs into a process group of their own, to which a terminal does not listen.
struct TerminalProgram {
    /// The program with its first arguments, as a shell reads them.
    let command: String

    private static let running = Atomic(0)

    /// Whether one runs: what is typed is for it, Ctrl-C too.
    static var isRunning: Bool { running.load(ordering: .relaxed) > 0 }

    /// Runs it with one argument more, and waits for its end; returns its exit code, which is 127 when there is no such program.
    func run(with argument: String) -> Int32 {
        Self.running.add(1, ordering: .relaxed)
        defer { Self.running.subtract(1, ordering: .relaxed) }
        return Self.run("/bin/sh", ["-c", script, "sh", argument])
    }

    /// What the shell runs: it complains in words of its own about a program that is not there, and so is asked before.
    private var script: String {
        let first = command.prefix { !$0.isWhitespace }
        let isPlain = first.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
        return (isPlain ? "command -v \(first) >/dev/null || exit 127; " : "") + "exec \(command) \"$1\""
    }

    private static func run(_ path: String, _ arguments: [String]) -> Int32 {
        let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        // The copies live until the call is over, which keeps none of them.
        let words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        let environment = unsafe variables.map { unsafe strdup($0) } + [nil]
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawnattr_destroy(&attributes)
            unsafe (words + environment).forEach { unsafe free($0) }
        }
        // Threads of Dispatch block signals, and we ignore Ctrl-C; the program is to start as from a shell.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var process = pid_t()
        guard unsafe posix_spawn(&process, path, nil, &attributes, words, environment) == 0 else { return 127 }
        return code(of: process)
    }

    private static func code(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) == -1 {
            guard errno == EINTR else { return 127 }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
