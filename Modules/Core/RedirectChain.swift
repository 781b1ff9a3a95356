/// A chain of requests that are connected by redirects. The chain limits the number of redirects,
/// and detects loops.
///
/// `Visit` identifies a request. Equal requests have the same response, so a chain that repeats a
/// request would never end.
public struct RedirectChain<Visit: Hashable & Sendable>: Sendable {
    /// The maximum number of redirects, which is that of browsers.
    private static var limit: Int { 20 }

    private var visits: Set<Visit> = []

    public init() {}

    /// Whether a request was redirected.
    public var hasRedirects: Bool { visits.count > 1 }

    /// Adds a request to the chain when it is sent.
    public mutating func add(_ visit: Visit) {
        visits.insert(visit)
    }

    /// Returns a short explanation for users why a redirect to a request is not followed, or `nil`
    /// if the redirect can be followed.
    public func refusal(of visit: Visit) -> String? {
        if visits.contains(visit) {
            return "redirect loop"
        }
        return visits.count > Self.limit ? "more than \(Self.limit) redirects" : nil
    }
}
