import HTTP
public import Injection
import Pages
public import PagesInterface

extension AppContainer {
    /// Reads pages over a client that is polite to each host, and tries again where a request failed for a passing reason.
    public var pageReader: Factory<any PageReader> {
        self {
            let polite = PacedHTTPClient(self.httpClient(), clock: self.clock())
            return HTTPPageReader(http: RetryingHTTPClient(polite, clock: self.clock()))
        }.cached
    }
}
