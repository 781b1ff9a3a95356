#if Postgres
    import Core
    import CoreTesting
    import Foundation
    import ProgramTesting
    import ServerTesting
    import Testing

    /// Tests of several programs that check the links of one library at the same time. They start a
    /// separate server, because one of the tests crashes the server.
    @Suite(.timeLimit(.minutes(5)))
    struct SharedCheckTests {
        private static let hosts = 8
        private static let linksPerHost = 25
        private let folder: TemporaryFolder
        private let server: TestServer
        private let address: String

        init() async throws {
            folder = try TemporaryFolder()
            server = try await TestServer.own()
            // The test server does not commit synchronously by default. Without this option, a
            // crash would lose the latest transactions.
            address = server.newURL().replacing("?", with: "?options=-c%20synchronous_commit%3Don&")
        }

        /// Starts shelf with the given arguments. Each of its requests contains `number` in the
        /// header field `X-Program`.
        private func start(
            _ number: Int,
            _ arguments: [String],
            at address: String,
            site: LoopbackServer
        ) throws
            -> Subprocess
        {
            let rules = site.urls.map {
                "\"\($0.host ?? ""):\($0.port ?? 0)\": {\"headers\": {\"X-Program\": \"\(number)\"}}"
            }
            let environment = [
                "HOME": folder.url.path,
                "PATH": "/usr/bin:/bin",
                "SHELF_LIBRARY": address,
                "SHELF_CHECK_HOSTS": "{\(rules.joined(separator: ", "))}",
            ]
            return try Subprocess(
                BuiltProducts.program("shelf"),
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
                // removed before the crash, so that only this program cannot connect again.
                let socket = folder.path("socket")
                try FileManager.default.createSymbolicLink(
                    atPath: socket,
                    withDestinationPath: server.folder
                )
                let detour = address.replacing("host=\(server.folder)", with: "host=\(socket)")
                // With these options, a lease lasts nine seconds, and each program claims only a
                // few of the eight hosts at a time.
                let check = [
                    "check", "--json", "--timeout", "3s", "--concurrency", "4", "--interval",
                    "200ms",
                ]
                let programs = try (1...4).map {
                    try start($0, check, at: $0 == 3 ? detour : address, site: site)
                }
                await site.waitForRequests(20)
                programs[1].kill()
                await site.waitForRequests(40)
                // The crash ends all connections, and program 3 cannot connect again.
                try FileManager.default.removeItem(atPath: socket)
                try await server.crash()

                for index in [0, 3] {
                    let outcome = try await programs[index].outcome()
                    #expect(outcome.code == 0, "\(outcome.errors)")
                    // The program reports every link, including links that another program has
                    // checked.
                    #expect(outcome.output.split(separator: "\n").count == links.count)
                }
                let cut = try await programs[2].outcome()
                #expect(
                    cut.code == 69,
                    "\(cut.errors)"
                )
                #expect(
                    cut.errors.contains("cannot reach library"),
                    "\(cut.errors)"
                )
                let counts = try await server.execute(
                    "SELECT count(*), count(DISTINCT link), count(*) FILTER (WHERE verdict = 'ok') FROM checks",
                    at: address
                )
                #expect(counts == "\(links.count)|\(links.count)|\(links.count)")
                expectPoliteness(site.requests)
            }
        }

        private func expectPoliteness(_ requests: [RecordedRequest]) {
            // A link is requested again only if the previous program was killed or cut off.
            for (url, requests) in Dictionary(grouping: requests, by: \.url)
            where requests.count > 1 {
                let programs = requests.map { $0.headers["X-Program"] ?? "" }
                #expect(
                    Set(programs).count == programs.count,
                    "\(url) was requested twice by \(programs)"
                )
                #expect(
                    programs.dropLast().allSatisfy { ["2", "3"].contains($0) },
                    "\(url) was requested by \(programs)"
                )
            }
            for (host, requests) in Dictionary(grouping: requests, by: \.url.host) {
                // A host moves to another program only after the program that holds it has ended.
                let programs = requests.map { $0.headers["X-Program"] ?? "" }
                let owners = programs.enumerated().filter { $0 == 0 || programs[$0 - 1] != $1 }.map(
                    \.element
                )
                #expect(
                    owners.dropLast().allSatisfy { ["2", "3"].contains($0) },
                    "\(host ?? "") was requested by \(owners)"
                )
                // Requests can be delayed in transit, so the test checks only the total time.
                let span = (requests.last?.received ?? .now).timeIntervalSince(
                    requests.first?.received ?? .now
                )
                #expect(span > Double(requests.count - 1) * 0.2 - 0.2)
            }
        }
    }
#endif
