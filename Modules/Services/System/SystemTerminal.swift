package import Core
package import Foundation
import Synchronization

/// The terminal and the standard streams of the process.
package final class SystemTerminal: Terminal {
    private let childCount = Atomic(0)

    package init() {}

    package func file(of stream: StandardStream) -> FileHandle {
        switch stream {
        case .input: .standardInput
        case .output: .standardOutput
        case .error: .standardError
        }
    }

    package func readLine() -> String? {
        Swift.readLine()
    }

    package func isTerminal(_ stream: StandardStream) -> Bool {
        isatty(stream.rawValue) == 1
    }

    package func columns(of stream: StandardStream) -> Int? {
        var size = winsize()
        // The call writes to the structure, and keeps no pointer to it.
        let outcome = unsafe ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size)
        return outcome == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    }

    package var isUsedByChildProcess: Bool {
        childCount.load(ordering: .relaxed) > 0
    }

    package var ignoresSIGHUP: Bool {
        var action = sigaction()
        // The call writes to the structure, and keeps no pointer to it.
        unsafe sigaction(SIGHUP, nil, &action)
        #if canImport(Darwin)
            let handler = unsafe action.__sigaction_u.__sa_handler
        #else
            let handler = unsafe action.__sigaction_handler.sa_handler
        #endif
        // Functions can be compared only by their addresses, which are the size of an `Int`.
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    package func run(_ command: String, with argument: String) -> Int32 {
        childCount.add(1, ordering: .relaxed)
        defer {
            childCount.subtract(1, ordering: .relaxed)
        }
        return run("/bin/sh", ["-c", script(command), "sh", argument])
    }

    /// Returns a shell script that runs a command with the first argument of the script.
    ///
    /// The script first checks whether the program exists, so that the shell does not print an
    /// error message.
    private func script(_ command: String) -> String {
        let program = command.prefix { !$0.isWhitespace }
        let isPlain = program.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
        let check = isPlain ? "command -v \(program) >/dev/null || exit 127; " : ""
        return "\(check)exec \(command) \"$1\""
    }

    /// Runs a program and returns its exit code.
    ///
    /// Foundation's `Process` is not suitable, because it creates a process group for each program.
    /// A program outside of the terminal's foreground process group cannot use the terminal.
    private func run(_ path: String, _ arguments: [String]) -> Int32 {
        let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        // The copies are freed when this method returns. The calls keep no pointers to them.
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
        // Dispatch threads block signals, and this program ignores Ctrl-C. The child process must
        // not inherit these settings, so it starts with the signal settings that a shell would give
        // it.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var process = pid_t()
        guard unsafe posix_spawn(&process, path, nil, &attributes, words, environment) == 0 else {
            return 127
        }
        return code(of: process)
    }

    /// Waits for a process to end, and returns its exit code.
    private func code(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) == -1 {
            guard errno == EINTR else { return 127 }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
