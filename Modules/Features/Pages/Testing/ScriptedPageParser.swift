public import Core
public import PagesInterface

/// A page parser that returns the same contents for every response.
public struct ScriptedPageParser: PageParser {
    private let contents: PageContents?

    /// Creates a page parser.
    ///
    /// - Parameter contents: The contents of every page, or nil if no response is a page.
    public init(_ contents: PageContents? = nil) {
        self.contents = contents
    }

    public func contents(of response: HTTPResponse) -> PageContents? {
        contents
    }
}
