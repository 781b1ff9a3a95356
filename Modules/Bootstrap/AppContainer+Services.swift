package import CheckingInterface
public import Core
import HTTP
public import Injection
package import LibraryInterface
import SQLite
import System
package import TransferInterface

/// The services that the app uses directly.
extension AppContainer {
    public var terminal: Factory<any Terminal> { self { SystemTerminal() }.cached }

    public var fileWriter: Factory<any FileWriter> { self { SystemFileWriter() } }

    public var clock: Factory<any WallClock> { self { SystemClock() }.cached }
}

extension AppContainer {
    package var httpClient: Factory<any HTTPClient> {
        self {
            let settings = self.settings()
            return CurlHTTPClient(
                userAgent: settings.userAgent,
                authorities: settings.authorities
            )
        }.cached
    }

    /// A client that limits the request rate for each host and retries after temporary failures.
    /// Only the link checker uses another client, because the checker itself limits the rate of its
    /// requests and retries them.
    package var politeHTTPClient: Factory<any HTTPClient> {
        self {
            PoliteHTTPClient(
                self.httpClient(),
                clock: self.clock(),
                interval: self.settings().checkPolicy.interval
            )
        }.cached
    }

    package var databaseReader: Factory<any DatabaseReader> { self { SQLiteDatabaseReader() } }

    package var linkStore: Factory<any LinkStore> { self { self.store() } }

    package var checkHistoryStore: Factory<any CheckHistoryStore> { self { self.store() } }

    /// The store of links and of their check history.
    ///
    /// Both are in one database, because removing a link removes its checks. A test that replaces
    /// this definition therefore replaces both stores.
    package var store: Factory<any LinkStore & CheckHistoryStore> {
        self {
            switch self.settings().library {
            case .file(let path, let createsFolder):
                SQLiteStore(path: path, createsFolder: createsFolder)
            case .memory: SQLiteStore(path: ":memory:")
            case .server(let url): url.store
            }
        }.cached
    }
}
