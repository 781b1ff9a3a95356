public import Injection
import Pages
public import PagesInterface

extension AppContainer {
    public var pageReader: Factory<any PageReader> {
        self { HTTPPageReader(http: self.politeHTTPClient()) }.cached
    }

    public var pageParser: Factory<any PageParser> { self { HTMLPageParser() } }
}
