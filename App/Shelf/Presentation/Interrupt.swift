import Dispatch

/// Turns Ctrl-C into a call, so that what is done is kept; a second Ctrl-C ends the process at once.
final class Interrupt {
    private let source: any DispatchSourceSignal

    /// Watches until this value goes away; `action` is called at the first Ctrl-C that is not meant for another program.
    init(_ action: @escaping @Sendable () -> Void, unless isForOther: @escaping @Sendable () -> Bool) {
        Terminal.ignoreInterrupts()
        source = DispatchSource.makeSignalSource(signal: Terminal.interruptSignal, queue: .global())
        source.setEventHandler {
            guard !isForOther() else { return }
            Terminal.restoreInterrupts()
            action()
        }
        source.resume()
    }

    deinit { source.cancel() }
}
