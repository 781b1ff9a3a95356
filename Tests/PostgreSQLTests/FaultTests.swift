#if Postgres
    import Core
    import CoreTesting
    import Foundation
    import PostgreSQL
    import Testing

    struct FaultTests {
        private let server: TestServer
        private let address: String
        private let store: PostgreSQLStore
        private let path = "postgres://keeper@/shelf"

        init() async throws {
            server = try await TestServer.shared()
            address = server.newAddress()
            store = try PostgreSQLStore(PostgreSQLAddress(address))
        }

        /// What goes wrong when the library at an address is read.
        private func trouble(at address: String) async -> StoreError? {
            do {
                _ = try await PostgreSQLStore(PostgreSQLAddress(address)).links(matching: LinkQuery())
                return nil
            } catch {
                return error as? StoreError
            }
        }

        @Test func `nothing is connected before the first use`() async throws {
            _ = try PostgreSQLStore(PostgreSQLAddress("postgres://keeper@/shelf?host=/nowhere"))
            #expect(try await store.tags().isEmpty)
        }

        @Test func `a server that is away is named, with the reason`() async {
            #expect(
                await trouble(at: "postgres://me@127.0.0.1:1/links")
                    == .unreachable(path: "postgres://me@127.0.0.1:1/links", reason: "Connection refused"))
            #expect(
                await trouble(at: "postgres:///links?host=/nowhere")
                    == .unreachable(path: "postgres:///links", reason: "No such file or directory"))
        }

        @Test func `a server that refuses is named, with the reason`() async {
            #expect(
                await trouble(at: "postgres://keeper@/nothing?host=\(server.folder)")
                    == .unreachable(
                        path: "postgres://keeper@/nothing", reason: "database \"nothing\" does not exist"))
            #expect(
                await trouble(at: "postgres://nobody@/shelf?host=\(server.folder)")
                    == .unreachable(path: "postgres://nobody@/shelf", reason: "role \"nobody\" does not exist"))
            #expect(
                await trouble(at: "postgres://keeper@/postgres?host=\(server.folder)&schema=new")
                    == .unreachable(
                        path: "postgres://keeper@/postgres", reason: "permission denied for database postgres"))
        }

        @Test func `passwords come from a file`() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "pgpass-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let guarded = server.newAddress(role: "guarded") + "&passfile=\(folder.path)"
            for (password, reason) in [
                ("wrong", "password authentication failed for user \"guarded\""), ("secret", nil),
            ] {
                let isWritten = FileManager.default.createFile(
                    atPath: folder.path, contents: Data("*:*:*:guarded:\(password)\n".utf8),
                    attributes: [.posixPermissions: 0o600])
                #expect(isWritten)
                let expected = reason.map { StoreError.unreachable(path: "postgres://guarded@/shelf", reason: $0) }
                #expect(await trouble(at: guarded) == expected)
            }
        }

        @Test func `a database of another encoding is refused`() async throws {
            #expect(
                await trouble(at: server.newAddress(database: "latin"))
                    == .cannotOpen(
                        path: "postgres://keeper@/latin", reason: "the database has the encoding LATIN1, not UTF8"))
        }

        @Test func `a library of a newer version is refused, and left as it is`() async throws {
            _ = try await store.tags()
            try await server.execute("UPDATE library SET version = 99", at: address)
            #expect(await trouble(at: address) == .newerSchema(path: path, found: 99, supported: 2))
            #expect(try await server.execute("SELECT version FROM library", at: address) == "99")
        }

        @Test func `a schema of other tables is refused, and left as it is`() async throws {
            let schema = address.split(separator: "schema=").last ?? ""
            try await server.execute("CREATE SCHEMA \(schema); CREATE TABLE \(schema).links (a int)", at: address)
            #expect(await trouble(at: address) == .notALibrary(path: path))
            let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = '\(schema)'"
            #expect(try await server.execute(tables, at: address) == "1")
        }

        @Test func `a connection that breaks in the middle leaves nothing half done`() async throws {
            let kept = try await store.transaction { try $0.insert(.page("kept", title: "kept")) }
            let terminate =
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $$\(address.suffix(32))$$"
            let named = try PostgreSQLStore(PostgreSQLAddress(address + "&application_name=\(address.suffix(32))"))
            let (server, address) = (server, address)
            await #expect(
                throws: StoreError.unreachable(
                    path: path, reason: "terminating connection due to administrator command")
            ) {
                try await named.transaction(.merge, at: .now) { transaction in
                    for number in 0..<2500 { _ = try transaction.insert(.page("\(number)", title: "lost")) }
                    waitFor { _ = try await server.execute(terminate, at: address) }
                    _ = try transaction.link(id: 1)
                }
            }
            #expect(try await named.links(matching: LinkQuery()) == [kept])
            #expect(try await named.links(matching: LinkQuery(terms: [.word("lost")])).isEmpty)
            #expect(try await named.transaction { try $0.insert(.page("next")) }.id == kept.id + 1)
        }

        @Test func `a process that is killed in the middle of a change leaves the library as it was`() async throws {
            let kept = try await store.transaction { try $0.insert(.page("kept", title: "kept")) }
            await #expect(processExitsWith: .signal(SIGKILL)) { [address = address as String] in
                let store = try PostgreSQLStore(PostgreSQLAddress(address))
                try await store.transaction(.merge, at: .now) { transaction in
                    for number in 0..<5000 { _ = try transaction.insert(.page("\(number)", title: "lost")) }
                    try transaction.remove(id: 1)
                    _ = try transaction.tags()
                    kill(getpid(), SIGKILL)
                }
            }
            #expect(try await store.links(matching: LinkQuery()) == [kept])
            #expect(try await store.undo(isDryRun: true)?.ids.count == 1)
            #expect(try await store.transaction { try $0.insert(.page("next")) }.id == kept.id + 1)
        }

        @Test func `a statement that failed inside a transaction is not forgotten`() async throws {
            _ = try await store.transaction { try $0.insert(.page("a")) }
            await #expect(throws: StoreError.self) {
                try await store.transaction { transaction in
                    _ = try transaction.insert(.page("b"))
                    _ = try transaction.insert(.page("a"))
                    _ = try? transaction.tags()
                }
            }
            #expect(try await store.links(matching: LinkQuery()).count == 1)
        }

        /// Waits on a thread that may wait.
        private func waitFor(_ body: @escaping @Sendable () async throws -> Void) {
            let done = DispatchSemaphore(value: 0)
            Task {
                try await body()
                done.signal()
            }
            done.wait()
        }
    }
#endif
