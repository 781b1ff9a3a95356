import CCurl
package import Core
import Foundation

/// A request and its response. `@unchecked Sendable`: its creator passes it to the thread of a ``CurlLoop`` before any property changes, and from then on only
/// that thread uses it.
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
    /// Whether the client ended the transfer because it has received everything requested.
    private var isStopped = false
    init(_ request: HTTPRequest) { self.request = request }

    /// Appends a line of the head; returns false to end the transfer.
    func append(line: some BidirectionalCollection<UInt8>) -> Bool {
        let wasComplete = head.isComplete
        guard head.append(line) else { return false }
        guard head.isComplete, !wasComplete, request.method == .get, request.bodyLimit <= 0, head.announcesBody
        else { return true }
        (isTruncated, isStopped) = (true, true)
        return false
    }

    /// Appends a part of the decompressed body; returns false to end the transfer.
    func append(body part: some Collection<UInt8>) -> Bool {
        let remaining = request.bodyLimit - body.count
        body.append(contentsOf: part.prefix(remaining))
        guard part.count >= remaining else { return true }
        // If the body ends here anyway, the transfer may complete, which keeps the connection alive for the next request.
        let ends = part.count == remaining && head.headers["Content-Encoding"] == nil
        if ends, head.declaredLength == request.bodyLimit { return true }
        (isTruncated, isStopped) = (true, true)
        return false
    }

    /// Ends the exchange; `error` is nil if the transfer completed.
    func finish(_ error: HTTPError?) {
        let result: Result<HTTPResponse, HTTPError> =
            if let error, !isStopped {
                .failure(error)
            } else if !head.isComplete {
                .failure(.malformedResponse(reason: "the connection ended without a response"))
            } else {
                .success(
                    HTTPResponse(
                        status: head.status, headers: head.headers, body: body, isTruncated: isTruncated,
                        url: request.url))
            }
        continuation?.resume(returning: result)
        continuation = nil
    }
}

/// A libcurl transfer, which is reused for successive exchanges. One thread uses it. Safe: only this module uses its pointers, which are valid from `init` to
/// `deinit`. libcurl keeps none of our pointers after the next ``begin(_:userAgent:authorities:)``, and calls back only while the exchange of the handle runs.
@safe final class CurlHandle {
    /// libcurl's handle, which its multi interface requires.
    let pointer: UnsafeMutableRawPointer
    private(set) var exchange: CurlExchange?
    private var fields: UnsafeMutablePointer<curl_slist>?
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    var address: Int { unsafe Int(bitPattern: pointer) }

    init?() {
        guard let pointer = unsafe ccurl_easy_init() else { return nil }
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe ccurl_easy_cleanup(pointer)
        unsafe ccurl_slist_free_all(fields)
        unsafe errorText.deallocate()
    }

    /// Prepares an exchange. Connections and TLS sessions of earlier exchanges remain open.
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
        if let authorities { set(CURLOPT_CAINFO, authorities) }
        // The handle retains the exchange for as long as libcurl calls back.
        let context = unsafe Unmanaged.passUnretained(exchange).toOpaque()
        unsafe ccurl_set_receivers(pointer, receiveLine, receiveBody, context)
    }

    /// Releases the exchange, which libcurl must no longer run.
    func end() {
        exchange?.handle = nil
        exchange = nil
    }

    func reason(_ code: CURLcode) -> String {
        // Both texts are valid until the next call; the string copies them.
        unsafe errorText.pointee == 0 ? String(cString: ccurl_easy_strerror(code)) : String(cString: errorText)
    }

    private func setRequest(_ request: HTTPRequest, userAgent: String) {
        set(CURLOPT_URL, request.url.absoluteString)
        set(CURLOPT_USERAGENT, request.headers["User-Agent"] ?? userAgent)
        // Accepts every compression that libcurl supports.
        set(CURLOPT_ACCEPT_ENCODING, "")
        for (name, value) in request.headers where name != "user-agent" {
            unsafe fields = unsafe ccurl_slist_append(fields, value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        unsafe ccurl_set_fields(pointer, fields)
        set(CURLOPT_NOBODY, request.method == .head ? 1 : 0)
        // Never sends the name and the password of a URL.
        set(CURLOPT_HTTPAUTH, 0)
        // A proxy cannot reach the loopback addresses of this machine.
        if request.url.isLoopback { set(CURLOPT_PROXY, "") }
        // Over TLS the server may support HTTP/2, so wait for a connection that can carry several requests.
        set(CURLOPT_PIPEWAIT, request.url.scheme?.lowercased() == "https" ? 1 : 0)
    }

    private func setLimits(_ request: HTTPRequest) {
        unsafe ccurl_set_http_alone(pointer)
        unsafe ccurl_set_quick_exit(pointer)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // For libcurl, 0 means no limit.
        let milliseconds = min(max(1, (request.timeout / .milliseconds(1)).rounded(.up)), Double(Int32.max))
        set(CURLOPT_TIMEOUT_MS, Int(milliseconds))
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(milliseconds))
    }

    private func set(_ option: CURLoption, _ value: Int) { unsafe ccurl_set_number(pointer, option, value) }

    private func set(_ option: CURLoption, _ value: String) {
        // libcurl copies the text before the call returns.
        unsafe ccurl_set_text(pointer, option, value)
    }
}

extension URL {
    /// Whether the host is a loopback address (RFC 6761, section 6.3, and RFC 6890).
    fileprivate var isLoopback: Bool {
        guard let host = host?.lowercased() else { return false }
        return host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
            || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
    }
}

/// Passes libcurl's bytes to the exchange that `context` points to; a result other than their number ends the transfer.
private let receiveLine: ccurl_receiver = { bytes, size, count, context in
    guard let exchange = unsafe exchange(context) else { return 0 }
    // The bytes are valid for the call.
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe exchange.append(line: line) ? size * count : 0
}

private let receiveBody: ccurl_receiver = { bytes, size, count, context in
    guard let exchange = unsafe exchange(context) else { return 0 }
    // The bytes are valid for the call.
    let part = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe part.isEmpty || exchange.append(body: part) ? size * count : 0
}

private func exchange(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    // The pointer was made from the exchange of the handle, which retains it while libcurl calls back.
    unsafe context.map { unsafe Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
}

/// The status and fields of a response, parsed line by line: those of the last head (RFC 9110, section 15.2), without trailer fields.
package struct ResponseHead {
    /// The maximum total size of the lines, in bytes, which bounds an endless head.
    package static let limit = 256 << 10
    package private(set) var status = 0
    package private(set) var isComplete = false
    private var fields: [(String, String)] = []
    private var size = 0
    package init() {}

    package var headers: HTTPHeaders { HTTPHeaders(fields) }
    package var declaredLength: Int? { fields.last { $0.0.lowercased() == "content-length" }.flatMap { Int($0.1) } }
    package var announcesBody: Bool { status != 204 && status != 304 && declaredLength != 0 }

    /// Appends the next line, with or without its line end; returns false if the head exceeds ``limit``.
    package mutating func append(_ line: some BidirectionalCollection<UInt8>) -> Bool {
        size += line.count
        guard size <= Self.limit else { return false }
        guard !isComplete else { return true }
        let text = line.trimmingSuffix { $0 == 0x0D || $0 == 0x0A }
        if text.isEmpty {
            isComplete = status >= 200
        } else if text.starts(with: "HTTP/".utf8) {
            status = Self.decode(text.drop { $0 != 0x20 }.dropFirst().prefix(3)).flatMap { Int($0) } ?? 0
            fields = []
        } else if Self.isBlank(text[text.startIndex]) {
            // A line that begins with a blank continues the previous field (RFC 9112, section 5.2).
            if !fields.isEmpty { fields[fields.count - 1].1 += " " + Self.value(text) }
        } else if let colon = text.firstIndex(of: 0x3A) {
            let name = String(decoding: text[..<colon], as: UTF8.self)
            let key = name.lowercased()
            guard !Self.single.contains(key) || !fields.contains(where: { $0.0.lowercased() == key }) else {
                return true
            }
            fields.append((name, Self.value(text[text.index(after: colon)...])))
        }
        return true
    }

    /// Fields that are not lists (RFC 9110, sections 10.2.2 and 10.2.3); proxies send some twice, and the first counts.
    private static let single: Set<String> = ["location", "retry-after"]

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func value(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        let trimmed = bytes.drop(while: isBlank).trimmingSuffix(while: isBlank)
        // A value is UTF-8 if it is valid, and otherwise ISO 8859-1, the historical encoding.
        return decode(trimmed) ?? String(String.UnicodeScalarView(trimmed.map { Unicode.Scalar($0) }))
    }

    private static func decode(_ bytes: some Collection<UInt8>) -> String? { String(validating: bytes, as: UTF8.self) }
}

extension BidirectionalCollection {
    fileprivate func trimmingSuffix(while condition: (Element) -> Bool) -> SubSequence {
        var end = endIndex
        while end > startIndex, condition(self[index(before: end)]) { end = index(before: end) }
        return self[..<end]
    }
}
