import CCurl
import Core
import Foundation

/// Many transfers at once: libcurl's multi interface, with the connections that it keeps.
///
/// libcurl tells which sockets and which time to wait for, and is told which of them have come; so the cost of an event does not
/// grow with the number of transfers. Safe to use: its pointer is private and valid from `init` to `deinit`, and libcurl calls
/// back only within calls that are made here. One thread calls it, but for ``wakeUp()``.
@safe final class CurlMulti {
    /// libcurl must be set up once in a process, by one thread, before anything else of it is called.
    private static let isSetUp = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
    /// How many idle handles to keep; each has a buffer or two of 16 KiB.
    private static let idleLimit = 128
    /// How often every transfer is looked at, whether anything has happened or not: libcurl 7.88 forgets the deadline of a
    /// transfer on which something happens within the last millisecond before it.
    private static let roundInterval = Duration.milliseconds(500)

    private let pointer: UnsafeMutableRawPointer
    private let sockets: SocketPoll
    private let now: @Sendable () -> ContinuousClock.Instant
    private var lastRound: ContinuousClock.Instant
    private let userAgent: String
    private let authorities: String?
    /// The handles at work, by their address.
    private var running: [Int: CurlHandle] = [:]
    private var idle: [CurlHandle] = []

    /// Sets up libcurl, or returns nil where that fails, which takes a lack of memory or of open files.
    init?(userAgent: String, authorities: String?, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        guard Self.isSetUp, let sockets = SocketPoll(), let pointer = unsafe curl_multi_init() else { return nil }
        unsafe self.pointer = unsafe pointer
        self.sockets = sockets
        self.userAgent = userAgent
        self.authorities = authorities
        self.now = now
        lastRound = now()
        let connections = Self.connectionLimit
        unsafe ccurl_multi_set_number(pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections)
        unsafe ccurl_multi_set_number(pointer, CURLMOPT_MAXCONNECTS, min(256, connections))
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe ccurl_multi_set_socket_callback(pointer, onSocket, context)
    }

    deinit {
        // From here on there is nobody to call back.
        unsafe ccurl_multi_set_socket_callback(pointer, nil, nil)
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

    /// Does what there is to do, and finishes the exchanges that have come to their end.
    ///
    /// - Parameter waits: Whether to wait until there is something, or somebody calls ``wakeUp()``.
    func advance(waits: Bool) {
        var count: Int32 = 0
        for (socket, events) in sockets.wait(milliseconds: waits ? timeLeft : 0) {
            unsafe curl_multi_socket_action(pointer, socket, events, &count)
        }
        if now() - lastRound >= Self.roundInterval {
            lastRound = now()
            unsafe ccurl_multi_perform_all(pointer, &count)
        } else if timeLeft == 0 {
            unsafe curl_multi_socket_action(pointer, CURL_SOCKET_TIMEOUT, 0, &count)
        }
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

    /// Ends the wait of the thread that is in ``advance(waits:)``, or the next one to come; any thread may call it.
    func wakeUp() { sockets.wakeUp() }

    /// Takes note of what libcurl wants to know of a socket.
    fileprivate func watch(_ socket: Int32, _ what: Int32) {
        let isRemoved = what == CURL_POLL_REMOVE
        sockets.watch(
            socket, reading: !isRemoved && what & CURL_POLL_IN != 0, writing: !isRemoved && what & CURL_POLL_OUT != 0)
    }

    /// How many milliseconds from now libcurl wants to be called, whatever happens until then; -1 for never.
    private var timeLeft: Int32 {
        // libcurl offers to say when this changes, but keeps silent where it has rounded a time down and is called too early.
        var milliseconds = -1
        unsafe curl_multi_timeout(pointer, &milliseconds)
        guard !running.isEmpty else { return Int32(min(milliseconds, Int(Int32.max))) }
        let longest = Int(Self.roundInterval / .milliseconds(1))
        return Int32(milliseconds < 0 ? longest : min(milliseconds, longest))
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

private let onSocket: curl_socket_callback = { _, socket, what, context, _ in
    unsafe multi(context)?.watch(socket, what)
    return 0
}

/// The object behind the pointer that libcurl hands back: it outlives libcurl's handle, which it owns.
private func multi(_ context: UnsafeMutableRawPointer?) -> CurlMulti? {
    unsafe context.map { unsafe Unmanaged<CurlMulti>.fromOpaque($0).takeUnretainedValue() }
}
