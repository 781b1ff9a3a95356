import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What happens to one task of a session.
enum HTTPTaskEvent: Sendable {
    case response(HTTPURLResponse)
    case data(Data)
    /// The server asks who we are; what it has sent so far is its answer to strangers.
    case challenge
    /// The end, with the final response, which Foundation does not announce for every redirect.
    case end(HTTPURLResponse?, (any Error)?)
    case deadline
}

/// Carries the events of one task to those who wait for them; attached to the task as its delegate.
final class HTTPTaskEvents: NSObject, URLSessionTaskDelegate, Sendable {
    let sink: AsyncStream<HTTPTaskEvent>.Continuation

    init(_ sink: AsyncStream<HTTPTaskEvent>.Continuation) {
        self.sink = sink
    }
}

/// Sorts the events of a session by task, and turns down all that the session offers on its own.
///
/// Foundation on Linux never calls the delegate of a task, so the session's has to pass events on to it.
final class HTTPSessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private func emit(_ event: HTTPTaskEvent, of task: URLSessionTask) {
        (task.delegate as? HTTPTaskEvents)?.sink.yield(event)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { emit(.response(response), of: dataTask) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        emit(.data(data), of: dataTask)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // On Linux certificates are checked elsewhere, and every challenge asks for a password.
        #if !canImport(FoundationNetworking)
            if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
                return completionHandler(.performDefaultHandling, nil)
            }
        #endif
        emit(.challenge, of: task)
        completionHandler(.rejectProtectionSpace, nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        emit(.end(task.response as? HTTPURLResponse, error), of: task)
    }
}
