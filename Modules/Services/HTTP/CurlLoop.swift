import Core
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
    private let lock = NSLock()
    private var multi: CurlMulti?
    private var commands: [Command] = []
    /// Whether the thread sleeps, or is about to, and must be woken for a command.
    private var isWaiting = false
    private var isStopped = false

    /// Makes a loop; its thread begins with the first exchange.
    ///
    /// - Parameters:
    ///   - userAgent: What to call ourselves.
    ///   - authorities: The path of a file of certificates to trust, or nil for those of the system.
    init(userAgent: String, authorities: String?) {
        self.userAgent = userAgent
        self.authorities = authorities
    }

    /// Starts the exchange, about which nobody else may know yet.
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

    /// Ends the thread; nothing may be started any more.
    func stop() {
        lock.withLock { isStopped = true }
        wake()
    }

    /// Opens libcurl and begins the thread; under the lock.
    private func open() {
        multi = CurlMulti(userAgent: userAgent, authorities: authorities)
        if multi != nil { Thread.detachNewThread { [self] in run() } }
    }

    private func order(_ command: Command) {
        lock.withLock { commands.append(command) }
        wake()
    }

    private func wake() {
        let sleeper = lock.withLock {
            defer { isWaiting = false }
            return isWaiting ? multi : nil
        }
        sleeper?.wakeUp()
    }

    private func run() {
        guard let multi = lock.withLock({ multi }) else { return }
        var orders: [Command] = []
        while !lock.withLock({ isStopped && commands.isEmpty }) {
            lock.withLock { swap(&orders, &commands) }
            for order in orders { follow(order, with: multi) }
            orders.removeAll(keepingCapacity: true)
            multi.advance()
            // Commands that come from here on wake the thread, even before it has fallen asleep.
            let mayWait = lock.withLock {
                isWaiting = commands.isEmpty && !isStopped
                return isWaiting
            }
            if mayWait { multi.wait() }
        }
        lock.withLock { self.multi = nil }
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
