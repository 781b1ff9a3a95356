import CCurl
import Core
import Foundation

/// A libcurl transfer that is reused for successive exchanges. Only one thread uses it.
///
/// The class is safe because only this module uses the pointers, which are valid from `init` to
/// `deinit`. libcurl uses pointers to an exchange only until the next
/// ``begin(_:userAgent:authorities:)``, and calls back only while the exchange is running.
@safe final class CurlHandle {
    /// The libcurl handle of the transfer, which ``CurlMulti`` passes to libcurl's multi interface.
    let pointer: UnsafeMutableRawPointer
    private(set) var exchange: CurlExchange?
    private var fields: UnsafeMutablePointer<curl_slist>?
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    var address: Int { unsafe Int(bitPattern: pointer) }

    /// Creates a handle without an exchange, or returns `nil` if memory is exhausted.
    init?() {
        guard let pointer = unsafe ccurl_easy_init() else { return nil }
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe ccurl_easy_cleanup(pointer)
        unsafe ccurl_slist_free_all(fields)
        unsafe errorText.deallocate()
    }

    /// Prepares the transfer for an exchange, which can reuse the connections and TLS sessions of
    /// earlier exchanges.
    func begin(_ exchange: CurlExchange, userAgent: String, authorities: String?) {
        unsafe ccurl_easy_reset(pointer)
        unsafe ccurl_slist_free_all(fields)
        unsafe fields = nil
        self.exchange = exchange
        exchange.handle = self
        unsafe errorText.pointee = 0
        unsafe ccurl_set_error_text(pointer, errorText)
        setRequest(exchange.request, userAgent: userAgent)
        setLimits(exchange.request)
        if let authorities {
            set(CURLOPT_CAINFO, authorities)
        }
        // The handle retains the exchange for as long as libcurl calls back.
        let context = unsafe Unmanaged.passUnretained(exchange).toOpaque()
        unsafe ccurl_set_receivers(pointer, receiveLine, receiveBody, context)
    }

    /// Releases the exchange. The caller must first remove the handle from libcurl's multi handle.
    func end() {
        exchange?.handle = nil
        exchange = nil
    }

    /// Returns libcurl's description of an error.
    func reason(_ code: CURLcode) -> String {
        // Either C string is valid only until the next call to libcurl, so it is copied.
        if unsafe errorText.pointee == 0 {
            return unsafe String(cString: ccurl_easy_strerror(code))
        }
        return unsafe String(cString: errorText)
    }

    private func setRequest(_ request: HTTPRequest, userAgent: String) {
        set(CURLOPT_URL, request.url.absoluteString)
        set(CURLOPT_USERAGENT, request.headers["User-Agent"] ?? userAgent)
        // The empty string accepts every compression that libcurl supports.
        set(CURLOPT_ACCEPT_ENCODING, "")
        for (name, value) in request.headers where name != "user-agent" {
            let field = value.isEmpty ? "\(name);" : "\(name): \(value)"
            unsafe fields = unsafe ccurl_slist_append(fields, field)
        }
        unsafe ccurl_set_fields(pointer, fields)
        set(CURLOPT_NOBODY, request.method == .head ? 1 : 0)
        // Without an authentication method, libcurl does not send the user name and password in the
        // URL.
        set(CURLOPT_HTTPAUTH, 0)
        // A proxy cannot reach the loopback addresses of this machine, so it is not used for them.
        if request.url.isLoopback {
            set(CURLOPT_PROXY, "")
        }
        // Over TLS, the server may support HTTP/2. With this option, libcurl waits for a connection
        // that is being opened, because the connection may carry several requests.
        set(CURLOPT_PIPEWAIT, request.url.scheme?.lowercased() == "https" ? 1 : 0)
    }

    private func setLimits(_ request: HTTPRequest) {
        unsafe ccurl_set_http_alone(pointer)
        unsafe ccurl_set_quick_exit(pointer)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // For libcurl, a timeout of 0 means that there is no limit, so the minimum is 1
        // millisecond.
        let milliseconds = max(1, Int(Int32(clamping: request.timeout.milliseconds)))
        set(CURLOPT_TIMEOUT_MS, milliseconds)
        set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
    }

    private func set(_ option: CURLoption, _ value: Int) {
        unsafe ccurl_set_number(pointer, option, value)
    }

    private func set(_ option: CURLoption, _ value: String) {
        // The string needs to be valid only during the call, because libcurl copies it.
        unsafe ccurl_set_text(pointer, option, value)
    }
}

extension URL {
    /// Whether the host is a loopback address (RFC 6761, section 6.3, and RFC 6890).
    fileprivate var isLoopback: Bool {
        let host = host?.lowercased() ?? ""
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" {
            return true
        }
        return host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }
}

/// A callback that passes a line of the head to the exchange that `context` points to.
///
/// libcurl ends the transfer unless the callback returns the number of bytes that it received.
private let receiveLine: ccurl_receiver = { bytes, size, count, context in
    // The bytes are valid for the duration of the call, and the exchange copies what it keeps.
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe exchange(context)?.append(line: line) == true ? line.count : 0
}

/// A callback that passes a part of the body to the exchange that `context` points to.
private let receiveBody: ccurl_receiver = { bytes, size, count, context in
    // The bytes are valid for the duration of the call, and the exchange copies what it keeps.
    let part = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    let isAccepted = unsafe part.isEmpty || exchange(context)?.append(body: part) == true
    return isAccepted ? part.count : 0
}

private func exchange(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    // The handle created the pointer from its exchange, and retains the exchange while libcurl
    // calls back.
    unsafe context.map { unsafe Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
}
