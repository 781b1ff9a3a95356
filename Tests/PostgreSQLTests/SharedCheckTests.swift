#if Postgres
    import Core
    import CoreTesting
    import Foundation
    import ProgramTesting
    import ServerTesting
    import Testing

    /// Tests of programs that check the links of one library at the same time. Each test starts a
    /// separate server, because one test crashes its server, and one changes the settings.
    @Suite(.timeLimit(.minutes(5)))
    struct SharedCheckTests {
        private static let hosts = 8
        private static let linksPerHost = 25
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// Starts shelf with the given arguments. Each of its requests contains `number` in the
        /// header field `X-Program`.
        private func start(
            _ number: Int,
            _ arguments: [String],
            at address: String,
            site: LoopbackServer? = nil
        ) throws
            -> Subprocess
        {
            let rules = (site?.urls ?? []).map {
                "\"\($0.host ?? ""):\($0.port ?? 0)\": {\"headers\": {\"X-Program\": \"\(number)\"}}"
            }
            let environment = [
                "HOME": folder.url.path,
                "PATH": "/usr/bin:/bin",
                "SHELF_LIBRARY": address,
                "SHELF_CHECK_HOSTS": "{\(rules.joined(separator: ", "))}",
            ]
            return try Subprocess(
                BuiltProducts.program("Shelf"),
                arguments,
                environment: environment,
                folder: folder
            )
        }

        @Test
        func
            `four programs share the links while one is killed, one is cut off, and the server crashes`()
            async throws
        {
            let server = try await TestServer.own()
            let (url, schema) = server.newURL()
            // The test server does not commit synchronously by default. Without this option, a
            // crash would lose the latest transactions.
            let address = url.replacing("?", with: "?options=-c%20synchronous_commit%3Don&")
            try await LoopbackServer.serving(ScriptedSite(otherwise: .respond()), hosts: Self.hosts)
            { site in
                let links = site.urls.flatMap { url in
                    (1...Self.linksPerHost).map { url.appending(path: "\($0)").absoluteString }
                }
                let list = try folder.write(links.joined(separator: "\n"), to: "links.txt")
                let imported = try start(
                    0,
                    ["import", "--from", "urls", list],
                    at: address,
                    site: site
                )
                #expect(try await imported.outcome().code == 0)

                // Program 3 connects to the server's socket through a symbolic link, which is
                // removed before the crash, so that this program cannot connect again until the
                // link is restored.
                let socket = try folder.link("socket", to: server.folder)
                let detour = address.replacing("host=\(server.folder)", with: "host=\(socket)")
                // With these options, each program locks only a few of the eight hosts at a time.
                let check = ["check", "--json", "--concurrency", "4", "--interval", "200ms"]
                let programs = try (1...4).map {
                    try start($0, check, at: $0 == 3 ? detour : address, site: site)
                }
                await site.waitForRequests(20)
                programs[1].kill()
                await site.waitForRequests(40)
                // The crash ends all connections, and program 3 cannot connect again.
                try folder.remove("socket")
                try await server.crash()
                await site.waitForRequests(120)
                try folder.link("socket", to: server.folder)

                for index in [0, 2, 3] {
                    let outcome = try await programs[index].outcome()
                    #expect(outcome.code == 0, "\(outcome.errors)")
                    // The program reports every link, including links that another program has
                    // checked.
                    #expect(outcome.output.split(separator: "\n").count == links.count)
                }
                let counts = try await server.execute(
                    "SELECT count(*), count(DISTINCT link), count(*) FILTER (WHERE verdict = 'ok') FROM checks",
                    in: schema
                )
                #expect(counts == "\(links.count)|\(links.count)|\(links.count)")
                expectPoliteness(site.requests)
            }
        }

        @Test
        func `the error of a check that fills the lock table of the server contains a remedy`()
            async throws
        {
            let server = try await TestServer.own([
                "max_locks_per_transaction=10", "max_connections=10", "max_wal_senders=0",
                "max_worker_processes=1", "autovacuum_max_workers=1",
            ])
            let address = server.newURL().url
            // No server listens on port 1 of these hosts.
            let hosts = (1...10).flatMap { group in (1...200).map { "127.0.\(group).\($0)" } }
            let links = hosts.map { "http://\($0):1/" }
            let list = try folder.write(links.joined(separator: "\n"), to: "links.txt")
            func outcome(_ arguments: [String]) async throws -> Outcome {
                try await start(0, arguments, at: address).outcome()
            }
            #expect(try await outcome(["import", "--from", "urls", list]).code == 0)
            // The hosts stay locked for the interval.
            let check = try await outcome(["check", "--concurrency", "1024", "--interval", "60s"])
            #expect(check.code == 69)
            let message = """
                error: cannot lock library 'postgres://keeper@/shelf': the lock table of the server \
                is full (out of shared memory); increase its setting max_locks_per_transaction, or \
                check fewer links at once (--concurrency N)
                """
            #expect(check.errors.trimmingCharacters(in: .newlines) == message)
            // The server releases the locks, and the remedy works.
            let options = ["--interval", "0s", "--retries", "0", "--json"]
            let next = try await outcome(["check", "--concurrency", "20"] + options)
            #expect(next.code == 0)
            #expect(next.output.split(separator: "\n").count == links.count)
        }

        private func expectPoliteness(_ requests: [RecordedRequest]) {
            // A link is requested again only if its record was not saved before the program was
            // killed or the server crashed. Each program sends at most four requests at a time.
            let repeated = requests.count - Set(requests.map(\.url)).count
            #expect(repeated <= 16)
            for requests in Dictionary(grouping: requests, by: \.url.host).values {
                // Requests can be delayed in transit, so the test checks only the total time. The
                // first request of another program does not wait for the interval.
                let programs = requests.map { $0.headers["X-Program"] ?? "" }
                let changes = zip(programs, programs.dropFirst()).count { $0 != $1 }
                #expect(changes <= 8, "\(programs)")
                let span = (requests.last?.received ?? .now).timeIntervalSince(
                    requests.first?.received ?? .now
                )
                #expect(span > Double(requests.count - 2 - changes) * 0.2)
            }
        }
    }
#endif
