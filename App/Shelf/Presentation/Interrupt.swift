import Dispatch
import Foundation

/// Turns Ctrl-C into a call, so that what is done is kept; a second Ctrl-C ends the process at once.
final class Interrupt {
    private let source: any DispatchSourceSignal

    /// Watches until this value goes away; `action` is called at the first Ctrl-C that is not meant for another program.
    init(_ action: @escaping @Sendable () -> Void, unless isForOther: @escaping @Sendable () -> Bool) {
        // On Linux, Dispatch then puts a handler of its own in the place of this.
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            guard !isForOther() else { return }
            signal(SIGINT, SIG_DFL)
            action()
        }
        source.resume()
    }

    deinit { source.cancel() }
}
