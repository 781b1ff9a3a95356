import Checking
public import CheckingInterface
public import Injection

extension AppContainer {
    /// Checks over the plain client: retries are part of a verdict, and so the checker's own.
    public var linkChecker: Factory<any LinkChecker> {
        self {
            ConcurrentLinkChecker(http: self.httpClient(), history: self.store(), clock: self.clock())
        }.cached
    }
}
