public import Injection
import Reports
public import ReportsInterface

extension AppContainer {
    public var reporter: Factory<any LibraryReporter> { self { SummaryReporter(container: self) } }
}
