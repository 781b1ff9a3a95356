import Checking
public import CheckingInterface
public import Injection

extension AppContainer {
    /// The link checker. Its client does not retry requests, because the checker itself does so and
    /// counts the attempts.
    public var linkChecker: Factory<any LinkChecker> {
        self {
            ConcurrentLinkChecker(
                http: self.httpClient(),
                history: self.store(),
                clock: self.clock(),
                archive: self.webArchive(),
                pages: self.pageReader()
            )
        }.cached
    }
}
