import CheckingInterface
package import Core
import HTTP
public import Injection
import Pages
public import PagesInterface

extension AppContainer {
    public var pageReader: Factory<any PageReader> {
        self { HTTPPageReader(http: self.politeHTTPClient()) }.cached
    }

    /// A client that limits the request rate for each host and retries after temporary failures.
    package var politeHTTPClient: Factory<any HTTPClient> {
        self {
            let rateLimited = RateLimitedHTTPClient(
                self.httpClient(),
                clock: self.clock(),
                interval: self.settings().checkPolicy.interval
            )
            return RetryingHTTPClient(rateLimited, clock: self.clock())
        }.cached
    }

    public var pageParser: Factory<any PageParser> { self { HTMLPageParser() } }
}
