import Foundation
import ProgramTesting
import Testing

/// A workspace that `bulkhead new` created, committed to git, for one test to change.
struct SampleShop {
    private static let made = Task {
        let folder = try TemporaryFolder()
        let outcome = try await Call.run(BuiltProducts.program("bulkhead"), ["new", folder.path("Shop")])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let git = "git init --quiet && git add . && git -c user.name=A -c user.email=a@example.org commit --quiet -m A"
        let commit = try await Call.run("bash", ["-euc", git], in: folder.path("Shop"))
        #expect(commit.code == 0, "\(commit.errors)")
        return folder
    }

    private let folder: TemporaryFolder
    /// The path of the workspace.
    var path: String { folder.path("Shop") }

    init() async throws {
        folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: await Self.made.value.path("Shop"), toPath: folder.path("Shop"))
    }

    /// Calls the program in the workspace.
    func bulkhead(_ arguments: String...) async throws -> Outcome {
        try await Call.run(BuiltProducts.program("bulkhead"), arguments, in: path)
    }

    /// Starts the program in the workspace.
    func start(_ arguments: String...) throws -> Call {
        try Call(
            BuiltProducts.program("bulkhead"), arguments, environment: ProcessInfo.processInfo.environment, in: path,
            folder: folder)
    }

    /// Runs a script in the workspace, which gets the program as `$bulkhead`.
    func shell(_ script: String) async throws -> Outcome {
        let environment = ProcessInfo.processInfo.environment
            .merging(["bulkhead": BuiltProducts.program("bulkhead")]) { $1 }
        return try await Call.run("bash", ["-euc", script], environment: environment, in: path)
    }

    /// Every file with its text.
    func files() throws -> [String: String] {
        var files: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) where !name.hasPrefix(".git/") {
            files[name] = (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "a folder"
        }
        return files
    }

    /// The text of a file.
    func text(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

    /// Rewrites a file.
    func edit(_ name: String, _ change: (inout String) -> Void) throws {
        var text = try text(name)
        change(&text)
        try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    }

    /// The names of files whose texts or paths hold a word, in any case.
    func mentions(of word: String) throws -> [String] {
        try files().filter { "\($0)\n\($1)".lowercased().contains(word.lowercased()) }.map(\.key).sorted()
    }
}
