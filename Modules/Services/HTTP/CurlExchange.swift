import CCurl
import Core
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

    /// Ends the exchange with an error, and resumes the sender of the request.
    func finish(_ error: HTTPError) {
        resume(.failure(error))
    }

    /// Ends the exchange with the result of its transfer, and resumes the sender of the request.
    ///
    /// If a proxy that requires a password refused to connect to the server, the response has the
    /// status 407. Over HTTP, the proxy itself responds with this status.
    func finish(_ code: CURLcode, reason: String) {
        if HTTPError.isProxyPasswordMissing(code, reason: reason) {
            resume(.success(HTTPResponse(status: 407, url: request.url)))
        } else if reason == "Header without colon", head.status >= 200 {
            // Browsers ignore a field line without a colon, but libcurl ends the transfer there.
            isTruncated = true
            resume(.success(response))
        } else if code != CURLE_OK, !isStopped {
            finish(HTTPError(code, reason: reason, url: request.url))
        } else {
            let error = HTTPError.malformedResponse(
                reason: "the connection ended without a response"
            )
            resume(head.isComplete ? .success(response) : .failure(error))
        }
    }

    private func resume(_ result: Result<HTTPResponse, HTTPError>) {
        continuation?.resume(returning: result)
        continuation = nil
    }

    private var response: HTTPResponse {
        HTTPResponse(
            status: head.status,
            headers: head.headers,
            body: body,
            isTruncated: isTruncated,
            url: request.url
        )
    }
}
