import Core
import CoreTesting

/// A client that records the requests and the responses of another client.
struct RecordingHTTPClient: HTTPClient {
    let client: ScriptedHTTPClient
    let exchanges = RecordedCalls<(request: HTTPRequest, response: HTTPResponse)>()

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let response = try await client.send(request)
        exchanges.append((request, response))
        return response
    }
}
