import Core
import Foundation
import Synchronization

/// An HTTP client whose every answer is the same, until the tests can use the scripted one of CoreTesting.
final class OnePageHTTPClient: HTTPClient {
    let answer: Result<HTTPResponse, HTTPError>
    var requests: [HTTPRequest] { sent.withLock { $0 } }
    private let sent = Mutex<[HTTPRequest]>([])

    init(_ answer: Result<HTTPResponse, HTTPError>) {
        self.answer = answer
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        sent.withLock { $0.append(request) }
        return try answer.get()
    }
}
