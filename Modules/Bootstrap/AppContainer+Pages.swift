import HTTP
public import Injection
import Pages
public import PagesInterface

extension AppContainer {
    /// The page reader, whose client limits the rate per host and retries transient failures.
    public var pageReader: Factory<any PageReader> {
        self {
            let rateLimited = RateLimitedHTTPClient(self.httpClient(), clock: self.clock())
            return HTTPPageReader(http: RetryingHTTPClient(rateLimited, clock: self.clock()))
        }.cached
    }
}
