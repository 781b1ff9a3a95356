import CommandLineArguments
import Core
import Dispatch
import Foundation

/// The requests to end the process, as exit codes. A request is Ctrl-C, SIGTERM, or the SIGHUP that
/// a closed terminal sends. The process can save its work before it ends.
///
/// A second Ctrl-C or SIGTERM ends the process immediately. A second SIGHUP has no effect, because
/// both the system and the shell send one when a terminal is closed, and other programs send one
/// after a SIGTERM.
final class EndRequests: AsyncSequence {
    private let codes: AsyncStream<ExitCode>
    /// The sender of the requests. When it finishes, the sequence ends.
    let sender: AsyncStream<ExitCode>.Continuation
    private let sources: [any DispatchSourceSignal]

    init(to terminal: any Terminal) {
        var codes: [Int32: ExitCode] = [SIGINT: .interrupted, SIGTERM: .terminated]
        if !terminal.ignoresSIGHUP {
            codes[SIGHUP] = .hangup
        }
        (self.codes, sender) = AsyncStream.makeStream()
        // The queue is serial, so the requests arrive in the order of the signals.
        let queue = DispatchQueue(label: "shelf.signals")
        sources = codes.map { [sender] number, code in
            // This call prevents the signal from ending the process. On Linux, Dispatch later
            // replaces this handler with its own.
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
                sender.yield(code)
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

    func makeAsyncIterator() -> AsyncStream<ExitCode>.Iterator {
        codes.makeAsyncIterator()
    }
}
