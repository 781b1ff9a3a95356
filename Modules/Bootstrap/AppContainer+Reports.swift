public import Injection
public import Reports

extension AppContainer {
    public var reporter: Factory<LibraryReporter> {
        self {
            LibraryReporter(
                library: self.library(),
                history: self.checkHistory(),
                clock: self.clock()
            )
        }.cached
    }
}
