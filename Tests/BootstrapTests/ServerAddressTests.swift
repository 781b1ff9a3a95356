import Bootstrap
import Testing

struct ServerAddressTests {
    private func reason(_ address: String, environment: [String: String] = [:]) -> String? {
        do throws(LibraryAddressError) {
            _ = try LibraryAddress(address, environment: environment)
            return nil
        } catch {
            guard case .server(let reason) = error else { return nil }
            return reason
        }
    }

    #if Postgres
        @Test(arguments: [
            ("postgres://me:secret@h", "the address of a library must hold no password"),
            ("PostgreSQL://h?password=secret", "the address of a library must hold no password"),
            ("postgres://h:x", "the address of the library is written postgres://USER@HOST:PORT/DATABASE?KEY=VALUE"),
            ("postgres://h?key=secret", "the address of a library takes no 'key'"),
            ("postgres://h?schema=secret-", "'secret-' is no schema for a library"),
        ])
        func `what is wrong with the address of a server is said`(_ address: String, _ beginning: String) {
            #expect(reason(address)?.hasPrefix(beginning) == true)
        }

        @Test func `a password in a variable is refused`() {
            #expect(reason("postgres://h") == nil)
            #expect(reason("postgres://h", environment: ["PGPASSWORD": "secret"])?.contains("secret") == false)
        }
    #else
        @Test(arguments: ["postgres://h", "PostgreSQL://me:secret@h/links"])
        func `without PostgreSQL, the address of a server says how to build with it`(_ address: String) {
            #expect(
                reason(address)
                    == "this shelf was built without PostgreSQL; 'swift build -c release --traits Postgres' builds one "
                    + "with it, and 'SHELF_TRAITS=Postgres App/run' builds and runs it")
        }
    #endif
}
