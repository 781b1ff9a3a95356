public import Core
import HTTP
public import Injection
import SQLite
import System

extension AppContainer {
    /// The clock of the system.
    public var clock: Factory<any WallClock> {
        self { SystemClock() }.cached
    }

    /// The writer of files of the system.
    public var fileWriter: Factory<any FileWriter> {
        self { SystemFileWriter() }.cached
    }

    /// The terminal of the process.
    public var terminal: Factory<any Terminal> {
        self { SystemTerminal() }.cached
    }

    /// One client, and so one pool of connections, for all.
    public var httpClient: Factory<any HTTPClient> {
        self { CurlHTTPClient(userAgent: self.settings().userAgent) }.cached
    }

    /// The links, in the store that the settings name.
    public var linkStore: Factory<any LinkStore> {
        self { self.store() }.cached
    }

    /// The check history, in the same store as the links.
    public var checkHistory: Factory<any CheckHistoryStore> {
        self { self.store() }.cached
    }

    /// The one store of the library.
    private var store: Factory<any LinkStore & CheckHistoryStore> {
        self {
            switch self.settings().library {
            case .file(let path, let makesFolder): SQLiteStore(path: path, makesFolder: makesFolder)
            case .memory: SQLiteStore(path: ":memory:")
            case .server(let address): address.store
            }
        }.cached
    }
}
