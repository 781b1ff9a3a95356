public import Injection
import Library
public import LibraryInterface

extension AppContainer {
    public var library: Factory<any LinkLibrary> {
        self {
            StoredLinkLibrary(
                store: self.linkStore(),
                pages: self.pageReader(),
                clock: self.clock(),
                urlPolicy: self.settings().urlPolicy
            )
        }.cached
    }
}
