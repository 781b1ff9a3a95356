import CCurl
import Core
import Dispatch
import Foundation

/// The thread that runs the exchanges of a client.
///
/// `@unchecked Sendable`: callers and the thread share state only under `lock`. Only the thread
/// uses the rest of the state.
final class CurlLoop: @unchecked Sendable {
    private enum Command {
        case start(CurlExchange)
        case cancel(CurlExchange)
    }

    private let makeMulti: @Sendable () -> CurlMulti?
    private let lock = NSLock()
    private var multi: CurlMulti?
    private var commands: [Command] = []
    /// Whether the thread sleeps, or is about to sleep, and must be woken for a command.
    private var isWaiting = false
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
        enqueue(.start(exchange))
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
        enqueue(.cancel(exchange))
    }

    /// Stops the thread and waits, for at most one second, until it has ended.
    ///
    /// The thread must end before the exiting process unloads the TLS library. The caller must
    /// ensure that no exchange is running and that none will be started.
    func stop() {
        let hasThread = lock.withLock {
            isStopped = true
            wake()
            return multi != nil
        }
        if hasThread {
            _ = end.wait(timeout: .now() + 1)
        }
    }

    private func enqueue(_ command: Command) {
        lock.withLock {
            commands.append(command)
            wake()
        }
    }

    /// Wakes the thread if necessary. The caller must hold the lock.
    private func wake() {
        if isWaiting {
            multi?.wakeUp()
        }
        isWaiting = false
    }

    private func run() {
        blockPipeSignals()
        if let multi = lock.withLock({ multi }) {
            while !lock.withLock({ isStopped && commands.isEmpty }) {
                runOnce(multi)
            }
        }
        // `multi` is released under the lock, because `wake` must not use a partly released object.
        // It is released on this thread, because the release writes to connections, and only this
        // thread blocks SIGPIPE.
        lock.withLock { multi = nil }
        end.signal()
    }

    private func runOnce(_ multi: CurlMulti) {
        runCommands(multi)
        // From now on, new commands wake the thread, even if it is not asleep yet.
        let waits = lock.withLock {
            isWaiting = commands.isEmpty && !isStopped
            return isWaiting
        }
        multi.advance(waits: waits) { runCommands(multi) }
    }

    private func runCommands(_ multi: CurlMulti) {
        var batch: [Command] = []
        lock.withLock { swap(&batch, &commands) }
        for command in batch {
            switch command {
            case .start(let exchange) where exchange.isCancelled:
                exchange.finish(.cancelled)
            case .start(let exchange):
                multi.start(exchange)
            case .cancel(let exchange):
                exchange.isCancelled = true
                multi.cancel(exchange)
            }
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

/// The concurrent transfers and open connections of a client, managed by libcurl's multi interface.
///
/// libcurl reports which sockets to wait for, and for how long. This object tells libcurl which
/// sockets are ready, so the cost of an event does not grow with the number of transfers. Only one
/// thread uses this object, except for ``wakeUp()``.
///
/// The class is safe because the pointer is private and valid from `init` to `deinit`, and libcurl
/// calls back only during calls that this object makes.
@safe final class CurlMulti {
    /// Whether libcurl is initialized. It must be initialized once per process, by one thread,
    /// before any other call.
    private static let isInitialized = ccurl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
    /// The interval at which every transfer is examined.
    ///
    /// Without regular examinations, libcurl 7.88 would miss the deadline of a transfer if another
    /// event occurs less than a millisecond before the deadline.
    private static let scanInterval = Duration.milliseconds(500)

    private let pointer: UnsafeMutableRawPointer
    private let sockets: SocketPoll
    private let userAgent: String
    private let authorities: String?
    private let now: @Sendable () -> ContinuousClock.Instant
    private var lastScan: ContinuousClock.Instant
    private var running: [Int: CurlHandle] = [:]
    private var idle: [CurlHandle] = []

    /// Creates an object without transfers, or returns nil if memory or file descriptors are
    /// exhausted.
    init?(
        userAgent: String,
        authorities: String?,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        guard Self.isInitialized, let sockets = SocketPoll(),
            let pointer = unsafe ccurl_multi_init()
        else {
            return nil
        }
        unsafe self.pointer = unsafe pointer
        self.sockets = sockets
        self.userAgent = userAgent
        self.authorities = authorities
        self.now = now
        lastScan = now()
        let files = sysconf(Int32(_SC_OPEN_MAX))
        // Leaves some of the process's file descriptors for the rest of the program.
        let connections = files < 0 ? 4096 : max(16, files - 128)
        unsafe ccurl_multi_set_number(pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections)
        unsafe ccurl_multi_set_number(pointer, CURLMOPT_MAXCONNECTS, min(256, connections))
        // libcurl calls back only until `deinit` releases its handle, so the pointer to this object
        // does not need to be retained.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe ccurl_multi_set_socket_callback(
            pointer,
            { _, socket, events, context, _ in
                let multi = unsafe context.map {
                    unsafe Unmanaged<CurlMulti>.fromOpaque($0).takeUnretainedValue()
                }
                multi?.sockets.watch(socket, events)
                return 0
            },
            context
        )
    }

    deinit {
        // libcurl must not call back while this object is being deinitialized.
        unsafe ccurl_multi_set_socket_callback(pointer, nil, nil)
        unsafe ccurl_multi_cleanup(pointer)
    }

    func start(_ exchange: CurlExchange) {
        guard let handle = idle.popLast() ?? CurlHandle() else {
            return exchange.finish(.cannotConnect(host: exchange.request.url.host ?? ""))
        }
        handle.begin(exchange, userAgent: userAgent, authorities: authorities)
        running[handle.address] = handle
        unsafe ccurl_multi_add_handle(pointer, handle.pointer)
    }

    /// Cancels an exchange if it is running.
    func cancel(_ exchange: CurlExchange) {
        guard let handle = exchange.handle else { return }
        release(handle)
        exchange.finish(.cancelled)
    }

    /// Processes events, and finishes the exchanges that have ended.
    ///
    /// - Parameters:
    ///   - waits: Whether to wait for an event or ``wakeUp()`` first.
    ///   - startNext: A closure that starts new exchanges. It is called between events, because
    ///     otherwise new requests would wait until all simultaneous responses are processed.
    func advance(waits: Bool, startNext: () -> Void) {
        var count: Int32 = 0
        let ready = sockets.wait(milliseconds: waits ? timeLeft : 0)
        for (socket, events) in ready {
            unsafe ccurl_multi_socket_action(pointer, socket, events, &count)
            finishExchanges()
            startNext()
        }
        if now() - lastScan >= Self.scanInterval {
            lastScan = now()
            unsafe ccurl_multi_perform_all(pointer, &count)
        } else if timeLeft == 0 {
            unsafe ccurl_multi_socket_action(pointer, CURL_SOCKET_TIMEOUT, 0, &count)
        }
        finishExchanges()
    }

    private func finishExchanges() {
        var count: Int32 = 0
        while let message = unsafe ccurl_multi_info_read(pointer, &count) {
            guard unsafe message.pointee.msg == CURLMSG_DONE,
                let handle = unsafe running[Int(bitPattern: message.pointee.easy_handle)],
                let exchange = handle.exchange
            else {
                continue
            }
            // The message is valid only until `release` removes the handle, so its result is read
            // first.
            let code = unsafe message.pointee.data.result
            var error: HTTPError?
            var isProxyPasswordMissing = false
            if code != CURLE_OK {
                let reason = handle.reason(code)
                error = HTTPError(code, reason: reason, url: exchange.request.url)
                isProxyPasswordMissing = HTTPError.isProxyPasswordMissing(code, reason: reason)
            }
            release(handle)
            if isProxyPasswordMissing {
                exchange.finishWithoutProxyPassword()
            } else {
                exchange.finish(error)
            }
        }
    }

    func wakeUp() {
        sockets.wakeUp()
    }

    /// The number of milliseconds after which libcurl must be called even if no socket is ready.
    private var timeLeft: Int32 {
        // The timeout is queried each time instead of being received through a callback. If libcurl
        // has rounded a timeout down and is then called too early, it does not report the remaining
        // time through the callback.
        var milliseconds = -1
        unsafe ccurl_multi_timeout(pointer, &milliseconds)
        let longest = Int(Self.scanInterval.milliseconds)
        return Int32(milliseconds < 0 ? longest : min(milliseconds, longest))
    }

    private func release(_ handle: CurlHandle) {
        unsafe ccurl_multi_remove_handle(pointer, handle.pointer)
        running[handle.address] = nil
        handle.end()
        idle.append(handle)
    }
}

/// The sockets to wait for, and a pipe through which another thread ends the wait. Only one thread
/// uses this object, except for ``wakeUp()``.
///
/// The class is safe because the two ends of the pipe are private, and open from `init` to
/// `deinit`.
@safe package final class SocketPoll {
    private let reader: Int32
    private let writer: Int32
    private var watched: [Int32: Int16] = [:]

    /// Creates a poll without sockets, or returns nil if the process cannot open more files.
    package init?() {
        var ends: [Int32] = [0, 0]
        // The array is valid for the duration of the call, and has room for both ends.
        guard unsafe pipe(&ends) == 0 else { return nil }
        reader = ends[0]
        writer = ends[1]
        for end in ends {
            // A write to a full pipe fails instead of waiting, because the bytes in the pipe
            // already wake the thread. Child processes must not inherit the pipe.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Sets the events to wait for on a socket, as one of libcurl's `CURL_POLL_…` constants.
    package func watch(_ socket: Int32, _ events: Int32) {
        var wanted: Int32 = 0
        if events & CURL_POLL_IN != 0 {
            wanted |= POLLIN
        }
        if events & CURL_POLL_OUT != 0 {
            wanted |= POLLOUT
        }
        watched[socket] = wanted == 0 ? nil : Int16(wanted)
    }

    /// Waits until a socket is ready, ``wakeUp()`` is called, or the time limit is reached.
    ///
    /// - Returns: The sockets that are ready, with their events as libcurl's `CURL_CSELECT_…`
    ///   flags.
    package func wait(milliseconds: Int32) -> [(socket: Int32, events: Int32)] {
        var entries = [pollfd(fd: reader, events: Int16(POLLIN), revents: 0)]
        entries += watched.map { pollfd(fd: $0.key, events: $0.value, revents: 0) }
        // The array is valid for the duration of the call, which receives its length.
        guard unsafe poll(&entries, nfds_t(entries.count), milliseconds) > 0 else {
            return []
        }
        if entries[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 64)
            while unsafe read(reader, &bytes, bytes.count) > 0 {}
        }
        let ready = entries.dropFirst().filter { $0.revents != 0 }
        // A closed socket would end every wait immediately, so it is no longer watched.
        for entry in ready where Int32(entry.revents) & POLLNVAL != 0 {
            watched[entry.fd] = nil
        }
        return ready.map { ($0.fd, Self.libcurlEvents(Int32($0.revents))) }
    }

    /// Returns libcurl's `CURL_CSELECT_…` flags for the events of a socket.
    ///
    /// The result for an unusual event is 0, which makes libcurl examine the socket.
    private static func libcurlEvents(_ events: Int32) -> Int32 {
        switch events {
        case POLLIN: CURL_CSELECT_IN
        case POLLOUT: CURL_CSELECT_OUT
        case POLLIN | POLLOUT: CURL_CSELECT_IN | CURL_CSELECT_OUT
        default: 0
        }
    }

    /// Ends the current wait, or the next wait if no thread is waiting. Any thread may call this
    /// method.
    package func wakeUp() {
        var byte: UInt8 = 0
        // The byte is valid for the duration of the call.
        _ = unsafe write(writer, &byte, 1)
    }
}
