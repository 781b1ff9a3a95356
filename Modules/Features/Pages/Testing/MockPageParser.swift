public import Core
import CoreTesting
public import PagesInterface

/// A mock `PageParser` that calls a closure and records the responses.
public struct MockPageParser: PageParser {
    /// The closure for ``contents(of:)``.
    public var onContents: @Sendable (HTTPResponse) -> PageContents?
    private let calls = RecordedCalls<HTTPResponse>()

    /// Creates a mock. A call records an issue if ``onContents`` is not set.
    public init() {
        onContents = { _ in
            recordUnexpectedCall(of: "contents(of:)", setting: "onContents")
            return nil
        }
    }

    /// Creates a mock that calls `onContents`.
    public init(onContents: @escaping @Sendable (HTTPResponse) -> PageContents?) {
        self.onContents = onContents
    }

    /// The responses of the calls, in order.
    public var responses: [HTTPResponse] { calls.all }

    public func contents(of response: HTTPResponse) -> PageContents? {
        calls.append(response)
        return onContents(response)
    }
}
