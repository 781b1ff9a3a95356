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

    /// Ends the exchange, and resumes the sender of the request with the result.
    ///
    /// - Parameter error: The transfer error, or `nil` if the transfer completed.
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
