import Core
public import Injection
import Transfer
public import TransferInterface

extension AppContainer {
    /// The import and export of links in all formats.
    public var linkTransfer: Factory<any LinkTransfer> {
        self {
            FileTransfer(library: self.library(), history: self.store(), standardInput: self.settings().standardInput)
        }.cached
    }
}
