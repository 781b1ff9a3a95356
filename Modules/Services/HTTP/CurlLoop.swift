import Core
import Dispatch
import Foundation

/// The one thread that carries the exchanges of a client.
///
/// `@unchecked Sendable`: what callers and the thread share is touched under `lock` alone, and the rest by the thread.
final class CurlLoop: @unchecked Sendable {
    private enum Command {
        case start(CurlExchange)
        case cancel(CurlExchange)
    }

    private let userAgent: String
    private let authorities: String?
    private let now: @Sendable () -> ContinuousClock.Instant
    private let lock = NSLock()
    private var multi: CurlMulti?
    private var commands: [Command] = []
    /// Whether the thread sleeps, or is about to, and must be woken for a command.
    private var isWaiting = false
    private var isStopped = false
    private let end = DispatchSemaphore(value: 0)

    /// Makes a loop; its thread begins with the first exchange.
    ///
    /// - Parameters:
    ///   - userAgent: What to call ourselves.
    ///   - authorities: The path of a file of certificates to trust, or nil for those of the system.
    ///   - now: The time, by which every exchange is looked at now and then, whether anything has happened or not.
    init(userAgent: String, authorities: String?, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.userAgent = userAgent
        self.authorities = authorities
        self.now = now
    }

    /// Starts the exchange; a cancellation that came before ends it at once.
    func start(_ exchange: CurlExchange, answer: CurlExchange.Answer) {
        exchange.begin(answer)
        let isReady = lock.withLock {
            if multi == nil { open() }
            return multi != nil
        }
        guard isReady else { return exchange.finish(.cannotConnect(host: exchange.request.url.host ?? "")) }
        order(.start(exchange))
    }

    /// Ends the exchange, which then has failed as cancelled; does nothing to one that is done.
    func cancel(_ exchange: CurlExchange) { order(.cancel(exchange)) }

    /// Ends the thread, and waits until it has said goodbye to the servers; nothing may run or be started any more.
    ///
    /// A process that ends meanwhile would take the TLS library away from the thread.
    func stop() {
        let hasThread = lock.withLock {
            isStopped = true
            wake()
            return multi != nil
        }
        if hasThread { _ = end.wait(timeout: .now() + 1) }
    }

    /// Opens libcurl and begins the thread; under the lock.
    private func open() {
        multi = CurlMulti(userAgent: userAgent, authorities: authorities, now: now)
        if multi != nil { Thread.detachNewThread { [self] in run() } }
    }

    private func order(_ command: Command) {
        lock.withLock {
            commands.append(command)
            wake()
        }
    }

    /// Wakes the thread where it must be; under the lock.
    private func wake() {
        if isWaiting { multi?.wakeUp() }
        isWaiting = false
    }

    private func run() {
        blockPipeSignals()
        if let multi = lock.withLock({ multi }) { carry(with: multi) }
        // Under the lock, as those who wake must find it whole or not at all; on this thread, as it writes to connections.
        lock.withLock { multi = nil }
        end.signal()
    }

    private func carry(with multi: CurlMulti) {
        var orders: [Command] = []
        while !lock.withLock({ isStopped && commands.isEmpty }) {
            lock.withLock { swap(&orders, &commands) }
            for order in orders { follow(order, with: multi) }
            orders.removeAll(keepingCapacity: true)
            // Commands that come from here on wake the thread, even before it has fallen asleep.
            let waits = lock.withLock {
                isWaiting = commands.isEmpty && !isStopped
                return isWaiting
            }
            multi.advance(waits: waits)
        }
    }

    /// Lets a write to a connection that is gone fail, where it would end the process: TLS libraries write without a word.
    private func blockPipeSignals() {
        var signals = sigset_t()
        // The set lives through the calls, which change nothing but the signals of this thread.
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private func follow(_ order: Command, with multi: CurlMulti) {
        switch order {
        case .start(let exchange) where exchange.isCancelled: exchange.finish(.cancelled)
        case .start(let exchange): multi.start(exchange)
        case .cancel(let exchange):
            exchange.isCancelled = true
            multi.cancel(exchange)
        }
    }
}
