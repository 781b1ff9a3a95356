public import Core
public import Foundation

public struct RecordedRequest: Sendable, Hashable {
    public let method: String
    public let url: URL
    public let headers: HTTPHeaders
    /// The time at which the request arrived.
    public let received: Date

    public init(method: String, url: URL, headers: HTTPHeaders, received: Date) {
        self.method = method
        self.url = url
        self.headers = headers
        self.received = received
    }
}

/// The requests that a site has received, which determine its next responses.
public struct RequestLog: Sendable {
    public private(set) var requests: [RecordedRequest] = []
    private var counts: [String: Int] = [:]

    public init() {}

    /// Records a request and returns the site's behavior for the request.
    public mutating func record(
        _ request: RecordedRequest,
        target: String,
        site: ScriptedSite
    ) -> ScriptedSite.Behavior {
        requests.append(request)
        let key = site.key(method: request.method, target: target)
        defer {
            counts[key, default: 0] += 1
        }
        return site.behavior(for: key, earlier: counts[key, default: 0])
    }
}
