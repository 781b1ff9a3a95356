package import Core
import HTTP
package import Injection
import SQLite
import System

extension AppContainer {
    /// The clock of the system.
    package var clock: Factory<any WallClock> {
        self { SystemClock() }.cached
    }

    /// One client, and so one pool of connections, for all.
    package var httpClient: Factory<any HTTPClient> {
        self { CurlHTTPClient(userAgent: self.settings().userAgent) }.cached
    }

    /// The store that the settings name.
    package var store: Factory<any LinkStore & CheckHistoryStore> {
        self {
            switch self.settings().library {
            case .file(let path, let makesFolder): SQLiteStore(path: path, makesFolder: makesFolder)
            case .memory: SQLiteStore(path: ":memory:")
            case .server(let address): address.store
            }
        }.cached
    }
}
