import Core
public import Injection
import Transfer
public import TransferInterface

extension AppContainer {
    public var linkTransfer: Factory<any LinkTransfer> {
        self {
            FileTransfer(
                library: self.library(),
                history: self.checkHistory(),
                databases: self.databaseReader(),
                standardInput: self.terminal().file(of: .input)
            )
        }.cached
    }
}
