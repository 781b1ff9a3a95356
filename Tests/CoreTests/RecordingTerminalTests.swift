import Core
import CoreTesting
import Foundation
import Testing

struct RecordingTerminalTests {
    @Test(arguments: [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a"]),
        ("a\r\n\nb", ["a", "", "b"]),
        ("\n", [""]),
    ])
    func `reads standard input line by line`(_ input: String, _ lines: [String]) throws {
        let terminal = try RecordingTerminal(input: input)
        var read: [String] = []
        while let line = terminal.readLine() {
            read.append(line)
        }
        #expect(read == lines)
        #expect(
            try terminal.file(of: .input).readToEnd() == (input.isEmpty ? nil : Data(input.utf8))
        )
    }

    @Test func `records each stream separately`() throws {
        let terminal = try RecordingTerminal()
        for text in ["one ", "two"] {
            try terminal.file(of: .output).write(contentsOf: Data(text.utf8))
        }
        try terminal.file(of: .error).write(contentsOf: Data("three".utf8))
        #expect(try terminal.text(of: .output) == "one two")
        #expect(try terminal.text(of: .error) == "three")
        try terminal.file(of: .output).write(contentsOf: Data(" four".utf8))
        #expect(try terminal.text(of: .output) == "one two four")
    }

    @Test func `by default, the streams are not a terminal and no program is found`() throws {
        let terminal = try RecordingTerminal()
        #expect(!terminal.isTerminal(.output))
        #expect(terminal.columns(of: .output) == nil)
        #expect(terminal.run("vi", with: "a") == 127)
    }

    @Test func `has the columns and the program with which it was created`() throws {
        let terminal = try RecordingTerminal(columns: 40) { $0 == $1 ? 1 : 0 }
        #expect(terminal.isTerminal(.input))
        #expect(terminal.columns(of: .error) == 40)
        #expect(terminal.run("a", with: "a") == 1)
        #expect(terminal.run("a", with: "b") == 0)
    }
}
