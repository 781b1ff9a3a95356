import Core
import Dispatch
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request and what comes back for it.
struct HTTPExchange {
    private let request: HTTPRequest
    private var response: HTTPURLResponse?
    private var body = Data()

    init(_ request: HTTPRequest) {
        self.request = request
    }

    /// Runs the exchange to its end, which is the first of: all that is wanted, an error, the deadline, cancellation.
    mutating func run(on session: URLSession) async throws(HTTPError) -> HTTPResponse {
        let (events, sink) = AsyncStream.makeStream(of: HTTPTaskEvent.self)
        let task = session.dataTask(with: foundationRequest)
        task.delegate = HTTPTaskEvents(sink)
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { sink.yield(.deadline) }
        timer.schedule(deadline: .now() + max(0, request.timeout / .seconds(1)))
        timer.resume()
        task.resume()
        defer {
            timer.cancel()
            task.cancel()
        }

        for await event in events {
            if let response = try take(event) { return response }
        }
        throw .cancelled
    }

    private var foundationRequest: URLRequest {
        var result = URLRequest(url: request.url)
        result.httpMethod = request.method.rawValue
        for (name, value) in request.headers { result.setValue(value, forHTTPHeaderField: name) }
        // Foundation starts its own time-out anew with every byte, so it is kept out of the way of the deadline.
        result.timeoutInterval = max(1, request.timeout / .seconds(1)) * 2
        return result
    }

    /// Takes an event in; returns the response once it is whole.
    private mutating func take(_ event: HTTPTaskEvent) throws(HTTPError) -> HTTPResponse? {
        switch event {
        case .response(let response):
            // Responses before the last, such as 103 Early Hints, come the same way.
            guard response.statusCode >= 200 else { return nil }
            self.response = response
        case .data(let data):
            body += data.prefix(request.bodyLimit - body.count + 1)
        case .challenge:
            return response.map { answer($0, isWhole: true) }
        case .end(let last, let error):
            if let error, (error as? URLError)?.code != .cancelled { throw HTTPError(error, url: request.url) }
            guard let response = response ?? last else {
                throw .malformedResponse(reason: "the connection ended without a response")
            }
            return answer(response, isWhole: true)
        case .deadline:
            throw .timedOut
        }
        guard let response, request.method == .get, body.count >= request.bodyLimit else { return nil }
        return answer(response, isWhole: false)
    }

    private func answer(_ response: HTTPURLResponse, isWhole: Bool) -> HTTPResponse {
        let headers = HTTPHeaders(
            response.allHeaderFields.compactMap { name, value in
                guard let name = name as? String, let value = value as? String else { return nil }
                return (name, value)
            })
        let isAllThereIs =
            isWhole || headers["Content-Encoding"] == nil && headers["Content-Length"] == String(request.bodyLimit)
        return HTTPResponse(
            status: response.statusCode, headers: headers, body: Data(body.prefix(request.bodyLimit)),
            isTruncated: body.count > request.bodyLimit || !isAllThereIs, url: request.url)
    }
}
