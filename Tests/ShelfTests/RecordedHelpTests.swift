import CoreTesting
import Foundation
import ProgramTesting
import Testing

/// A test that compares the help with the recorded help in `Tests/Fixtures/Help.txt`.
struct RecordedHelpTests {
    private let shelf: InProcessShelf

    init() throws {
        shelf = try InProcessShelf()
    }

    /// Returns a command line, followed by its output on a terminal with 80 columns.
    private func output(of call: CommandLine) async throws -> String {
        let terminal = try RecordingTerminal(columns: 80)
        let outcome = try await shelf.run(
            call,
            on: terminal,
            environment: ["NO_COLOR": "1"]
        )
        #expect(outcome.code == 0)
        #expect(outcome.errors == "")
        // The program that opens links is the only part of the help that depends on the system.
        let text = outcome.output.replacing("Runs open,", with: "Runs xdg-open,")
        return "$ shelf \(call)\n\(text)"
    }

    @Test func `the help of each topic is the recorded help`() async throws {
        var outputs = [try await output(of: "help")]
        let topics = try await shelf.run("help --names").output.split(separator: "\n")
        for topic in topics where topic != "manual" {
            outputs.append(try await output(of: "help \(topic)"))
        }
        let recorded = RecordedText(
            in: "Help.txt",
            updatedBy: "Tests/run Shelf -- --filter RecordedHelpTests"
        )
        try recorded.expect(outputs.joined(separator: "\n"))
    }
}
