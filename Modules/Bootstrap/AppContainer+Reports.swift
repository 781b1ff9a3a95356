public import Injection
import Reports
public import ReportsInterface

extension AppContainer {
    /// The reporter on the library of this container.
    public var reporter: Factory<any LibraryReporter> {
        self { SummaryReporter(container: self) }
    }
}
