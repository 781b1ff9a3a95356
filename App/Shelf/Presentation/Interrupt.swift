import Dispatch
import Foundation

/// Turns Ctrl-C into a call, so that what is done is kept; a second Ctrl-C ends the process at once.
final class Interrupt {
    private let source: any DispatchSourceSignal

    /// Watches until this value goes away; `action` is called at the first Ctrl-C that is not meant for another program.
    init(_ action: @escaping @Sendable () -> Void, unless isForOther: @escaping @Sendable () -> Bool) {
        Self.ignore()
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            guard !isForOther() else { return }
            Self.restore()
            action()
        }
        source.resume()
    }

    deinit { source.cancel() }

    /// Runs what waits for a person or a pipe, and cannot be cancelled: Ctrl-C ends the process meanwhile.
    static func endingProcess<Result>(during wait: () throws -> Result) rethrows -> Result {
        restore()
        defer { ignore() }
        return try wait()
    }

    /// Leaves Ctrl-C to the handler, where it would end the process.
    private static func ignore() { _ = signal(SIGINT, SIG_IGN) }

    /// Lets the next Ctrl-C end the process.
    private static func restore() { _ = signal(SIGINT, SIG_DFL) }
}
