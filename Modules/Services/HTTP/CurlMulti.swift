import CCurl
import Core
import Foundation

/// Many transfers at once: libcurl's multi interface, with the connections that it keeps.
///
/// Safe to use: its pointer is private and valid from `init` to `deinit`. One thread calls it, but for ``wakeUp()``.
@safe final class CurlMulti {
    /// libcurl must be set up once in a process, by one thread, before anything else of it is called.
    private static let isSetUp = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
    /// How many idle handles to keep; each has a buffer or two of 16 KiB.
    private static let idleLimit = 128

    private let pointer: UnsafeMutableRawPointer
    private let userAgent: String
    private let authorities: String?
    /// The handles at work, by their address.
    private var running: [Int: CurlHandle] = [:]
    private var idle: [CurlHandle] = []

    /// Sets up libcurl, or returns nil where that fails, which takes a lack of memory.
    init?(userAgent: String, authorities: String?) {
        guard Self.isSetUp, let pointer = unsafe curl_multi_init() else { return nil }
        unsafe self.pointer = unsafe pointer
        self.userAgent = userAgent
        self.authorities = authorities
        let connections = Self.connectionLimit
        unsafe ccurl_multi_set_number(pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections)
        unsafe ccurl_multi_set_number(pointer, CURLMOPT_MAXCONNECTS, min(256, connections))
    }

    deinit {
        for handle in running.values { unsafe curl_multi_remove_handle(pointer, handle.pointer) }
        unsafe curl_multi_cleanup(pointer)
    }

    /// Starts an exchange.
    func start(_ exchange: CurlExchange) {
        guard let handle = idle.popLast() ?? CurlHandle() else {
            return exchange.finish(.cannotConnect(host: exchange.request.url.host ?? ""))
        }
        handle.begin(exchange, userAgent: userAgent, authorities: authorities)
        running[handle.address] = handle
        unsafe curl_multi_add_handle(pointer, handle.pointer)
    }

    /// Ends an exchange before its time; does nothing to one that does not run.
    func cancel(_ exchange: CurlExchange) {
        guard let handle = exchange.handle else { return }
        take(back: handle)
        exchange.finish(.cancelled)
    }

    /// Does what can be done without waiting, and finishes the exchanges that have come to their end.
    func advance() {
        var count: Int32 = 0
        unsafe curl_multi_perform(pointer, &count)
        while let message = unsafe curl_multi_info_read(pointer, &count) {
            guard unsafe message.pointee.msg == CURLMSG_DONE,
                let handle = unsafe running[Int(bitPattern: message.pointee.easy_handle)],
                let exchange = handle.exchange
            else { continue }
            // The message goes away with the handle.
            let code = unsafe message.pointee.data.result
            let error = code == CURLE_OK ? nil : HTTPError(code, reason: handle.reason(code), url: exchange.request.url)
            take(back: handle)
            exchange.finish(error)
        }
    }

    /// Waits until there is something to do, or somebody calls ``wakeUp()``.
    func wait() {
        unsafe curl_multi_poll(pointer, nil, 0, 60_000, nil)
    }

    /// Ends the wait of the thread that is in ``wait()``, or the next one to come; any thread may call it.
    func wakeUp() {
        unsafe curl_multi_wakeup(pointer)
    }

    private func take(back handle: CurlHandle) {
        unsafe curl_multi_remove_handle(pointer, handle.pointer)
        running[handle.address] = nil
        handle.end()
        if idle.count < Self.idleLimit { idle.append(handle) }
    }

    /// How many connections to have at most: what the system gives this process, less what the rest of it needs.
    private static var connectionLimit: Int {
        let files = sysconf(Int32(_SC_OPEN_MAX))
        return files < 0 ? 4096 : max(16, files - 128)
    }
}
