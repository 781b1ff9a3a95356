import Foundation
import ProgramTesting
import Testing

struct SubprocessTests {
    @Test func `runs a program in a given folder with input, and returns its output and exit code`()
        async throws
    {
        let folder = try TemporaryFolder()
        let script = "read word; echo \"$word in $(pwd)\"; echo \"no $word\" >&2; exit 3"
        let outcome = try await Subprocess.run(
            "sh",
            ["-c", script],
            input: "bread\n",
            in: folder.url.path
        )
        #expect(outcome.output == "bread in \(folder.url.path)\n")
        #expect(outcome.errors == "no bread\n")
        #expect(outcome.code == 3)
    }

    @Test func `returns the negative signal number of a program that was killed`() async throws {
        let outcome = try await Subprocess.run("sh", ["-c", "kill -9 $$"])
        #expect(outcome.code == -9)
    }

    @Test
    func `canceling a waiting task ends the program but preserves its outcome`() async throws {
        let folder = try TemporaryFolder()
        let call = try Subprocess("/bin/sleep", ["1000"], environment: [:], folder: folder)
        let waiting = Task { try await call.outcome() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) {
            try await waiting.value
        }
        #expect(try await call.outcome().code == -9)
    }

    #if os(Linux)
        @Test func `closes the files of the standard streams once the program runs`() async throws {
            let folder = try TemporaryFolder()
            let call = try Subprocess("/bin/cat", [], environment: [:], folder: folder)
            #expect(try Self.openFiles(in: folder) == [])
            _ = try await call.outcome()
            let file = try FileHandle(forReadingFrom: URL(filePath: folder.write("", to: "held")))
            #expect(try Self.openFiles(in: folder) == [folder.path("held")])
            try file.close()
        }

        private static func openFiles(in folder: TemporaryFolder) throws -> [String] {
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            let files = descriptors.compactMap { descriptor in
                try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/\(descriptor)"
                )
            }
            return files.filter { $0.hasPrefix(folder.url.path) }
        }
    #endif
}
