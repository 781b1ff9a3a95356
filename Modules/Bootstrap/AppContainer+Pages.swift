import CheckingInterface
import HTTP
public import Injection
import Pages
public import PagesInterface

extension AppContainer {
    /// The page reader. Its HTTP client limits the request rate for each host and retries after
    /// temporary failures.
    public var pageReader: Factory<any PageReader> {
        self {
            let rateLimited = RateLimitedHTTPClient(
                self.httpClient(),
                clock: self.clock(),
                interval: self.settings().checkPolicy.interval
            )
            return HTTPPageReader(http: RetryingHTTPClient(rateLimited, clock: self.clock()))
        }.cached
    }

    public var pageParser: Factory<any PageParser> { self { HTMLPageParser() } }
}
