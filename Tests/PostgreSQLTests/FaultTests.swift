#if Postgres
    import CheckingInterface
    import CheckingTesting
    import Core
    import CoreTesting
    import Foundation
    import LibraryInterface
    import LibraryTesting
    import PostgreSQL
    import ProgramTesting
    import SearchText
    import Testing

    struct FaultTests {
        private let server: TestServer
        private let address: String
        private let store: PostgreSQLStore
        private let path = "postgres://keeper@/shelf"

        init() async throws {
            server = try await TestServer.shared()
            address = server.newURL()
            store = try PostgreSQLStore(PostgreSQLURL(address))
        }

        private func failure(_ address: String) async throws -> StoreError? {
            do {
                _ = try await PostgreSQLStore(PostgreSQLURL(address)).links(matching: LinkQuery())
                return nil
            } catch let error as StoreError { return error }
        }

        @Test func `does not connect before the first use`() async throws {
            _ = try PostgreSQLStore(PostgreSQLURL("postgres://keeper@/shelf?host=/nowhere"))
            #expect(try await store.tags().isEmpty)
        }

        @Test(arguments: [
            ("postgres://me@127.0.0.1:1/links", "Connection refused"),
            ("postgres:///links?host=/nowhere", "No such file or directory"),
        ])
        func `reports why a server cannot be reached`(
            _ text: String,
            _ reason: String
        )
            async throws
        {
            let address = text.replacing("SERVER", with: server.folder)
            let path = String(text.prefix { $0 != "?" })
            #expect(try await failure(address) == .unreachable(path: path, reason: reason))
        }

        @Test(arguments: [
            ("keeper@/nothing", "database \"nothing\" does not exist"),
            ("nobody@/shelf", "role \"nobody\" does not exist"),
            ("guarded@/shelf", "fe_sendauth: no password supplied"),
            ("guarded@/shelf", "password authentication failed for user \"guarded\""),
            ("keeper@/closed", "permission denied for database \"closed\""),
        ])
        func `reports why a server refuses a connection`(
            _ library: String,
            _ reason: String
        ) async throws {
            let folder = try TemporaryFolder()
            let isWrong = reason.contains("authentication")
            let passwords = try folder.write(isWrong ? "*:*:*:*:wrong\n" : "", to: "pass")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600],
                ofItemAtPath: passwords
            )
            let address = "postgres://\(library)?host=\(server.folder)&passfile=\(passwords)"
            #expect(
                try await failure(address)
                    == .refused(path: "postgres://\(library)", reason: reason)
            )
        }

        @Test func `too many connections are not a refusal`() async throws {
            let role = "role_\(UUID().uuidString.prefix(8).lowercased())"
            try await server.execute(
                "CREATE ROLE \(role) LOGIN CONNECTION LIMIT 0",
                at: address,
                as: "postgres"
            )
            #expect(
                try await failure(address.replacing("keeper@", with: "\(role)@"))
                    == .unreachable(
                        path: "postgres://\(role)@/shelf",
                        reason: "too many connections for role \"\(role)\""
                    )
            )
        }

        @Test func `reports a role without rights on the database`() async throws {
            let address = "postgres://keeper@/postgres?host=\(server.folder)&schema=new"
            #expect(
                try await failure(address)
                    == .refused(
                        path: "postgres://keeper@/postgres",
                        reason: "permission denied for database postgres"
                    )
            )
        }

        @Test(arguments: ["user", "order"])
        func `the name of a schema can be a keyword of SQL`(name: String) async throws {
            let address = server.newURL().replacing(/schema=.*/, with: "schema=\(name)")
            let store = try PostgreSQLStore(PostgreSQLURL(address))
            let link = try await store.transaction { try $0.insert(.sample("a")) }
            #expect(try await store.links(matching: LinkQuery()) == [link])
            let session = try await store.session()
            #expect(try await session.lock("a.example") == ["a.example"])
        }

        @Test func `a session reports which links were removed or received a different URL`()
            async throws
        {
            let links = try await store.transaction { transaction in
                try ["a", "b"].map { try transaction.insert(.sample($0)) }
            }
            let session = try await store.session()
            let urls = [links[0].id: links[0].url, links[1].id: "http://old.example/", 99: "c"]
            let locked = try await session.lock([("a.example", urls)])
            #expect(locked.changed == [links[1].id, 99])
        }

        @Test func `reports a role without rights on the schema`() async throws {
            #expect(try await store.tags().isEmpty)
            let role = "role_\(UUID().uuidString.prefix(8).lowercased())"
            try await server.execute("CREATE ROLE \(role) LOGIN", at: address, as: "postgres")
            let schema = try #require(address.split(separator: "schema=").last)
            #expect(
                try await failure(address.replacing("keeper@", with: "\(role)@"))
                    == .refused(
                        path: "postgres://\(role)@/shelf",
                        reason: "permission denied for schema \(schema)"
                    )
            )
        }

        @Test func `rejects a database whose encoding is not UTF-8`() async throws {
            #expect(
                try await failure(server.newURL(database: "latin"))
                    == .cannotOpen(
                        path: "postgres://keeper@/latin",
                        reason: "the database has the encoding LATIN1, not UTF8"
                    )
            )
        }

        @Test func `rejects a library from a newer version, and does not change it`() async throws {
            _ = try await store.tags()
            try await server.execute("UPDATE library SET version = 99", at: address)
            #expect(try await failure(address) == .newerSchema(path: path, found: 99, supported: 6))
            #expect(try await server.execute("SELECT version FROM library", at: address) == "99")
        }

        @Test
        func `rejects a schema that contains tables of another program, and does not change it`()
            async throws
        {
            let schema = address.split(separator: "schema=").last ?? ""
            try await server.execute(
                "CREATE SCHEMA \(schema); CREATE TABLE \(schema).links (a int)",
                at: address
            )
            #expect(try await failure(address) == .notALibrary(path: path))
            let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = '\(schema)'"
            #expect(try await server.execute(tables, at: address) == "1")
        }

        @Test func `a check ends its connection to a server that does not answer`() async throws {
            let name = String(address.suffix(32))
            let store = try PostgreSQLStore(
                PostgreSQLURL(address + "&application_name=\(name)"),
                lockTimeout: .seconds(1),
                answerTimeout: .zero
            )
            let session = try await store.session()
            // The connection stays open, because only the server's process for it is stopped.
            let select = """
                SELECT pid FROM pg_stat_activity WHERE application_name = '\(name)'
                AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')
                """
            let process = try #require(Int32(try await server.execute(select, at: address)))
            #expect(kill(process, SIGSTOP) == 0)
            defer {
                kill(process, SIGCONT)
            }
            let reason = "the server has not answered for 1.0 seconds"
            await #expect(throws: StoreError.unreachable(path: path, reason: reason)) {
                try await session.lock("example.org")
            }
            // The session does not connect again, because its locks are lost.
            let lost = StoreError.unreachable(path: path, reason: "the connection was lost")
            await #expect(throws: lost) {
                try await session.lock("example.org")
            }
            let next = try await store.session(resuming: session.start)
            #expect(try await next.lock("example.org") == ["example.org"])
        }

        @Test func `the server unlocks the hosts of a connection that ends`() async throws {
            let name = String(address.suffix(32))
            let named = try PostgreSQLStore(
                PostgreSQLURL(address + "&application_name=\(name)")
            )
            let first = try await named.session()
            let second = try await store.session()
            #expect(try await first.lock("a.example") == ["a.example"])
            #expect(try await second.lock("a.example").isEmpty)
            let terminate = """
                SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
                WHERE application_name = '\(name)'
                """
            try await server.execute(terminate, at: address)
            #expect(try await second.lock("a.example") == ["a.example"])
            await #expect(throws: StoreError.self) {
                try await first.lock("b.example")
            }
        }

        @Test func `libraries in different schemas have different locks`() async throws {
            let other = try PostgreSQLStore(PostgreSQLURL(server.newURL()))
            let first = try await store.session()
            let second = try await other.session()
            #expect(try await first.lock("a.example") == ["a.example"])
            #expect(try await second.lock("a.example") == ["a.example"])
        }

        @Test func `a check refuses a connection pooler in transaction mode`() async throws {
            let pooled = try PostgreSQLStore(PostgreSQLURL(address + "&port=6432"))
            let refusal = StoreError.cannotOpen(
                path: path,
                reason: "a connection pooler in transaction mode does not keep the locks of a check"
            )
            await #expect(throws: refusal) {
                try await pooled.beginSession(resuming: nil)
            }
            // The refused session has left no lock behind.
            let locks = """
                SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 1397246023
                AND objid = hashtext('\(address.split(separator: "schema=").last ?? "")')::oid
                """
            #expect(try await server.execute(locks, at: address) == "0")
        }

        @Test func `a connection that breaks during a change leaves the library unchanged`()
            async throws
        {
            let kept = try await store.transaction { try $0.insert(.sample("kept", title: "kept")) }
            let terminate =
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $$\(address.suffix(32))$$"
            let named = try PostgreSQLStore(
                PostgreSQLURL(address + "&application_name=\(address.suffix(32))")
            )
            let server = server
            let address = address
            await #expect(
                throws: StoreError.unreachable(
                    path: path,
                    reason: "terminating connection due to administrator command"
                )
            ) {
                try await named.transaction(.merge, at: .now) { transaction in
                    for number in 0..<2500 {
                        _ = try transaction.insert(.sample("\(number)", title: "lost"))
                    }
                    waitFor { _ = try await server.execute(terminate, at: address) }
                    _ = try transaction.link(id: 1)
                }
            }
            #expect(try await named.links(matching: LinkQuery()) == [kept])
            #expect(try await named.links(matching: LinkQuery(terms: [.word("lost")])).isEmpty)
            #expect(try await named.undo(isDryRun: true)?.ids.count == 1)
            #expect(
                try await named.transaction { try $0.insert(.sample("next")) }.id == kept.id + 1
            )
        }

        @Test func `maps the error codes of the server to store errors`() async throws {
            _ = try await store.tags()
            try await server.execute(
                """
                CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'a reason' USING ERRCODE = NEW.title; END $$;
                CREATE TRIGGER fail BEFORE INSERT ON links FOR EACH ROW EXECUTE FUNCTION fail()
                """,
                at: address
            )
            let unreachable = StoreError.unreachable(path: path, reason: "a reason")
            let refused = StoreError.refused(path: path, reason: "a reason")
            let corrupted = StoreError.corrupted(path: path, reason: "a reason")
            let failed = StoreError.failed(path: path, reason: "a reason")
            let errors: [(code: String, error: StoreError)] = [
                ("53100", .diskFull(path: path)),
                ("53200", unreachable),
                ("55P03", .locked(path: path)),
                ("40P01", .locked(path: path)),
                ("40001", .locked(path: path)),
                ("25006", .readOnly(path: path)),
                ("42501", refused),
                ("28000", refused),
                ("28P01", refused),
                ("3D000", refused),
                ("53300", unreachable),
                ("08006", unreachable),
                ("57P01", unreachable),
                ("XX001", corrupted),
                ("XX002", corrupted),
                ("XX000", failed),
                ("57014", failed),
            ]
            for (code, error) in errors {
                await #expect(throws: error, "\(code)") {
                    try await store.transaction { _ = try $0.insert(.sample(code, title: code)) }
                }
            }
            #expect(try await store.links(matching: LinkQuery()).isEmpty)
        }

        @Test func `a connection has time limits and uses the schema of the library`() async throws
        {
            _ = try await store.tags()
            // Each insertion of a link fails. The message contains the value of the setting that
            // the title of the link names.
            try await server.execute(
                """
                CREATE FUNCTION setting() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION '%', current_setting(NEW.title); END $$;
                CREATE TRIGGER setting BEFORE INSERT ON links FOR EACH ROW EXECUTE FUNCTION setting()
                """,
                at: address
            )
            let settings = [
                "search_path": String(address.split(separator: "schema=").last ?? ""),
                "lock_timeout": "1min",
                "idle_in_transaction_session_timeout": "1min",
                "transaction_isolation": "read committed",
                "transaction_read_only": "off",
                "application_name": "shelf",
                "client_encoding": "UTF8",
            ]
            for (name, value) in settings {
                await #expect(throws: StoreError.failed(path: path, reason: value), "\(name)") {
                    try await store.transaction { _ = try $0.insert(.sample(name, title: name)) }
                }
            }
        }

        @Test func `a connection that breaks during the commit leaves the outcome open`()
            async throws
        {
            _ = try await store.tags()
            try await server.execute(
                """
                CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
                CREATE CONSTRAINT TRIGGER break AFTER INSERT ON links
                    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION break()
                """,
                at: address
            )
            let reason =
                "the connection broke during the commit; check whether the change was saved"
            await #expect(throws: StoreError.unreachable(path: path, reason: reason)) {
                try await store.transaction { _ = try $0.insert(.sample("a")) }
            }
            #expect(try await store.links(matching: LinkQuery()).isEmpty)
        }

        @Test func `a transaction with a failed statement fails, even if the error is ignored`()
            async throws
        {
            _ = try await store.transaction { try $0.insert(.sample("a")) }
            await #expect(throws: StoreError.self) {
                try await store.transaction { transaction in
                    _ = try transaction.insert(.sample("b"))
                    _ = try transaction.insert(.sample("a"))
                    _ = try? transaction.tags()
                }
            }
            #expect(try await store.links(matching: LinkQuery()).count == 1)
        }

        /// Runs `body` in a task, and blocks the current thread until it has ended.
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
