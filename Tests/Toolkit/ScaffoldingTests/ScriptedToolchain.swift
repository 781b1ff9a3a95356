import Foundation
import PackageManifest
import ProgramTesting
import Synchronization
import Testing

/// A stand-in for the toolchain. It formats nothing, and knows one name of the toolchain.
///
/// Other programs, such as Git, are real. The suites that build packages use the real toolchain.
final class ScriptedToolchain: Sendable {
    /// The calls of programs, such as `swift format --in-place`.
    private let log = Mutex<[String]>([])
    /// The function that formats the contents of a file.
    private let format: @Sendable (String) -> String
    /// The outcomes of calls that begin with the given words.
    private let outcomes: [String: Program.Outcome]

    init(
        _ outcomes: [String: Program.Outcome] = [:],
        format: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.outcomes = outcomes
        self.format = format
    }

    /// The calls so far that begin with `words`.
    func calls(_ words: String) -> [String] {
        log.withLock { $0.filter { $0.hasPrefix(words) } }
    }

    /// Calls a function, and runs the programs that it starts with this toolchain.
    func use<Result>(_ function: () async throws -> Result) async throws -> Result {
        try await Program.$runner.withValue({ try await self.run($0, $1) }) {
            try await function()
        }
    }

    private func run(_ name: String, _ arguments: [String]) async throws -> Program.Outcome {
        let call = ([name] + arguments).joined(separator: " ")
        log.withLock { $0.append(call) }
        if let outcome = outcomes.first(where: { call.hasPrefix($0.key) })?.value {
            return outcome
        }
        if call.hasPrefix("swift format --in-place") {
            for path in arguments where path.hasSuffix(".swift") {
                let text = try String(contentsOfFile: path, encoding: .utf8)
                try Data(format(text).utf8).write(to: URL(filePath: path))
            }
            return .exit(0)
        }
        if name == "swiftc", let path = arguments.last {
            return Self.check(try String(contentsOfFile: path, encoding: .utf8))
        }
        return try await Program.runProcess(name, arguments)
    }

    /// Returns the outcome of compiling a probe for a name.
    private static func check(_ probe: String) -> Program.Outcome {
        let name = probe.split(separator: " ").last.map(String.init) ?? ""
        guard name != "URL" else { return .exit(0) }
        return .exit(1, errors: "Probe.swift:6:17: error: cannot find type '\(name)' in scope")
    }
}

extension Program.Outcome {
    static func exit(_ code: Int32, _ output: String = "", errors: String = "") -> Self {
        Self(code: code, output: Data(output.utf8), errors: errors)
    }
}

/// A trait that replaces the toolchain in a suite.
struct ScriptedToolchainTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await ScriptedToolchain().use(function)
    }
}

extension Trait where Self == ScriptedToolchainTrait {
    static var scriptedToolchain: Self { Self() }
}
