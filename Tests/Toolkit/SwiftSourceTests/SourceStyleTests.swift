import Foundation
import ProgramTesting
import SwiftSource
import Testing

/// Tests that the sources of this package follow rules that `swift format` does not check.
struct SourceStyleTests {
    private static let root = BuiltProducts.packageRoot
    private static let folders = ["App", "Modules", "Tests"].map { root.appending(path: $0) }

    /// The Swift files of the package, except for samples that tests read.
    private static let files: [URL] = {
        let sources = folders.flatMap { CompilerTests.files(in: $0, endingIn: ["swift"]) }
        let own = sources.filter { !$0.path.contains("/Fixtures/") }
        return own + [root.appending(path: "Package.swift")]
    }()

    @Test func `the sources follow the style rules`() throws {
        for folder in Self.folders {
            #expect(Self.files.contains { $0.path.hasPrefix("\(folder.path)/") }, "\(folder)")
        }
        for file in Self.files {
            for violation in SourceStyle(Array(try Data(contentsOf: file))).violations {
                Issue.record("\(file.path):\(violation)")
            }
        }
    }

    /// The thread sanitizer does not understand `Mutex` on Linux. The engine has its own lock.
    @Test
    func `a lock is a Mutex, except in files that the thread sanitizer examines`() throws {
        let lock = "NSLock"
        let files = try Self.files.filter { file in
            let source = try Data(contentsOf: file)
            return source.range(of: Data(lock.utf8)) != nil
                && Token.list(of: Array(source)).contains { $0.isWord(lock) }
        }
        let exceptions = [
            "Modules/CoreTesting/WaitableValue.swift", "Modules/Services/HTTP/CurlLoop.swift",
            "Modules/TestSupport/ThreadTesting/LockedValue.swift",
        ]
        let paths = exceptions.map { Self.root.appending(path: $0).path }
        #expect(files.map(\.path).sorted() == paths)
    }

    /// A line of code, and the violation that is reported, if any.
    @Test(
        arguments: Row.table(
            """
            /// \(String(repeating: "a ", count: 49)) → \
            comment of more than 100 columns; write two sentences
            /// aa\(String(repeating: " a", count: 47))
             // https://\(String(repeating: "a", count: 100))
            let (a, b) = (1, 2) → assignment of several values; write one statement for each
            (self.a, self.b) = (a, b) → assignment of several values; write one statement for each
            let (a, b): (Int, Int) = (1, 2) → assignment of several values; write one statement for each
            (a, b) = (b, a)
            let (a, b) = pair()
            func f(range: (Int, Int) = (1, 2))
            #expect(a == 1 && b == 2) → '&&' in an expectation; write one expectation for each fact
            #expect(a.contains { $0 > 1 && $0 < 3 })
            #expect(a == "&&")
            """
        )
    )
    func `reports only code that the rules forbid`(row: Row) {
        let violations = SourceStyle(Array(row[0].utf8)).violations
        #expect(violations == row[1...].map { "1: \($0)" })
    }
}

/// A checker for violations of the style rules in a source file.
private struct SourceStyle {
    private let bytes: [UInt8]
    private let tokens: [Token]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tokens = Token.list(of: bytes)
    }

    /// The line and the message of each violation.
    var violations: [String] {
        wideComments + assignmentsOfTuples + expectationsOfTwoFacts
    }

    private var wideComments: [String] {
        let lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        return lines.enumerated().compactMap { index, line in
            let text = line.drop { $0 == " " }
            guard line.count > 100, text.hasPrefix("//"), !text.contains("://") else {
                return nil
            }
            return "\(index + 1): comment of more than 100 columns; write two sentences"
        }
    }

    /// The assignments of tuples, except for swaps such as `(a, b) = (b, a)`.
    private var assignmentsOfTuples: [String] {
        tokens.indices.dropFirst().dropLast().compactMap { index in
            guard tokens[index].isPunctuation("="), tokens[index - 1].isPunctuation(")"),
                tokens[index + 1].isPunctuation("("), let left = group(at: index - 1),
                let right = group(at: index + 1), isStatement(left.lowerBound),
                left.contains(where: { tokens[$0].isPunctuation(",") }),
                right.contains(where: { tokens[$0].isPunctuation(",") }),
                Set(text(left)) != Set(text(right))
            else { return nil }
            let line = tokens[index].location.line
            return "\(line): assignment of several values; write one statement for each"
        }
    }

    private var expectationsOfTwoFacts: [String] {
        tokens.indices.dropLast().compactMap { index in
            let kind = tokens[index].kind
            guard kind == .directive("expect"),
                let group = group(at: index + 1)
            else { return nil }
            var depth = 0
            for position in group {
                depth += tokens[position].nestingChange
                if depth == 1, tokens[position].isPunctuation("&"),
                    tokens[position + 1].isPunctuation("&")
                {
                    let line = tokens[index].location.line
                    return "\(line): '&&' in an expectation; write one expectation for each fact"
                }
            }
            return nil
        }
    }

    /// Whether a group begins a statement or follows the keyword or the names of a declaration.
    private func isStatement(_ start: Int) -> Bool {
        guard start > 0 else { return true }
        let previous = tokens[start - 1]
        if previous.isPunctuation(":") {
            // The group is the type in a declaration such as `let (a, b): (Int, Int) = …`.
            guard let names = group(at: start - 2) else {
                return false
            }
            return isStatement(names.lowerBound)
        }
        if previous.isWord("let") || previous.isWord("var") {
            return true
        }
        return previous.location.line < tokens[start].location.line
    }

    /// Returns the tokens of the group that a parenthesis begins or ends.
    private func group(at index: Int) -> ClosedRange<Int>? {
        guard tokens.indices.contains(index),
            ["(", ")"].contains(where: tokens[index].isPunctuation)
        else { return nil }
        let step = tokens[index].nestingChange
        var depth = 0
        var position = index
        while tokens.indices.contains(position) {
            depth += tokens[position].nestingChange
            if depth == 0 {
                return min(index, position)...max(index, position)
            }
            position += step
        }
        return nil
    }

    private func text(_ range: ClosedRange<Int>) -> [String] {
        tokens[range].map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }
}
