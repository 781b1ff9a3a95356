/// A pattern that matches whole URLs. `*` matches any string, including the empty string.
public struct URLPattern: Sendable, Hashable {
    public let text: String
    private let parts: [Substring]

    public init(_ text: String) {
        self.text = text
        parts = text.split(separator: "*", omittingEmptySubsequences: false)
    }

    /// Returns whether a URL matches the pattern.
    ///
    /// - Complexity: O(*n* · *m*), where *n* and *m* are the lengths of the URL and the pattern.
    public func matches(_ url: String) -> Bool {
        guard let first = parts.first, let last = parts.last, parts.count > 1 else {
            return url == text
        }
        guard url.hasPrefix(first) else { return false }
        var rest = url.dropFirst(first.count)
        // The first occurrence of each part leaves the longest remaining string for the other
        // parts.
        for part in parts.dropFirst().dropLast() {
            guard let found = rest.firstRange(of: part) else {
                return false
            }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
