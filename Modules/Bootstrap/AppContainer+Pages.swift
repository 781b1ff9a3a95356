import HTTP
public import Injection
import Pages
public import PagesInterface

extension AppContainer {
    /// Reads pages over a client that tries again where a request failed for a passing reason.
    public var pageReader: Factory<any PageReader> {
        self { HTTPPageReader(http: RetryingHTTPClient(self.httpClient(), clock: self.clock())) }.cached
    }
}
