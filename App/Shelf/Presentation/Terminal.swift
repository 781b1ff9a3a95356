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

    /// Leaves SIGINT to a handler of ours, where it would end the process.
    static func ignoreInterrupts() { _ = signal(SIGINT, SIG_IGN) }

    /// Lets the next SIGINT end the process.
    static func restoreInterrupts() { _ = signal(SIGINT, SIG_DFL) }

    /// The signal that Ctrl-C sends.
    static var interruptSignal: Int32 { SIGINT }
}
