#if Postgres
    import CoreTesting
    import Foundation
    import ProgramTesting
    import Testing

    /// The built program with a library in PostgreSQL.
    struct ProgramTests {
        private let server: TestServer
        private let address: String
        private let folder: TemporaryFolder

        init() async throws {
            server = try await TestServer.shared()
            address = server.newAddress()
            folder = try TemporaryFolder()
        }

        private func start(
            _ arguments: String..., input: String = "", environment: [String: String] = [:]
        ) throws -> Call {
            let usual = ["HOME": folder.url.path, "PATH": "/usr/bin:/bin", "SHELF_LIBRARY": address]
            return try Call(
                BuiltProducts.program("shelf"), arguments, environment: usual.merging(environment) { $1 }, input: input,
                folder: folder)
        }

        @Test func `links are added, imported, found, counted, exported and undone`() async throws {
            let added = try await start("add", "--no-fetch", "--title", "Crème", "-t", "cake", "https://example.org/1")
                .outcome()
            #expect(added.code == 0)
            let list = "https://example.org/2\nhttps://example.org/3\nhttps://EXAMPLE.org:443/1\n"
            let imported = try await start("import", "--from", "urls", "-", "--json", input: list).outcome()
            #expect(imported.output.hasPrefix("{\"read\":3,\"added\":2,\"merged\":0,\"unchanged\":1,\"skipped\":[]"))
            let found = try await start("search", "creme", "-t", "Cake", "--json").outcome()
            #expect(found.output.contains("\"url\":\"https://example.org/1\""))
            #expect(try await start("search", "nothing").outcome().code == 1)
            let report = try await start("report", "--json").outcome()
            #expect(report.output.hasPrefix("{\"links\":3,\"unchecked\":3,"))
            #expect(try await start("export", folder.path("links.json")).outcome().code == 0)
            let undone = try await start("undo", "--json").outcome()
            #expect(undone.output.hasPrefix("{\"change\":\"merge\",\"links\":2,"))
            #expect(try await start("undo").outcome().code == 0)
            #expect(try await start("undo").outcome().code == 1)
        }

        @Test func `links are checked, and the records stored`() async throws {
            try await LoopbackServer.serving(["/gone": .respond(status: 404)]) { site in
                let gone = site.url.appending(path: "gone").absoluteString
                #expect(try await start("add", "--no-fetch", gone).outcome().code == 0)
                let checked = try await start("check", "--retries", "0").outcome()
                #expect(checked.code == 2, "\(checked.errors)")
                #expect(try await start("list", "--dead", "--json").outcome().output.contains(gone))
            }
        }

        @Test func `four programs that add a thousand links concurrently lose none`() async throws {
            let calls = try (0..<4).map { program in
                let addresses = (0..<250).map { "https://example.org/\(program)/\($0)\n" }.joined()
                return try start("add", "--no-fetch", "--quiet", "-", input: addresses)
            }
            for call in calls {
                let outcome = try await call.outcome()
                #expect(outcome.code == 0, "\(outcome.errors)")
            }
            #expect(
                try await server.execute("SELECT count(*) || ' ' || max(id) FROM links", at: address) == "1000 1000")
            #expect(try await server.execute("SELECT count(*) FROM changes", at: address) == "100")
        }

        @Test(.timeLimit(.minutes(5))) func `a killed import leaves the library unchanged`() async throws {
            #expect(try await start("add", "--no-fetch", "https://example.org/kept").outcome().code == 0)
            // The import sends everything except the journal entry, for which it waits.
            let blocker = try server.psql("BEGIN; LOCK TABLE changes; SELECT pg_sleep(600)", at: address)
            let locks = "FROM pg_locks WHERE relation = 'changes'::regclass AND"
            try server.wait(until: "EXISTS (SELECT \(locks) granted)", at: address, while: { blocker.isRunning })
            let list = (0..<3000).map { "https://example.org/\($0)\n" }.joined()
            let call = try start("import", "--from", "urls", "-", input: list)
            try server.wait(until: "EXISTS (SELECT \(locks) NOT granted)", at: address, while: { call.isRunning })
            call.kill()
            #expect(try await call.outcome().code == -9)
            try await server.execute("SELECT pg_terminate_backend(pid) \(locks) granted", at: address)
            _ = try await blocker.outcome()
            #expect(try await start("add", "--no-fetch", "https://example.org/next").outcome().code == 0)
            #expect(
                try await server.execute("SELECT string_agg(url, ' ' ORDER BY id) FROM links", at: address)
                    == "https://example.org/kept https://example.org/next")
        }

        @Test(arguments: [
            (
                "postgres://keeper:geheim@/shelf",
                64,
                "the address of a library must not contain a password, which others could read; passwords come from the file that PGPASSFILE names, usually ~/.pgpass"
            ),
            (
                "postgres://keeper@127.0.0.1:1/shelf",
                69,
                "cannot reach library 'postgres://keeper@127.0.0.1:1/shelf': Connection refused; check that its server runs and accepts your account (passwords are read from the file in PGPASSFILE)"
            ),
        ])
        func `an error is one line`(_ address: String, _ code: Int32, _ message: String) async throws {
            let outcome = try await start("list", environment: ["SHELF_LIBRARY": address]).outcome()
            #expect(outcome.code == code)
            #expect(outcome.errors == "error: \(message)\n")
        }

        @Test func `a password is read from a file, and never printed`() async throws {
            let guarded = server.newAddress(role: "guarded")
            for (password, code) in [("wrong-secret", 69), ("secret", 0)] as [(String, Int32)] {
                let file = try folder.write("*:*:*:guarded:\(password)\n", to: "pass")
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
                let outcome = try await start(
                    "list", "--verbose", environment: ["SHELF_LIBRARY": guarded, "PGPASSFILE": file]
                ).outcome()
                #expect(outcome.code == code)
                #expect(!(outcome.errors + outcome.output).contains(password))
            }
            let refused = try await start(
                "list", environment: ["SHELF_LIBRARY": guarded, "PGPASSWORD": "wrong-secret"]
            ).outcome()
            #expect(refused.code == 64)
            #expect(!refused.errors.contains("wrong-secret"))
        }
    }
#endif
