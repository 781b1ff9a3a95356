import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// What ends a program before it is done: Ctrl-C, again, and `kill -9`.
@Suite(.timeLimit(.minutes(5)))
struct InterruptTests {
    private let program: Program

    init() throws { program = try Program() }

    private func add(_ addresses: [String]) async throws {
        try await program.run("add", "--no-fetch", "-q", "-", input: addresses.joined(separator: "\n"))
    }

    @Test func `an interrupted check keeps what is done`() async throws {
        try await LoopbackServer.serving(["/gone": .respond(status: 410), "/slow": .hang]) { server in
            try await add(["\(server.url)gone", "\(server.url)slow"])
            let check = try program.start("check", "--interval", "0ms", "--timeout", "60s")
            while try !check.outputSoFar().contains("/gone") {
                try Task.checkCancellation()
                await Task.yield()
            }
            check.interrupt()
            let outcome = try await check.outcome()
            #expect(outcome.code == 130)
            #expect(outcome.output.hasSuffix("checked 1 of 2 links: 1 dead\n"))
            #expect(outcome.errors == "shelf: stopped; 'shelf check --max-age 1d' goes on from here\n")
            #expect(try await program.run("list", "--dead").output.contains("/gone"))
        }
    }

    @Test func `a check that is killed keeps what it has told, and the next one goes on from there`() async throws {
        let tired = ScriptedSite.Behaviour.sequence([.hang, .respond()])
        let site: ScriptedSite = [
            "/1": .respond(), "/2": .respond(status: 410), "/3": .respond(), "/4": tired, "/5": tired,
        ]
        try await LoopbackServer.serving(site) { server in
            try await add((1...5).map { "\(server.url)\($0)" })
            let check = try program.start("check", "--json", "--interval", "0ms", "--timeout", "60s")
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

        /// Presses Ctrl-C until the program ends.
        private func interruptToTheEnd(_ call: Call) async throws -> Outcome {
            while call.isRunning {
                try Task.checkCancellation()
                call.interrupt()
                await Task.yield()
            }
            return try await call.outcome()
        }

        @Test func `a second Ctrl-C ends a check at once`() async throws {
            let pipe = try fullPipe()
            try await LoopbackServer.serving(ScriptedSite(otherwise: .hang)) { server in
                try await add(["\(server.url)"])
                let check = try program.start("check", output: pipe.fileHandleForWriting)
                await server.waitForRequests(1)
                // The first one ends the check, and then the program waits for somebody who reads that.
                #expect(try await interruptToTheEnd(check).code == -SIGINT)
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
            #expect(try await interruptToTheEnd(importing).code == -SIGINT)
            #expect(try await program.run("list").code == 0)
        }
    #endif
}
