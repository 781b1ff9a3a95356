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
                history: self.store(),
                clock: self.clock(),
                archive: self.webArchive(),
                pages: self.pageParser()
            )
        }.cached
    }
}
