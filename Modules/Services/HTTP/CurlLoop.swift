import CCurl
import Core
import Dispatch
import Foundation

/// The thread that runs the exchanges of a client.
///
/// `@unchecked Sendable`: callers and the thread share state only under `lock`. Only the thread
/// uses the rest of the state. The lock is an `NSLock`, because the thread sanitizer does not
/// understand `Mutex` on Linux.
final class CurlLoop: @unchecked Sendable {
    private let makeMulti: @Sendable () -> CurlMulti?
    private let lock = NSLock()
    private var multi: CurlMulti?
    /// The functions that the thread calls next.
    private var commands: [(CurlMulti) -> Void] = []
    private var isStopped = false
    private let end = DispatchSemaphore(value: 0)

    /// Creates a loop. Its thread starts with the first exchange.
    init(makeMulti: @escaping @Sendable () -> CurlMulti?) {
        self.makeMulti = makeMulti
    }

    /// Starts the exchange, or ends it if it is already canceled.
    func start(_ exchange: CurlExchange, continuation: CurlExchange.Continuation) {
        exchange.continuation = continuation
        guard startThread() else {
            return exchange.finish(.cannotConnect(host: exchange.request.url.host ?? ""))
        }
        enqueue { multi in
            if exchange.isCancelled {
                exchange.finish(.canceled)
            } else {
                multi.start(exchange)
            }
        }
    }

    /// Starts the thread unless it is already running.
    ///
    /// - Returns: Whether the thread is running. It cannot start if memory or file descriptors are
    ///   exhausted.
    private func startThread() -> Bool {
        lock.withLock {
            guard multi == nil else { return true }
            multi = makeMulti()
            guard multi != nil else { return false }
            Thread.detachNewThread { [self] in run() }
            return true
        }
    }

    /// Cancels the exchange unless it has ended.
    func cancel(_ exchange: CurlExchange) {
        enqueue { multi in
            exchange.isCancelled = true
            multi.cancel(exchange)
        }
    }

    /// Stops the thread and waits, for at most one second, until it has ended.
    ///
    /// The thread must end before the exiting process unloads the TLS library. The caller must
    /// ensure that no exchange is running and that none will be started.
    func stop() {
        let hasThread = lock.withLock {
            isStopped = true
            multi?.wakeUp()
            return multi != nil
        }
        if hasThread {
            _ = end.wait(timeout: .now() + 1)
        }
    }

    private func enqueue(_ command: @escaping (CurlMulti) -> Void) {
        lock.withLock {
            commands.append(command)
            multi?.wakeUp()
        }
    }

    private func run() {
        blockPipeSignals()
        if let multi = lock.withLock({ multi }) {
            while !lock.withLock({ isStopped && commands.isEmpty }) {
                runCommands(multi)
                multi.advance()
            }
        }
        // `multi` is released under the lock, because a caller must not wake a partly released
        // object. It is released on this thread, because the release writes to connections, and
        // only this thread blocks SIGPIPE.
        lock.withLock { multi = nil }
        end.signal()
    }

    private func runCommands(_ multi: CurlMulti) {
        var batch: [(CurlMulti) -> Void] = []
        lock.withLock { swap(&batch, &commands) }
        for command in batch {
            command(multi)
        }
    }

    /// Blocks SIGPIPE on this thread.
    ///
    /// If it were not blocked, a write to a closed connection would end the process, because TLS
    /// libraries do not suppress the signal.
    private func blockPipeSignals() {
        var signals = sigset_t()
        // The set is valid during the calls, which change only the signals of this thread.
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
