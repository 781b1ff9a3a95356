import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// What ends a program before it is done: Ctrl-C, again, requests to end, and `kill -9`.
@Suite(.timeLimit(.minutes(5)))
struct InterruptTests {
    private let program: Program

    init() throws { program = try Program() }

    private func add(_ addresses: [String]) async throws {
        try await program.run("add", "--no-fetch", "-q", "-", input: addresses.joined(separator: "\n"))
    }

    /// Waits until a program that runs has written something.
    private func wait(for text: String, from call: Call) async throws {
        while try !call.outputSoFar().contains(text) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    private func links(_ outcome: Outcome) throws -> [[String: Any]] {
        try #require(outcome.json as? [[String: Any]], "\(outcome)")
    }

    @Test func `addresses are saved as they come, and Ctrl-C does not wait for the next`() async throws {
        let input = Pipe()
        let call = try program.start(["add", "--no-fetch", "-"], from: input.fileHandleForReading)
        try input.fileHandleForWriting.write(contentsOf: Data("https://a.example/\nhttps://b.example/\n".utf8))
        try await wait(for: "https://b.example/", from: call)
        call.interrupt()
        let outcome = try await call.outcome()
        #expect(outcome.code == 130)
        #expect(outcome.errors == "shelf: stopped after 2 links; the same call goes on from here\n")
        #expect(try await links(program.run("list", "--json")).count == 2)
        try input.fileHandleForWriting.close()
    }

    @Test func `an import from a pipe that stays open ends with Ctrl-C too`() async throws {
        let input = Pipe()
        let call = try program.start(["import", "-"], from: input.fileHandleForReading)
        try input.fileHandleForWriting.write(contentsOf: Data("https://a.example/\n".utf8))
        // Nothing shows how far it has come, so Ctrl-C is pressed until it is heard.
        while call.isRunning {
            try Task.checkCancellation()
            call.interrupt()
            await Task.yield()
        }
        let outcome = try await call.outcome()
        #expect([130, -SIGINT].contains(outcome.code), "\(outcome)")
        #expect(try await links(program.run("list", "--json")).isEmpty)
        try input.fileHandleForWriting.close()
    }

    @Test func `an interrupted check keeps what is done`() async throws {
        try await LoopbackServer.serving(["/gone": .respond(status: 410), "/slow": .hang]) { server in
            try await add(["\(server.url)gone", "\(server.url)slow"])
            let check = try program.start("check", "--interval", "0ms", "--timeout", "1h")
            while try !check.outputSoFar().contains("/gone") {
                try Task.checkCancellation()
                await Task.yield()
            }
            check.interrupt()
            let outcome = try await check.outcome()
            #expect(outcome.code == 130)
            #expect(outcome.output.hasSuffix("checked 1 of 2 links: 1 dead\n"))
            #expect(outcome.errors == "shelf: stopped; the same call with --max-age 1d goes on from here\n")
            #expect(try await program.run("list", "--dead").output.contains("/gone"))
        }
    }

    /// A page that never comes, and pages that are read meanwhile.
    private static let slowSite = ScriptedSite(
        ["/0": .hang],
        otherwise: .respond(
            headers: ["Content-Type": "text/html"], body: "<title>read</title>"))

    /// Waits until pages behind the one that never comes are read: no more than 16 are under way at once.
    ///
    /// On this very thread: where other tests keep all threads of tasks busy, the page could run out of its time before us.
    private func waitForPages(_ server: LoopbackServer) throws {
        while server.requests.count < 18 {
            try Task.checkCancellation()
            sched_yield()
        }
    }

    /// How many links have a title of their page.
    private func titles() async throws -> Int {
        try await program.run("list").output.matches(of: /\d  read\n/).count
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `pages that wait behind a slow one are kept when the program is to end`(signal: Int32) async throws {
        try await LoopbackServer.serving(Self.slowSite) { server in
            let adding = try program.start(["add"] + (0..<18).map { "\(server.url)\($0)" })
            try waitForPages(server)
            adding.send(signal)
            let outcome = try await adding.outcome()
            let kept = try await titles()
            #expect(kept >= 2 && outcome.code == 128 + signal)
            #expect(outcome.errors == "shelf: stopped after \(kept) links; the same call goes on from here\n")
        }
    }

    @Test func `titles that were read are kept when the program is to end`() async throws {
        try await LoopbackServer.serving(Self.slowSite) { server in
            try await add((0..<18).map { "\(server.url)\($0)" })
            let editing = try program.start("edit", "--fetch")
            try waitForPages(server)
            editing.send(SIGTERM)
            let outcome = try await editing.outcome()
            #expect(outcome.code == 143 && outcome.errors == "shelf: stopped; what was read is kept\n")
            #expect(try await titles() >= 2)
        }
    }

    @Test func `what was read is kept though nobody is there any longer to read about it`() async throws {
        try await LoopbackServer.serving(Self.slowSite) { server in
            let pipe = Pipe()
            let adding = try program.start(
                ["add"] + (0..<18).map { "\(server.url)\($0)" }, output: pipe.fileHandleForWriting)
            try waitForPages(server)
            try pipe.fileHandleForReading.close()
            adding.send(SIGTERM)
            #expect(try await adding.outcome().code == 143)
            #expect(try await titles() >= 2)
        }
    }

    @Test func `a check that is killed keeps what it has told, and the next one goes on from there`() async throws {
        let tired = ScriptedSite.Behaviour.sequence([.hang, .respond()])
        let site: ScriptedSite = [
            "/1": .respond(), "/2": .respond(status: 410), "/3": .respond(), "/4": tired, "/5": tired,
        ]
        try await LoopbackServer.serving(site) { server in
            try await add((1...5).map { "\(server.url)\($0)" })
            let check = try program.start("check", "--json", "--interval", "0ms", "--timeout", "1h")
            while try check.outputSoFar().count(where: \.isNewline) < 3 {
                try Task.checkCancellation()
                await Task.yield()
            }
            // HEAD for each, and GET for the one that is gone; two of them wait for an answer.
            await server.waitForRequests(6)
            check.kill()
            #expect(try await check.outcome().code == -SIGKILL)
            let rest = try await program.run("check", "--json", "--interval", "0ms", "--max-age", "1d")
            #expect(rest.code == 2 && rest.errors == "" && rest.output.count(where: \.isNewline) == 5)
            #expect(server.requests.dropFirst(6).map(\.url.path).sorted() == ["/4", "/5"])
            #expect(try await program.run("report").output.contains("4 ok, 1 dead, 0 unchecked"))
            #expect(try await program.run("undo").output.hasPrefix("undid the addition of 1 link"))
        }
    }

    #if os(Linux)
        /// A pipe that nobody reads and that takes nothing more: who writes to it waits.
        private func fullPipe() throws -> Pipe {
            let pipe = Pipe()
            let setCapacity: Int32 = 1031  // F_SETPIPE_SZ
            let capacity = fcntl(pipe.fileHandleForWriting.fileDescriptor, setCapacity, 4096)
            try pipe.fileHandleForWriting.write(contentsOf: Data(count: Int(capacity)))
            return pipe
        }

        /// Sends a signal again and again until the program ends.
        private func send(_ signal: Int32, toTheEndOf call: Call) async throws -> Outcome {
            while call.isRunning {
                try Task.checkCancellation()
                call.send(signal)
                await Task.yield()
            }
            return try await call.outcome()
        }

        @Test func `a terminal that is closed ends a check, as often as it says so, and what is done is kept`()
            async throws
        {
            try await LoopbackServer.serving(ScriptedSite(otherwise: .hang)) { server in
                try await add(["\(server.url)"])
                // The tests themselves may run under nohup.
                let check = try program.start(["check"], by: ["env", "--default-signal=HUP"])
                await server.waitForRequests(1)
                let outcome = try await send(SIGHUP, toTheEndOf: check)
                #expect(outcome.code == 129 && outcome.output == "checked 0 of 1 link\n")
            }
        }

        @Test func `a program that is to outlive its terminal does so`() async throws {
            let input = Pipe()
            let call = try program.start(
                ["add", "--no-fetch", "-"], by: ["nohup"], from: input.fileHandleForReading)
            for number in 1...5 {
                try input.fileHandleForWriting.write(contentsOf: Data("https://example.org/\(number)\n".utf8))
                while try call.isRunning && !call.outputSoFar().contains("/\(number)\n") {
                    try Task.checkCancellation()
                    await Task.yield()
                }
                call.send(SIGHUP)
            }
            try input.fileHandleForWriting.close()
            let outcome = try await call.outcome()
            #expect(outcome.code == 0 && outcome.output.contains("/5\n"))
        }

        @Test func `a second Ctrl-C ends a check at once`() async throws {
            let pipe = try fullPipe()
            try await LoopbackServer.serving(ScriptedSite(otherwise: .hang)) { server in
                try await add(["\(server.url)"])
                let check = try program.start("check", output: pipe.fileHandleForWriting)
                await server.waitForRequests(1)
                // The first one ends the check, and then the program waits for somebody who reads that.
                #expect(try await send(SIGINT, toTheEndOf: check).code == -SIGINT)
            }
        }

        @Test func `a second Ctrl-C ends an import at once`() async throws {
            let pipe = try fullPipe()
            let file = try program.write("https://example.org/\n", to: "links.txt")
            let importing = try program.start("import", file, output: pipe.fileHandleForWriting)
            while !FileManager.default.fileExists(atPath: program.library) {
                try Task.checkCancellation()
                await Task.yield()
            }
            #expect(try await send(SIGINT, toTheEndOf: importing).code == -SIGINT)
            #expect(try await program.run("list").code == 0)
        }
    #endif
}
