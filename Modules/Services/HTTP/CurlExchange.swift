import Core
import Foundation

/// One request and what comes back for it.
///
/// `@unchecked Sendable`: whoever makes it hands it to the thread of a ``CurlLoop`` before anything changes in it, and that
/// thread alone touches it from then on.
final class CurlExchange: @unchecked Sendable {
    /// What somebody waits for.
    typealias Answer = CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>

    let request: HTTPRequest
    /// The handle that carries it, while it runs.
    var handle: CurlHandle?
    /// Whether it was cancelled before it ran.
    var isCancelled = false

    private var answer: Answer?
    private var head = ResponseHead()
    private var body = Data()
    private var isTruncated = false
    /// Whether we ended it because all that is wanted has arrived.
    private var isStopped = false

    init(_ request: HTTPRequest) { self.request = request }

    /// Remembers who waits.
    func begin(_ answer: Answer) { self.answer = answer }

    /// Takes a line of the head; false to end the transfer.
    func take(line: some BidirectionalCollection<UInt8>) -> Bool {
        let wasComplete = head.isComplete
        guard head.take(line) else { return false }
        guard head.isComplete, !wasComplete, request.method == .get, request.bodyLimit <= 0, head.announcesBody
        else { return true }
        isTruncated = true
        isStopped = true
        return false
    }

    /// Takes a part of the body, decompressed; false to end the transfer.
    func take(body part: some Collection<UInt8>) -> Bool {
        let room = request.bodyLimit - body.count
        body.append(contentsOf: part.prefix(room))
        guard part.count >= room else { return true }
        // A body that is known to end here may do so, which keeps the connection for the next request.
        let ends = part.count == room && head.headers["Content-Encoding"] == nil
        if ends, head.declaredLength == request.bodyLimit { return true }
        isTruncated = true
        isStopped = true
        return false
    }

    /// Ends it, and tells whoever waits.
    ///
    /// - Parameter error: Why the transfer failed; nil when it came to its end.
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
        answer?.resume(returning: result)
        answer = nil
    }
}
