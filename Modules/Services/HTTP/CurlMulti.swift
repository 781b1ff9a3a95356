import CCurl
import Core
import Foundation

/// The concurrent transfers and open connections of a client, managed by libcurl's multi interface.
///
/// Only one thread uses this object, except for ``wakeUp()``.
///
/// The class is safe because the pointer is private and valid from `init` to `deinit`.
@safe final class CurlMulti {
    /// Whether libcurl is initialized. It must be initialized once per process, by one thread,
    /// before any other call.
    private static let isInitialized = ccurl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let pointer: UnsafeMutableRawPointer
    private let userAgent: String
    private let authorities: String?
    private let longestWait: Duration
    private var running: [Int: CurlHandle] = [:]
    private var idle: [CurlHandle] = []

    /// Creates an object without transfers, or returns `nil` if memory or file descriptors are
    /// exhausted.
    init?(userAgent: String, authorities: String?, longestWait: Duration) {
        guard Self.isInitialized, let pointer = unsafe ccurl_multi_init() else { return nil }
        unsafe self.pointer = unsafe pointer
        self.userAgent = userAgent
        self.authorities = authorities
        self.longestWait = longestWait
        let files = sysconf(Int32(_SC_OPEN_MAX))
        // Some of the process's file descriptors remain available to the rest of the program.
        let connections = files < 0 ? 4096 : max(16, files - 128)
        unsafe ccurl_multi_set_number(pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections)
        unsafe ccurl_multi_set_number(pointer, CURLMOPT_MAXCONNECTS, 256)
    }

    deinit {
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

    /// Waits for an event or ``wakeUp()``, and finishes the exchanges that have ended.
    func advance() {
        unsafe ccurl_multi_poll(pointer, Int32(longestWait.milliseconds))
        unsafe ccurl_multi_perform(pointer)
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
            let reason = handle.reason(code)
            release(handle)
            exchange.finish(code, reason: reason)
        }
    }

    /// Ends the current wait, or the next wait if no thread is waiting. Any thread may call this
    /// method.
    func wakeUp() {
        unsafe ccurl_multi_wakeup(pointer)
    }

    private func release(_ handle: CurlHandle) {
        unsafe ccurl_multi_remove_handle(pointer, handle.pointer)
        running[handle.address] = nil
        handle.end()
        idle.append(handle)
    }
}
