public import Core
public import Foundation

/// A request as a scripted site has seen it.
public struct RecordedRequest: Sendable, Hashable {
    /// The method, such as `GET`.
    public let method: String
    /// The whole address.
    public let url: URL
    /// The header fields.
    public let headers: HTTPHeaders
    /// When it came.
    public let received: Date
}

/// The requests that a scripted site has seen so far.
struct RequestLog: Sendable {
    private(set) var requests: [RecordedRequest] = []
    private var counts: [String: Int] = [:]

    /// Keeps the request, and returns what the site says to it.
    mutating func record(_ request: RecordedRequest, target: String, site: ScriptedSite) -> ScriptedSite.Behaviour {
        requests.append(request)
        let line = site.line(method: request.method, target: target)
        defer { counts[line, default: 0] += 1 }
        return site.behaviour(line: line, earlier: counts[line, default: 0])
    }
}
