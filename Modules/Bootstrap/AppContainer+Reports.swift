public import Injection
import Reports
public import ReportsInterface

extension AppContainer {
    public var reporter: Factory<any LibraryReporter> {
        self {
            SummaryReporter(
                library: self.library(),
                history: self.checkHistoryStore(),
                clock: self.clock()
            )
        }.cached
    }
}
