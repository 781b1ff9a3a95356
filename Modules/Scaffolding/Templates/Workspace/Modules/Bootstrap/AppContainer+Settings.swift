public import Injection

extension AppContainer {
    /// The settings; the start of the program registers what it has read.
    public var settings: Factory<Settings> {
        self { Settings() }.cached
    }
}
