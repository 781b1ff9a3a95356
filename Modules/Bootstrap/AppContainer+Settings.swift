public import Injection

extension AppContainer {
    /// The settings; the start of the program registers what it has read.
    ///
    /// A program that registers none works in memory and leaves nothing behind.
    public var settings: Factory<Settings> {
        self { Settings(library: .memory) }.cached
    }
}
