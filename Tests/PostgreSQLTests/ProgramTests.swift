#if Postgres
    import CoreTesting
    import Foundation
    import ProgramTesting
    import ServerTesting
    import Testing

    struct ProgramTests {
        private let server: TestServer
        private let address: String
        private let schema: String
        private let folder: TemporaryFolder

        init() async throws {
            server = try await TestServer.shared()
            (address, schema) = server.newURL()
            folder = try TemporaryFolder()
        }

        private func run(
            _ arguments: String...,
            input: String = "",
            environment: [String: String] = [:]
        ) async throws -> Outcome {
            let usual = [
                "HOME": folder.url.path,
                "PATH": "/usr/bin:/bin",
                "SHELF_LIBRARY": address,
            ]
            return try await Subprocess(
                BuiltProducts.program("Shelf"),
                arguments,
                environment: usual.merging(environment) { $1 },
                input: input,
                folder: folder
            ).outcome()
        }

        @Test func `can add, import, find, count and export links, and undo a change`() async throws
        {
            let added = try await run(
                "add",
                "--no-fetch",
                "--title",
                "Crème",
                "-t",
                "cake",
                "https://example.org/1"
            )
            #expect(added.code == 0)
            let list = "https://example.org/2\nhttps://example.org/3\nhttps://EXAMPLE.org:443/1\n"
            let imported = try await run("import", "--from", "urls", "-", "--json", input: list)
            #expect(
                imported.output.hasPrefix(
                    "{\"read\":3,\"added\":2,\"merged\":0,\"unchanged\":1,\"skipped\":[]"
                )
            )
            let found = try await run("search", "creme", "-t", "Cake", "--json")
            #expect(found.output.contains("\"url\":\"https://example.org/1\""))
            #expect(try await run("search", "nothing").code == 1)
            let report = try await run("report", "--json")
            #expect(report.output.hasPrefix("{\"links\":3,\"unchecked\":3,"))
            #expect(try await run("export", folder.path("links.json")).code == 0)
            #expect(try folder.text("links.json").contains("https://example.org/3"))
            let undone = try await run("undo", "--json")
            #expect(undone.output.hasPrefix("{\"change\":\"merge\",\"links\":2,"))
            #expect(try await run("undo").code == 0)
            #expect(try await run("undo").code == 1)
        }

        @Test
        func `an empty schema can become a library, and the server's notices are not printed`()
            async throws
        {
            try await server.execute("CREATE SCHEMA \(schema)", in: schema)
            let report = try await run("report", "--json")
            #expect(report.output.hasPrefix("{\"links\":0,"))
            #expect(report.errors == "")
        }

        @Test func `checks links and stores their records`() async throws {
            try await LoopbackServer.serving(["/gone": .respond(status: 404)]) { site in
                let gone = site.url.appending(path: "gone").absoluteString
                #expect(try await run("add", "--no-fetch", gone).code == 0)
                let checked = try await run("check", "--retries", "0")
                #expect(checked.code == 2, "\(checked.errors)")
                #expect(try await run("list", "--dead", "--json").output.contains(gone))
            }
        }

        @Test func `rejects a URL that contains a password`() async throws {
            let url = "postgres://keeper:geheim@/shelf"
            let outcome = try await run("list", environment: ["SHELF_LIBRARY": url])
            #expect(outcome.code == 78)
            let message = """
                error: invalid value for SHELF_LIBRARY: the URL of a library must not contain a \
                password, because other users could read the password; store the password in the \
                file specified by PGPASSFILE, usually ~/.pgpass

                """
            #expect(outcome.errors == message)
        }

        @Test func `a password is read from a file, and never printed`() async throws {
            let guarded = server.newURL(role: "guarded").url
            let refusal = "password authentication failed for user \"guarded\""
            for (password, code) in [("wrong-secret", 69), ("secret", 0)] as [(String, Int32)] {
                let file = try folder.write("*:*:*:guarded:\(password)\n", to: "pass")
                try folder.setPermissions(0o600, of: "pass")
                let environment = ["SHELF_LIBRARY": guarded, "PGPASSFILE": file]
                let outcome = try await run("list", "--verbose", environment: environment)
                #expect(outcome.code == code)
                #expect(outcome.errors.contains(refusal) == (code == 69))
                #expect(!(outcome.errors + outcome.output).contains(password))
            }
            let refused = try await run(
                "list",
                environment: ["SHELF_LIBRARY": guarded, "PGPASSWORD": "wrong-secret"]
            )
            #expect(refused.code == 78)
            #expect(!refused.errors.contains("wrong-secret"))
        }
    }
#endif
