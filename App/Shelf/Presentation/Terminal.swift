#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the system says about the standard streams.
enum Terminal {
    /// A standard stream, by its number.
    enum Stream: Int32 {
        case input = 0
        case output = 1
        case error = 2
    }

    /// Whether a person sits at the other end of the stream.
    static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

    /// The columns of the terminal: those of the variable COLUMNS, or what the terminal says; nil when neither does.
    static func width(of stream: Stream, _ environment: [String: String]) -> Int? {
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        var size = winsize()
        // The call fills in the structure that it is given, and keeps no pointer to it.
        let outcome = unsafe ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size)
        return outcome == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    }

    /// Leaves SIGINT to a handler of ours, where it would end the process.
    static func ignoreInterrupts() { _ = signal(SIGINT, SIG_IGN) }

    /// Lets the next SIGINT end the process.
    static func restoreInterrupts() { _ = signal(SIGINT, SIG_DFL) }

    /// Runs what waits for a person or a pipe, and cannot be cancelled: Ctrl-C ends the process meanwhile.
    static func interruptibly<Result>(_ wait: () throws -> Result) rethrows -> Result {
        restoreInterrupts()
        defer { ignoreInterrupts() }
        return try wait()
    }

    /// The signal that Ctrl-C sends.
    static var interruptSignal: Int32 { SIGINT }
}
