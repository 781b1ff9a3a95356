import CCurl
package import Core
import Foundation

/// A request and its response.
///
/// `@unchecked Sendable`: the creator sets only `continuation`, before the exchange starts. Only
/// the thread of the ``CurlLoop`` changes the other properties.
final class CurlExchange: @unchecked Sendable {
    typealias Continuation = CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>
    let request: HTTPRequest
    var handle: CurlHandle?
    /// Whether the exchange was canceled before it started.
    var isCancelled = false
    var continuation: Continuation?

    private var head = ResponseHead()
    private var body = Data()
    private var isTruncated = false
    /// Whether the client ended the transfer after it had received everything that was requested.
    private var isStopped = false

    init(_ request: HTTPRequest) {
        self.request = request
    }

    /// Appends a line of the response head.
    ///
    /// - Returns: Whether to continue the transfer.
    func append(line: some BidirectionalCollection<UInt8>) -> Bool {
        let wasComplete = head.isComplete
        guard head.append(line) else { return false }
        let isLastLine = head.isComplete && !wasComplete
        let skipsBody = request.method == .get && request.bodyLimit <= 0
        guard isLastLine, skipsBody, head.announcesBody else {
            return true
        }
        isTruncated = true
        isStopped = true
        return false
    }

    /// Appends a part of the decompressed body.
    ///
    /// - Returns: Whether to continue the transfer.
    func append(body part: some Collection<UInt8>) -> Bool {
        let remaining = request.bodyLimit - body.count
        body.append(contentsOf: part.prefix(remaining))
        guard part.count >= remaining else { return true }
        // If the body ends exactly at the limit, the transfer is not stopped, so that the
        // connection stays open for the next request.
        if part.count == remaining, head.declaredLength == request.bodyLimit {
            return true
        }
        isTruncated = true
        isStopped = true
        return false
    }

    /// Ends the exchange, and resumes the sender of the request with the result.
    ///
    /// - Parameter error: The transfer error, or nil if the transfer completed.
    func finish(_ error: HTTPError?) {
        continuation?.resume(returning: result(error))
        continuation = nil
    }

    /// Ends the exchange with status 407, because a proxy that requires a password refused to
    /// connect to the server. Over HTTP, the proxy itself responds with this status.
    func finishWithoutProxyPassword() {
        let response = HTTPResponse(status: 407, url: request.url)
        continuation?.resume(returning: .success(response))
        continuation = nil
    }

    private func result(_ error: HTTPError?) -> Result<HTTPResponse, HTTPError> {
        if let error, !isStopped {
            return .failure(error)
        }
        guard head.isComplete else {
            return .failure(.malformedResponse(reason: "the connection ended without a response"))
        }
        let response = HTTPResponse(
            status: head.status,
            headers: head.headers,
            body: body,
            isTruncated: isTruncated,
            url: request.url
        )
        return .success(response)
    }
}

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

    /// Creates a handle without an exchange, or returns nil if memory is exhausted.
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
        // Without an authentication method, libcurl sends no user name and password from the URL.
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

/// The status and fields of a response, parsed line by line.
///
/// Informational responses may precede the response (RFC 9110, section 15.2). The fields of
/// informational responses and trailer fields are ignored.
package struct ResponseHead {
    /// The maximum total size of the lines, in bytes, as a protection against an endless head.
    private static let limit = 256 << 10

    package private(set) var status = 0
    package private(set) var isComplete = false
    private var fields: [(String, String)] = []
    private var size = 0

    package init() {}

    package var headers: HTTPHeaders { HTTPHeaders(fields) }

    /// The number in the `Content-Length` field, or nil if there is none.
    package var declaredLength: Int? {
        let field = fields.last { $0.0.lowercased() == "content-length" }
        return field.flatMap { Int($0.1) }
    }

    /// Whether a body can follow this head if the request method is GET.
    package var announcesBody: Bool {
        status != 204 && status != 304 && declaredLength != 0
    }

    /// Appends the next line, with or without its line break.
    ///
    /// - Returns: Whether the head is within the ``limit``.
    package mutating func append(_ line: some BidirectionalCollection<UInt8>) -> Bool {
        size += line.count
        guard size <= Self.limit else { return false }
        guard !isComplete else { return true }
        let text = line.trimmingSuffix { $0 == 0x0D || $0 == 0x0A }
        if text.isEmpty {
            isComplete = status >= 200
        } else if text.starts(with: "HTTP/".utf8) {
            let code = text.drop { $0 != 0x20 }.dropFirst().prefix(3)
            status = Self.decode(code).flatMap { Int($0) } ?? 0
            fields = []
        } else if Self.isBlank(text[text.startIndex]) {
            // A line that begins with a blank continues the previous field (RFC 9112, section 5.2).
            if !fields.isEmpty {
                fields[fields.count - 1].1 += " " + Self.value(text)
            }
        } else if let colon = text.firstIndex(of: 0x3A) {
            let name = String(decoding: text[..<colon], as: UTF8.self)
            appendField(name, Self.value(text[text.index(after: colon)...]))
        }
        return true
    }

    private mutating func appendField(_ name: String, _ value: String) {
        let key = name.lowercased()
        let isRepeated = fields.contains { $0.0.lowercased() == key }
        guard !isRepeated || !Self.singleFields.contains(key) else {
            return
        }
        fields.append((name, value))
    }

    /// The names of the fields that are not lists (RFC 9110, sections 10.2.2 and 10.2.3).
    ///
    /// Some proxies send such a field twice. Only the first occurrence is used.
    private static let singleFields: Set<String> = ["location", "retry-after"]

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09
    }

    private static func value(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        let trimmed = bytes.drop(while: isBlank).trimmingSuffix(while: isBlank)
        if let value = decode(trimmed) {
            return value
        }
        // A value that is not valid UTF-8 is decoded as ISO 8859-1, the historical encoding.
        return String(String.UnicodeScalarView(trimmed.map { Unicode.Scalar($0) }))
    }

    private static func decode(_ bytes: some Collection<UInt8>) -> String? {
        String(validating: bytes, as: UTF8.self)
    }
}

extension BidirectionalCollection {
    fileprivate func trimmingSuffix(while condition: (Element) -> Bool) -> SubSequence {
        var end = endIndex
        while end > startIndex, condition(self[index(before: end)]) {
            end = index(before: end)
        }
        return self[..<end]
    }
}
