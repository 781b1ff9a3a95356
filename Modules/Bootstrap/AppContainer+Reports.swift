public import Injection
import Reports
public import ReportsInterface

extension AppContainer {
    /// Takes what it reports on from this type of container.
    public var reporter: Factory<any LibraryReporter> {
        self { SummaryReporter<AppContainer>() }
    }
}
