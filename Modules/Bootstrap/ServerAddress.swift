import Core

#if Postgres
    import PostgreSQL

    /// The address of a library on a PostgreSQL server.
    public struct ServerAddress: Sendable, Hashable {
        private let address: PostgreSQLAddress

        /// Reads an address; passwords come from a file alone, neither from the address nor from a variable.
        static func library(
            at text: String, environment: [String: String]
        ) throws(LibraryAddressError) -> LibraryAddress {
            guard environment["PGPASSWORD"] == nil else {
                throw .server(reason: "PGPASSWORD is not heard; unset it: \(Self.placeOfPasswords)")
            }
            do {
                return .server(ServerAddress(address: try PostgreSQLAddress(text)))
            } catch {
                throw .server(reason: Self.reason(of: error))
            }
        }

        /// Makes the store at the address; nothing is connected yet.
        var store: any LinkStore & CheckHistoryStore { PostgreSQLStore(address) }

        private static let placeOfPasswords = "passwords come from the file that PGPASSFILE names, usually ~/.pgpass"

        private static func reason(of problem: PostgreSQLAddress.Problem) -> String {
            switch problem {
            case .password:
                "the address of a library must hold no password, which others could read; \(placeOfPasswords)"
            case .malformed: "the address of the library is written postgres://USER@HOST:PORT/DATABASE?KEY=VALUE"
            case .unknownParameter(let key):
                "the address of a library takes no '\(key)'; Docs/Shelf.md says what it takes"
            case .badSchema(let name): "'\(name)' is no schema for a library; a-z, 0-9 and _ make its name"
            }
        }
    }
#else

    /// The address of a library on a server, of which this program knows none.
    public enum ServerAddress: Sendable, Hashable {
        /// Refuses every address.
        static func library(
            at text: String, environment: [String: String]
        ) throws(LibraryAddressError) -> LibraryAddress {
            throw .server(
                reason:
                    "this shelf was built without PostgreSQL; 'swift build -c release --traits Postgres' builds one "
                    + "with it, and 'SHELF_TRAITS=Postgres App/run' builds and runs it")
        }

        /// The store of no address.
        var store: any LinkStore & CheckHistoryStore { switch self {} }
    }
#endif

extension ServerAddress {
    /// How addresses of servers begin.
    static let schemes = ["postgres://", "postgresql://"]
}
