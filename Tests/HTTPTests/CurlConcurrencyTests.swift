import Core
import CoreTesting
import Foundation
import HTTP
import ProgramTesting
import ServerTesting
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Tests the thread, the connections and the files of a client.
@Suite(.timeLimit(.minutes(5)))
struct CurlConcurrencyTests {
    private let client = CurlHTTPClient(userAgent: "shelf/test")

    @Test func `canceling ends an exchange that has begun, and closes its connection`()
        async throws
    {
        try await LoopbackServer.serving(["/": .hang]) { server in
            let request = HTTPRequest(.get, server.url, timeout: .seconds(3600))
            let task = Task { try await client.send(request) }
            await server.waitForRequests(1)
            task.cancel()
            await #expect(throws: HTTPError.canceled) {
                try await task.value
            }
            await server.waitForEndOfConnections()
        }
    }

    @Test func `runs a hundred requests to one host at once`() async throws {
        try await LoopbackServer.serving(ScriptedSite(otherwise: .hang)) { server in
            let request = HTTPRequest(.get, server.url, timeout: .seconds(3600))
            let tasks = (1...100).map { _ in Task { try await client.send(request) } }
            await server.waitForRequests(100)
            #expect(server.requests.count == 100)
            for task in tasks {
                task.cancel()
            }
            for task in tasks {
                _ = await task.result
            }
        }
    }

    /// A request that did not wake the client would wait for an hour.
    @Test func `a request wakes the client`() async throws {
        let client = CurlHTTPClient(userAgent: "shelf/test", longestWait: .seconds(3600))
        try await LoopbackServer.serving(["/": .respond()]) { server in
            for _ in 1...300 {
                _ = try await client.send(HTTPRequest(.get, server.url))
            }
            #expect(server.requests.count == 300)
        }
    }

    @Test func `sequential requests share a connection`() async throws {
        try await LoopbackServer.serving(["/": .respond(body: "hello")]) { server in
            for _ in 1...5 {
                _ = try await client.send(HTTPRequest(.get, server.url, bodyLimit: 5))
            }
            _ = try await client.send(HTTPRequest(.head, server.url))
            #expect(server.connectionCount == 1)
        }
    }

    @Test func `a client can be released after a timeout and a response`() async throws {
        let site: ScriptedSite = ["/": .respond(body: "hello"), "/hang": .hang]
        try await LoopbackServer.serving(site) { server in
            let hangingURL = server.url.appending(path: "hang")
            for _ in 1...20 {
                let client = CurlHTTPClient(userAgent: "shelf/test")
                let hang = HTTPRequest(.get, hangingURL, timeout: .milliseconds(10))
                await #expect(throws: HTTPError.timedOut) {
                    try await client.send(hang)
                }
                let response = try await client.send(HTTPRequest(.get, server.url))
                #expect(response.status == 200)
            }
        }
    }

    #if os(Linux)
        /// Runs in a separate process, in which no other thread blocks the signal.
        @Test func `blocks SIGPIPE on its thread`() async {
            await #expect(processExitsWith: .success) {
                let client = CurlHTTPClient(userAgent: "shelf/test")
                try await LoopbackServer.serving(["/": .respond()]) { server in
                    _ = try await client.send(HTTPRequest(.get, server.url))
                }
                let threads = "/proc/self/task"
                // Another thread can end before its file is read.
                let statuses = try FileManager.default.contentsOfDirectory(atPath: threads)
                    .map { "\(threads)/\($0)/status" }
                    .compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
                let blocked = statuses.compactMap { $0.firstMatch(of: /SigBlk:\t([0-9a-f]+)/)?.1 }
                    .compactMap { UInt64($0, radix: 16) }
                #expect(blocked.count { $0 & 1 << UInt64(SIGPIPE - 1) != 0 } == 1)
                // The thread ends when the client is released.
                withExtendedLifetime(client) {}
            }
        }

        /// Runs in a separate process, because the limit of open files belongs to the process.
        @Test func `reports that it cannot connect while the process cannot open files`() async {
            await #expect(processExitsWith: .success) {
                let refused = HTTPError.cannotConnect(host: "127.0.0.1")
                let closed = try #require(URL(string: "http://127.0.0.1:1/"))
                // libcurl itself opens files at its first use.
                let first = CurlHTTPClient(userAgent: "shelf/test")
                await #expect(throws: refused) {
                    try await first.send(HTTPRequest(.get, closed))
                }
                try await LoopbackServer.serving(["/": .respond()]) { server in
                    let client = CurlHTTPClient(userAgent: "shelf/test")
                    try await withoutResource(RLIMIT_NOFILE) {
                        await #expect(throws: refused) {
                            try await client.send(HTTPRequest(.get, server.url))
                        }
                    }
                    let response = try await client.send(HTTPRequest(.get, server.url))
                    #expect(response.status == 200)
                }
            }
        }

        /// Runs in a separate process, in which no other test opens files.
        @Test func `a client closes all of its files when it is released`() async {
            await #expect(processExitsWith: .success) {
                func openFiles() throws -> [String] {
                    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").sorted()
                }
                let closed = try #require(URL(string: "http://127.0.0.1:1/"))
                func send() async {
                    let client = CurlHTTPClient(userAgent: "shelf/test")
                    await #expect(throws: HTTPError.cannotConnect(host: "127.0.0.1")) {
                        try await client.send(HTTPRequest(.get, closed))
                    }
                }
                // libcurl itself opens files at its first use.
                await send()
                let files = try openFiles()
                for _ in 1...10 {
                    await send()
                    #expect(try openFiles() == files)
                }
            }
        }
    #endif
}
