public import Injection
import Library
public import LibraryInterface

extension AppContainer {
    /// The library, which uses the store that the settings select.
    public var library: Factory<any LinkLibrary> {
        self {
            StoredLinkLibrary(
                store: self.store(), pages: self.pageReader(), clock: self.clock(),
                urlPolicy: self.settings().urlPolicy)
        }.cached
    }
}
