import Dispatch

/// Turns Ctrl-C into a call, so that what is done is kept; a second Ctrl-C ends the process at once.
final class Interrupt {
    private let source: any DispatchSourceSignal

    /// Watches until this value goes away; `action` is called at the first Ctrl-C.
    init(_ action: @escaping @Sendable () -> Void) {
        Terminal.ignoreInterrupts()
        source = DispatchSource.makeSignalSource(signal: Terminal.interruptSignal, queue: .global())
        source.setEventHandler {
            Terminal.restoreInterrupts()
            action()
        }
        source.resume()
    }

    deinit { source.cancel() }
}
