public import Injection
public import Reports

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
