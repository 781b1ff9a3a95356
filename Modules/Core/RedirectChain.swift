/// A chain of requests that are connected by redirects. The chain limits the number of redirects,
/// and detects loops.
///
/// `Visit` identifies a request. Equal requests have the same response, so a chain that repeats a
/// request would never end.
public struct RedirectChain<Visit: Hashable & Sendable>: Sendable {
    /// The reason why a redirect is not followed.
    public enum Refusal: Sendable, CustomStringConvertible {
        case loop
        case tooMany

        public var description: String {
            switch self {
            case .loop: "redirect loop"
            case .tooMany: "more than \(limit) redirects"
            }
        }
    }

    /// The maximum number of redirects.
    public static var limit: Int { 10 }

    private var visits: Set<Visit> = []

    public init() {}

    /// Whether a request was redirected.
    public var hasRedirects: Bool { visits.count > 1 }

    /// Adds a request to the chain when it is sent.
    public mutating func add(_ visit: Visit) {
        visits.insert(visit)
    }

    /// Returns the reason why a redirect to a request is not followed, or `nil` if the redirect can
    /// be followed.
    public func refusal(of visit: Visit) -> Refusal? {
        if visits.contains(visit) {
            return .loop
        }
        return visits.count > Self.limit ? .tooMany : nil
    }
}
