import Dispatch
import Foundation

/// Turns requests to end into a call, so that what is done is kept: Ctrl-C, SIGTERM, and the SIGHUP of a terminal that is closed.
///
/// A second Ctrl-C or SIGTERM ends the process at once. A second SIGHUP does not: of a terminal that is closed both the system
/// and the shell send one, and others send it after a SIGTERM.
final class Interrupt {
    private let sources: [any DispatchSourceSignal]

    /// Watches until this value goes away.
    ///
    /// - Parameters:
    ///   - ignoresHangUp: Whether the process was started to outlive its terminal.
    ///   - action: Called at each request, with the exit code that tells of it.
    ///   - isForOther: Whether Ctrl-C is meant for another program.
    init(
        ignoresHangUp: Bool, _ action: @escaping @Sendable (ExitCode) -> Void,
        unless isForOther: @escaping @Sendable () -> Bool
    ) {
        var codes: [Int32: ExitCode] = [SIGINT: .interrupted, SIGTERM: .terminated]
        if !ignoresHangUp { codes[SIGHUP] = .hungUp }
        // One at a time, so that it is known which is the first.
        let queue = DispatchQueue(label: "shelf.interrupt")
        sources = codes.map { number, code in
            // On Linux, Dispatch then puts a handler of its own in the place of this.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                guard number != SIGINT || !isForOther() else { return }
                for deadly in [SIGINT, SIGTERM] { signal(deadly, SIG_DFL) }
                // Who reads what we write may have ended before us, and must not take with it what is not kept yet.
                signal(SIGPIPE, SIG_IGN)
                action(code)
            }
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }
}
