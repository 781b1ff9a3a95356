import Checking
public import CheckingInterface
public import Injection

extension AppContainer {
    /// The link checker, over the plain client: retries are part of a verdict, so the checker does them itself.
    public var linkChecker: Factory<any LinkChecker> {
        self {
            ConcurrentLinkChecker(http: self.httpClient(), history: self.store(), clock: self.clock())
        }.cached
    }
}
