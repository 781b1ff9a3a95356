import Core
import CoreTesting
import Foundation
import Testing

struct RecordingTerminalTests {
    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\r\n\nb", ["a", "", "b"]), ("\n", [""]),
    ])
    func `standard input is read line by line`(_ input: String, _ lines: [String]) throws {
        let terminal = try RecordingTerminal(input: input)
        var read: [String] = []
        while let line = terminal.readLine() { read.append(line) }
        #expect(read == lines)
        #expect(try terminal.file(of: .input).readToEnd() == (input.isEmpty ? nil : Data(input.utf8)))
    }

    @Test func `each stream is recorded by itself`() throws {
        let terminal = try RecordingTerminal()
        for text in ["one ", "two"] { try terminal.file(of: .output).write(contentsOf: Data(text.utf8)) }
        try terminal.file(of: .error).write(contentsOf: Data("three".utf8))
        #expect(try terminal.text(of: .output) == "one two")
        #expect(try terminal.text(of: .error) == "three")
        try terminal.file(of: .output).write(contentsOf: Data(" four".utf8))
        #expect(try terminal.text(of: .output) == "one two four")
    }

    @Test func `without a width it is no terminal, and there are no programs`() throws {
        let (file, terminal) = (try RecordingTerminal(), try RecordingTerminal(columns: 40) { $0 == $1 ? 1 : 0 })
        #expect(!file.isTerminal(.output) && file.columns(of: .output) == nil && file.run("vi", with: "a") == 127)
        #expect(terminal.isTerminal(.input) && terminal.columns(of: .error) == 40)
        #expect(terminal.run("a", with: "a") == 1 && terminal.run("a", with: "b") == 0)
    }
}
