import CommandLineArguments
import Core
import Dispatch
import Foundation

/// A watcher that calls a function when Ctrl-C, SIGTERM, or the SIGHUP from a closed terminal
/// requests the end of the process, so that the process can save its work first.
///
/// A second Ctrl-C or SIGTERM ends the process immediately. A second SIGHUP has no effect, because
/// both the system and the shell send one when a terminal is closed, and other programs send one
/// after a SIGTERM.
final class SignalWatcher {
    private let sources: [any DispatchSourceSignal]

    init(terminal: any Terminal, _ action: @escaping @Sendable (ExitCode) -> Void) {
        var codes: [Int32: ExitCode] = [SIGINT: .interrupted, SIGTERM: .terminated]
        if !terminal.ignoresSIGHUP {
            codes[SIGHUP] = .hangup
        }
        // The queue is serial, so that only the first of several signals determines the exit code.
        let queue = DispatchQueue(label: "shelf.signals")
        sources = codes.map { number, code in
            // Prevents the signal from ending the process. On Linux, Dispatch later replaces this
            // handler with its own.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                // While an editor runs, only the editor handles Ctrl-C.
                guard number != SIGINT || !terminal.isUsedByChildProcess else { return }
                for deadly in [SIGINT, SIGTERM] {
                    signal(deadly, SIG_DFL)
                }
                // The program that reads the output may have exited. SIGPIPE must not end the
                // process before its work is saved.
                signal(SIGPIPE, SIG_IGN)
                action(code)
            }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources {
            source.cancel()
        }
    }
}
