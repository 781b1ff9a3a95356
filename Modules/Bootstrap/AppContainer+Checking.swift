import Checking
public import CheckingInterface
public import Injection

extension AppContainer {
    /// The link checker. Its HTTP client does not retry requests, because the checker retries and
    /// counts them itself.
    public var linkChecker: Factory<any LinkChecker> {
        self {
            ConcurrentLinkChecker(
                http: self.httpClient(),
                history: self.checkHistoryStore(),
                clock: self.clock(),
                pages: self.pageParser()
            )
        }.cached
    }

    public var checkHistory: Factory<any CheckHistory> { self { self.checkHistoryStore() } }

    public var archivedCopies: Factory<any ArchivedCopyFinder> {
        self { WaybackMachine(http: self.politeHTTPClient()) }.cached
    }

    public var moveReviewer: Factory<any MoveReviewer> {
        self { PageMoveReviewer(http: self.politeHTTPClient(), pages: self.pageParser()) }.cached
    }
}
