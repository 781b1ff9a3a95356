public import Injection
import Reports
public import ReportsInterface

extension AppContainer {
    /// The reporter for the library of this container.
    public var reporter: Factory<any LibraryReporter> { self { SummaryReporter(container: self) } }
}
