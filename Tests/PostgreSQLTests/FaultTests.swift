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
        private let schema: String
        private let store: PostgreSQLStore
        private let path = "postgres://keeper@/shelf"

        init() async throws {
            server = try await TestServer.shared()
            (address, schema) = server.newURL()
            store = try PostgreSQLStore(PostgreSQLURL(address))
        }

        /// Expects that a library cannot be opened.
        private func expect(
            _ error: StoreError,
            at address: String,
            location: SourceLocation = #_sourceLocation
        ) async {
            await #expect(throws: error, sourceLocation: location) {
                try await PostgreSQLStore(PostgreSQLURL(address)).all()
            }
        }

        /// Creates a store whose connections have the schema as the name of the application.
        private func namedStore() throws -> PostgreSQLStore {
            try PostgreSQLStore(PostgreSQLURL(address + "&application_name=\(schema)"))
        }

        /// Creates a role that owns nothing. Returns the role, and the URL of the library for it.
        private func newRole(_ options: String = "") async throws -> (name: String, url: String) {
            let name = "role_\(UUID().uuidString.prefix(8).lowercased())"
            try await server.execute("CREATE ROLE \(name) LOGIN \(options)", as: "postgres")
            return (name, address.replacing("keeper@", with: "\(name)@"))
        }

        @Test func `does not connect before the first use`() async throws {
            let named = try namedStore()
            let connections =
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(schema)'"
            #expect(try await server.execute(connections) == "0")
            #expect(try await named.tags().isEmpty)
            #expect(try await server.execute(connections) == "1")
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
            let path = String(text.prefix { $0 != "?" })
            await expect(.unreachable(path: path, reason: reason), at: text)
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
            try folder.setPermissions(0o600, of: "pass")
            let address = "postgres://\(library)?host=\(server.folder)&passfile=\(passwords)"
            await expect(.refused(path: "postgres://\(library)", reason: reason), at: address)
        }

        @Test func `too many connections are not a refusal`() async throws {
            let role = try await newRole("CONNECTION LIMIT 0")
            let reason = "too many connections for role \"\(role.name)\""
            let path = "postgres://\(role.name)@/shelf"
            await expect(.unreachable(path: path, reason: reason), at: role.url)
        }

        @Test func `reports a role without rights on the database`() async throws {
            let address = "postgres://keeper@/postgres?host=\(server.folder)&schema=new"
            let reason = "permission denied for database postgres"
            await expect(.refused(path: "postgres://keeper@/postgres", reason: reason), at: address)
        }

        @Test(arguments: ["user", "order"])
        func `the name of a schema can be a keyword of SQL`(name: String) async throws {
            let address = server.newURL(schema: name).url
            let store = try PostgreSQLStore(PostgreSQLURL(address))
            let link = try await store.insert(.sample("a"))
            #expect(try await store.all() == [link])
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
            let role = try await newRole()
            let path = "postgres://\(role.name)@/shelf"
            let reason = "permission denied for schema \(schema)"
            await expect(.refused(path: path, reason: reason), at: role.url)
        }

        @Test func `rejects a database whose encoding is not UTF-8`() async throws {
            let reason = "the database has the encoding LATIN1, not UTF8"
            await expect(
                .cannotOpen(path: "postgres://keeper@/latin", reason: reason),
                at: server.newURL(database: "latin").url
            )
        }

        @Test func `rejects a library from a newer version, and does not change it`() async throws {
            _ = try await store.tags()
            try await server.execute("UPDATE library SET version = 99", in: schema)
            await expect(.newerSchema(path: path, found: 99, supported: 6), at: address)
            #expect(try await server.execute("SELECT version FROM library", in: schema) == "99")
        }

        @Test
        func `rejects a schema that contains tables of another program, and does not change it`()
            async throws
        {
            try await server.execute(
                "CREATE SCHEMA \(schema); CREATE TABLE \(schema).links (a int)",
                in: schema
            )
            await expect(.notALibrary(path: path), at: address)
            let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = '\(schema)'"
            #expect(try await server.execute(tables, in: schema) == "1")
        }

        @Test func `a check ends its connection to a server that does not answer`() async throws {
            let store = try PostgreSQLStore(
                PostgreSQLURL(address + "&application_name=\(schema)"),
                lockTimeout: .seconds(1),
                answerTimeout: .zero
            )
            let session = try await store.session()
            // The connection stays open, because only the server's process for it is stopped.
            let select = """
                SELECT pid FROM pg_stat_activity WHERE application_name = '\(schema)'
                AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')
                """
            let process = try #require(Int32(try await server.execute(select, in: schema)))
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
            let named = try namedStore()
            let first = try await named.session()
            let second = try await store.session()
            #expect(try await first.lock("a.example") == ["a.example"])
            #expect(try await second.lock("a.example").isEmpty)
            let terminate = """
                SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
                WHERE application_name = '\(schema)'
                """
            try await server.execute(terminate, in: schema)
            #expect(try await second.lock("a.example") == ["a.example"])
            await #expect(throws: StoreError.self) {
                try await first.lock("b.example")
            }
        }

        @Test func `libraries in different schemas have different locks`() async throws {
            let other = try PostgreSQLStore(PostgreSQLURL(server.newURL().url))
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
                AND objid = hashtext('\(schema)')::oid
                """
            #expect(try await server.execute(locks, in: schema) == "0")
        }

        @Test func `a connection that breaks during a change leaves the library unchanged`()
            async throws
        {
            let kept = try await store.insert(.sample("kept", title: "kept"))
            let terminate =
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(schema)'"
            let named = try namedStore()
            let server = server
            let schema = schema
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
                    waitFor { _ = try await server.execute(terminate, in: schema) }
                    _ = try transaction.link(id: 1)
                }
            }
            #expect(try await named.all() == [kept])
            #expect(try await named.links(matching: LinkQuery(terms: [.word("lost")])).isEmpty)
            #expect(try await named.undo(isDryRun: true)?.ids.count == 1)
            #expect(
                try await named.insert(.sample("next")).id == kept.id + 1
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
                in: schema
            )
            let errors: [StoreError: [String]] = [
                .diskFull(path: path): ["53100"],
                .locked(path: path): ["55P03", "40P01", "40001"],
                .readOnly(path: path): ["25006"],
                .refused(path: path, reason: "a reason"): ["42501", "28000", "28P01", "3D000"],
                .unreachable(path: path, reason: "a reason"): ["53200", "53300", "08006", "57P01"],
                .corrupted(path: path, reason: "a reason"): ["XX001", "XX002"],
                .failed(path: path, reason: "a reason"): ["XX000", "57014"],
            ]
            for (error, codes) in errors {
                for code in codes {
                    await #expect(throws: error, "\(code)") {
                        try await store.insert(.sample(code, title: code))
                    }
                }
            }
            #expect(try await store.all().isEmpty)
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
                in: schema
            )
            let settings = [
                "search_path": schema,
                "lock_timeout": "1min",
                "idle_in_transaction_session_timeout": "1min",
                "transaction_isolation": "read committed",
                "transaction_read_only": "off",
                "application_name": "shelf",
                "client_encoding": "UTF8",
            ]
            for (name, value) in settings {
                await #expect(throws: StoreError.failed(path: path, reason: value), "\(name)") {
                    try await store.insert(.sample(name, title: name))
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
                in: schema
            )
            let reason =
                "the connection broke during the commit; check whether the change was saved"
            await #expect(throws: StoreError.unreachable(path: path, reason: reason)) {
                try await store.insert(.sample("a"))
            }
            #expect(try await store.all().isEmpty)
        }

        @Test func `a transaction with a failed statement fails, even if the error is ignored`()
            async throws
        {
            try await store.insert(.sample("a"))
            await #expect(throws: StoreError.self) {
                try await store.transaction { transaction in
                    _ = try transaction.insert(.sample("b"))
                    _ = try transaction.insert(.sample("a"))
                    _ = try? transaction.tags()
                }
            }
            #expect(try await store.all().count == 1)
        }

        /// Runs `body` in a task, and blocks the current thread until it has ended.
        private func waitFor(_ body: @escaping @Sendable () async throws -> Void) {
            let done = DispatchSemaphore(value: 0)
            Task {
                await #expect(throws: Never.self) { try await body() }
                done.signal()
            }
            done.wait()
        }
    }
#endif
