public import WebURLs

public struct MergeReport: Sendable, Hashable {
    public struct SkippedLink: Sendable, Hashable {
        /// The number of the line that contains the link, counted from 1.
        public var line: Int
        public var url: String
        public var problem: WebURLError

        public init(line: Int, url: String, problem: WebURLError) {
            self.line = line
            self.url = url
            self.problem = problem
        }
    }

    /// The number of new links.
    public var added = 0
    /// The number of existing links to which details were added.
    public var merged = 0
    /// The number of existing links that already had all of the details.
    public var unchanged = 0
    public var skipped: [SkippedLink] = []

    /// The number of links in the source.
    public var read: Int { added + merged + unchanged + skipped.count }

    public init() {}
}
