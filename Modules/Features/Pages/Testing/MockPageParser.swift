public import Core
public import PagesInterface

/// A mock `PageParser` that calls a closure.
public struct MockPageParser: PageParser {
    private let onContents: @Sendable (HTTPResponse) -> PageContents?

    /// Creates a mock that calls `onContents`.
    public init(onContents: @escaping @Sendable (HTTPResponse) -> PageContents?) {
        self.onContents = onContents
    }

    public func contents(of response: HTTPResponse) -> PageContents? {
        onContents(response)
    }
}
