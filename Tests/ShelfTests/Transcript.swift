import Foundation
import ProgramTesting
import Testing

/// A call of shelf in a transcript, with its expected output.
private struct TranscriptStep {
    let command: String
    private(set) var input = ""
    private var expected: [String] = []

    /// Returns the steps of a transcript, in which each command line begins with a dollar sign.
    static func steps(of transcript: String) -> [TranscriptStep] {
        var steps: [TranscriptStep] = []
        for line in transcript.components(separatedBy: "\n") {
            if line.hasPrefix("$ ") {
                steps.append(TranscriptStep(command: String(line.dropFirst(2))))
            } else if line.hasPrefix("< ") {
                steps[steps.count - 1].input += line.dropFirst(2) + "\n"
            } else {
                steps[steps.count - 1].expected.append(line)
            }
        }
        return steps
    }

    private init(command: String) {
        self.command = command
    }

    /// Whether the printed lines match the expected lines with their placeholders.
    func matches(_ printed: String) -> Bool {
        let parts = expected.joined(separator: "\n").components(separatedBy: "[...]")
        let patterns = parts.map { part in
            part.components(separatedBy: "[..]").map(NSRegularExpression.escapedPattern)
                .joined(separator: ".*")
        }
        let pattern = patterns.joined(separator: "(?s:.*)")
        return printed.range(of: "\\A\(pattern)\\z", options: .regularExpression) != nil
    }

    /// Returns an outcome as a transcript shows it.
    func printed(_ outcome: Outcome) -> String {
        let errors = lines(outcome.errors).map { "! \($0)" }
        let code = outcome.code == 0 ? [] : ["[\(outcome.code)]"]
        return (lines(outcome.output) + errors + code).joined(separator: "\n")
    }

    private func lines(_ text: String) -> [String] {
        var lines = text.replacing("\r\n", with: "\n").components(separatedBy: "\n")
        if lines.removeLast() != "" {
            lines = ["(the last line has no end)", text]
        }
        return lines
    }
}

extension ShelfRunner {
    /// Runs the commands of a transcript, and expects the output that follows each command.
    ///
    ///     $ SHELF_COLOR=false shelf add --no-fetch -
    ///     < https://a.example/
    ///     1  https://a.example/
    ///     $ shelf show 2
    ///     ! error: link 2 not found[..]
    ///     [1]
    ///
    /// `<` marks a line of the standard input, `!` a line of the standard error. A number in
    /// brackets is an exit code other than 0. `[..]` matches any text in a line, and `[...]` also
    /// matches line breaks.
    func expect(
        transcript: String,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        for step in TranscriptStep.steps(of: transcript) {
            let words = CommandLine(stringLiteral: step.command).arguments
            let variables = words.prefix { $0.contains("=") }.map {
                $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            }
            let call = Array(words.dropFirst(variables.count + 1))
            let outcome = try await run(
                "\(call)",
                input: step.input,
                environment: variables.reduce(into: [:]) { $0["\($1[0])"] = "\($1[1])" }
            )
            let printed = step.printed(outcome)
            let isExpected = step.matches(printed)
            #expect(
                isExpected,
                "$ \(step.command)\n\(printed)",
                sourceLocation: location
            )
        }
    }

    /// Runs the call in each line of a table, and expects the links whose IDs follow the arrow.
    ///
    ///     list -t swift → 2 1
    func expectLinks(
        _ table: String,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        for row in table.split(separator: "\n") {
            let parts = row.components(separatedBy: " →")
            let call = CommandLine(stringLiteral: parts[0])
            let links = try await run("--json \(call)").links(at: location)
            let ids = links.map { " \($0.id)" }.joined()
            #expect(ids == parts[1], "\(row)", sourceLocation: location)
        }
    }
}
