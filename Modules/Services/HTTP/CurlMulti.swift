import CCurl
import Core
import Foundation

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

    /// Creates an object without transfers, or returns `nil` if memory or file descriptors are
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
        // Some of the process's file descriptors remain available to the rest of the program.
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
        exchange.finish(.canceled)
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
