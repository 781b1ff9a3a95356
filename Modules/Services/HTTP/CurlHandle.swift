import CCurl
import Core
import Foundation

/// One transfer of libcurl at a time; used by one thread, and used again for the next.
///
/// Safe to use: its pointers are private to the service, and valid from `init` to `deinit`. libcurl keeps no pointer of ours
/// beyond the next ``begin(_:userAgent:authorities:)``, and calls back only while the exchange that the handle holds runs.
@safe final class CurlHandle {
    /// libcurl's own handle, by which its multi interface knows this one.
    let pointer: UnsafeMutableRawPointer
    /// The same as a number.
    var address: Int { unsafe Int(bitPattern: pointer) }
    private(set) var exchange: CurlExchange?
    private var fields: UnsafeMutablePointer<curl_slist>?
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// Makes a handle, or nil where there is no memory for one.
    init?() {
        guard let pointer = unsafe curl_easy_init() else { return nil }
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe curl_slist_free_all(fields)
        unsafe errorText.deallocate()
    }

    /// Gets ready for an exchange. Connections and TLS sessions of the one before live on.
    func begin(_ exchange: CurlExchange, userAgent: String, authorities: String?) {
        unsafe curl_easy_reset(pointer)
        unsafe curl_slist_free_all(fields)
        unsafe fields = nil
        self.exchange = exchange
        exchange.handle = self
        unsafe errorText.pointee = 0
        unsafe ccurl_set_error_text(pointer, errorText)
        setRequest(exchange.request, userAgent: userAgent)
        setLimits(exchange.request)
        if let authorities { set(CURLOPT_CAINFO, authorities) }
        // The exchange lives as long as this handle refers to it, which is as long as libcurl calls.
        let context = unsafe Unmanaged.passUnretained(exchange).toOpaque()
        unsafe ccurl_set_receivers(pointer, receiveLine, receiveBody, context)
    }

    /// Lets go of the exchange, which libcurl must not carry any more.
    func end() {
        exchange?.handle = nil
        exchange = nil
    }

    /// What libcurl says about the failure of the transfer.
    func reason(_ code: CURLcode) -> String {
        unsafe errorText.pointee == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: errorText)
    }

    private func setRequest(_ request: HTTPRequest, userAgent: String) {
        set(CURLOPT_URL, request.url.absoluteString)
        set(CURLOPT_USERAGENT, request.headers["User-Agent"] ?? userAgent)
        // Every compression that libcurl can undo.
        set(CURLOPT_ACCEPT_ENCODING, "")
        for (name, value) in request.headers where name != "user-agent" {
            unsafe fields = unsafe curl_slist_append(fields, value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        unsafe ccurl_set_fields(pointer, fields)
        set(CURLOPT_NOBODY, request.method == .head ? 1 : 0)
        // Names and passwords in an address stay at home.
        set(CURLOPT_HTTPAUTH, 0)
        // No proxy reaches what only this machine can.
        if request.url.isOfThisMachine { set(CURLOPT_PROXY, "") }
        // One connection that carries many requests beats one for each, and a server over TLS may have it.
        set(CURLOPT_PIPEWAIT, request.url.scheme?.lowercased() == "https" ? 1 : 0)
    }

    private func setLimits(_ request: HTTPRequest) {
        unsafe ccurl_set_http_alone(pointer)
        unsafe ccurl_set_quick_exit(pointer)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // For libcurl, 0 is no limit at all.
        let milliseconds = min(max(1, (request.timeout / .milliseconds(1)).rounded(.up)), Double(Int32.max))
        set(CURLOPT_TIMEOUT_MS, Int(milliseconds))
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(milliseconds))
    }

    private func set(_ option: CURLoption, _ value: Int) {
        unsafe ccurl_set_number(pointer, option, value)
    }

    /// libcurl copies the text before the call returns.
    private func set(_ option: CURLoption, _ value: String) {
        unsafe ccurl_set_text(pointer, option, value)
    }
}

extension URL {
    /// Whether it names a loopback address (RFC 6761, section 6.3, and RFC 6890).
    fileprivate var isOfThisMachine: Bool {
        guard let host = host?.lowercased() else { return false }
        return host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
            || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }
}

/// Gives libcurl's bytes to the exchange that `context` is; anything but their number ends the transfer.
private let receiveLine: ccurl_receiver = { bytes, size, count, context in
    guard let exchange = unsafe exchange(context) else { return 0 }
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe exchange.take(line: line) ? size * count : 0
}

private let receiveBody: ccurl_receiver = { bytes, size, count, context in
    guard let exchange = unsafe exchange(context) else { return 0 }
    let part = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe part.isEmpty || exchange.take(body: part) ? size * count : 0
}

private func exchange(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    unsafe context.map { unsafe Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
}
