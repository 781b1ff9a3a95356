import Core
import CoreTesting
import Foundation
import ProgramTesting
import ServerTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct InterruptTests {
    private let program: Program
    init() throws {
        program = try Program()
    }

    private func add(
        _ server: LoopbackServer,
        _ pages: [String],
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        try await program.add("\(pages.map { "\(server.url)\($0)" })", at: location)
    }

    private func send(_ signal: Int32, untilEndOf call: Subprocess) async throws -> Outcome {
        try await call.wait {
            call.send(signal)
            return false
        }
        return try await call.outcome()
    }

    @Test
    func `saves each URL as it arrives, and stops waiting for URLs after Ctrl-C`() async throws {
        let input = Pipe()
        let call = try program.start("add --no-fetch -", from: input.fileHandleForReading)
        try input.fileHandleForWriting.write(
            contentsOf: Data("https://a.example/\nhttps://b.example/\n".utf8)
        )
        try await call.wait { try call.outputSoFar().contains("https://b.example/") }
        call.interrupt()
        let outcome = try await call.outcome()
        #expect(outcome.code == 130)
        #expect(
            outcome.errors
                == "note: stopped after 2 links; run the same command again to continue\n"
        )
        #expect(try await program.urls("list") == ["https://b.example/", "https://a.example/"])
        try input.fileHandleForWriting.close()
    }

    @Test func `Ctrl-C ends an import from an open pipe`() async throws {
        let input = Pipe()
        let call = try program.start("import -", from: input.fileHandleForReading)
        try input.fileHandleForWriting.write(contentsOf: Data("https://a.example/\n".utf8))
        // The output does not reveal when the import has installed its signal handler, so the
        // signal is sent repeatedly, and either exit code is accepted.
        let outcome = try await send(SIGINT, untilEndOf: call)
        #expect([130, -SIGINT].contains(outcome.code), "\(outcome)")
        #expect(try await program.links("list").isEmpty)
        try input.fileHandleForWriting.close()
    }

    @Test func `an interrupted check saves its verdicts`() async throws {
        try await LoopbackServer.serving(
            """
            /gone 410
            /slow hangs
            """
        ) {
            server in
            try await add(server, ["gone", "slow"])
            let check = try program.start("check --interval 0ms --timeout 1h")
            try await check.wait { try check.outputSoFar().contains("/gone") }
            check.interrupt()
            let outcome = try await check.outcome()
            #expect(outcome.code == 130)
            #expect(outcome.output.hasSuffix("checked 1 of 2 links: 1 dead\n"))
            #expect(
                outcome.errors
                    == "note: stopped; to continue, run the same command with --max-age 1d\n"
            )
            #expect(try await program.run("list --dead").output.contains("/gone"))
        }
    }

    /// A site whose first page never arrives.
    private static let slowSite: ScriptedSite = """
        /0 hangs
        * titled read
        """

    /// Starts a command that reads 18 pages of the slow site, and waits until the server has
    /// received a request for each page. The command requests at most 16 pages at once, so it has
    /// then read at least two pages. The function blocks its thread while it waits. If it suspended
    /// instead, other tests could occupy all threads of the thread pool until the first page times
    /// out.
    private func startReading(
        _ call: CommandLine,
        _ server: LoopbackServer,
        output: FileHandle? = nil
    ) throws
        -> Subprocess
    {
        let call = try program.start(call, output: output)
        while server.requests.count < 18 {
            try Task.checkCancellation()
            sched_yield()
        }
        return call
    }

    private func adding(_ server: LoopbackServer) -> CommandLine {
        "add \((0..<18).map { "\(server.url)\($0)" })"
    }

    private func countTitles() async throws -> Int {
        try await program.run("list").output.matches(of: /\d  read\n/).count
    }

    @Test(arguments: [(false, SIGINT), (false, SIGTERM), (true, SIGTERM)])
    func `after a signal, the titles of the pages that were already read are saved`(
        ofSavedLinks: Bool,
        signal: Int32
    ) async throws {
        try await LoopbackServer.serving(Self.slowSite) { server in
            if ofSavedLinks {
                try await add(server, (0..<18).map(String.init))
            }
            let call = try startReading(
                ofSavedLinks ? "edit --fetch" : adding(server),
                server
            )
            call.send(signal)
            let outcome = try await call.outcome()
            let count = try await countTitles()
            let note =
                ofSavedLinks
                ? "the titles that were read are kept"
                : "after \(count) links; run the same command again to continue"
            #expect(count >= 2)
            #expect(outcome.code == 128 + signal)
            #expect(outcome.errors == "note: stopped\(ofSavedLinks ? "; " : " ")\(note)\n")
        }
    }

    @Test func `saves links even after the program that reads the output has ended`() async throws {
        try await LoopbackServer.serving(Self.slowSite) { server in
            let pipe = Pipe()
            let call = try startReading(adding(server), server, output: pipe.fileHandleForWriting)
            try pipe.fileHandleForReading.close()
            call.send(SIGTERM)
            #expect(try await call.outcome().code == 143)
            #expect(try await countTitles() >= 2)
        }
    }

    @Test func `a killed check keeps the verdicts that it printed, and the next check continues`()
        async throws
    {
        let site: ScriptedSite = """
            /1 200
            /2 410
            /3 200
            /4 hangs, then 200
            /5 hangs, then 200
            """
        try await LoopbackServer.serving(site) { server in
            try await add(server, (1...5).map(String.init))
            let check = try program.start("check --json --interval 0ms --timeout 1h")
            try await check.wait { try check.outputSoFar().count(where: \.isNewline) >= 3 }
            // The check sends HEAD for each page, and GET for the missing page. Two requests wait
            // for a response.
            await server.waitForRequests(6)
            check.kill()
            #expect(try await check.outcome().code == -SIGKILL)
            let rest = try await program.run("check --json --interval 0ms --max-age 1d")
            #expect(rest.code == 2)
            #expect(rest.errors == "")
            #expect(rest.output.count(where: \.isNewline) == 5)
            #expect(server.requests.dropFirst(6).map(\.url.path).sorted() == ["/4", "/5"])
            #expect(try await program.run("report").output.contains("4 ok, 1 dead, 0 unchecked"))
            #expect(try await program.run("undo").output.hasPrefix("undid the addition of 1 link"))
        }
    }

    #if os(Linux)
        @Test func `a closed terminal ends a check, even if it sends SIGHUP several times`()
            async throws
        {
            try await LoopbackServer.serving(ScriptedSite(otherwise: .hang)) { server in
                try await add(server, [""])
                // The tests may run under nohup, so the default action of SIGHUP is restored.
                let check = try program.start("check", by: ["env", "--default-signal=HUP"])
                await server.waitForRequests(1)
                let outcome = try await send(SIGHUP, untilEndOf: check)
                #expect(outcome.code == 129)
                #expect(outcome.output == "checked 0 of 1 link\n")
            }
        }

        @Test func `a command continues under nohup after its terminal is closed`() async throws {
            let input = Pipe()
            let call = try program.start(
                "add --no-fetch -",
                by: ["nohup"],
                from: input.fileHandleForReading
            )
            for number in 1...5 {
                try input.fileHandleForWriting.write(
                    contentsOf: Data("https://example.org/\(number)\n".utf8)
                )
                try await call.wait { try call.outputSoFar().contains("/\(number)\n") }
                call.send(SIGHUP)
            }
            try input.fileHandleForWriting.close()
            let outcome = try await call.outcome()
            #expect(outcome.code == 0)
            #expect(outcome.output.contains("/5\n"))
        }

        @Test func `a second Ctrl-C ends a check at once`() async throws {
            // A full pipe without a reader blocks writes to it.
            let pipe = Pipe()
            let setCapacity: Int32 = 1031  // F_SETPIPE_SZ
            let capacity = fcntl(pipe.fileHandleForWriting.fileDescriptor, setCapacity, 4096)
            try #require(capacity > 0)
            try pipe.fileHandleForWriting.write(contentsOf: Data(count: Int(capacity)))
            try await LoopbackServer.serving(ScriptedSite(otherwise: .hang)) { server in
                try await add(server, [""])
                let check = try program.start("check", output: pipe.fileHandleForWriting)
                await server.waitForRequests(1)
                // After the first signal, the program blocks while it writes the summary.
                #expect(try await send(SIGINT, untilEndOf: check).code == -SIGINT)
            }
        }
    #endif
}
