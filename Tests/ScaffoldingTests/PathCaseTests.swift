import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// Paths that are one file on a file system that ignores case, as that of a Mac usually does.
@Suite(.newWorkspaces)
struct PathCaseTests {
    /// The groups of different files and folders whose paths differ only in case.
    private func conflicts(in paths: some Sequence<String>) -> [[String]] {
        let all = paths.reduce(into: Set<String>()) { all, path in
            let names = path.split(separator: "/")
            for count in 1...max(names.count, 1) { all.insert(names.prefix(count).joined(separator: "/")) }
        }
        return Dictionary(grouping: all) { $0.lowercased() }.values.filter { $0.count > 1 }.map { $0.sorted() }
    }

    @Test func `files and folders are compared, at every depth`() {
        #expect(conflicts(in: ["Tests/Browser/report.js", "Tests/browser"]) == [["Tests/Browser", "Tests/browser"]])
        #expect(conflicts(in: ["a/B/c", "a/b/d"]) == [["a/B", "a/b"]])
        #expect(conflicts(in: ["a/b", "a/c", "b/A"]) == [])
    }

    private static var isCheckout: Bool {
        FileManager.default.fileExists(atPath: "\(NewWorkspace.ownSource)/.git")
    }

    @Test(.enabled(if: isCheckout, "the files of a checkout are those that Git tracks"))
    func `no two paths of this workspace differ only in case`() async throws {
        let tracked = try await Call.run("git", ["-c", "core.quotePath=false", "ls-files"], in: NewWorkspace.ownSource)
        let paths = tracked.output.split(separator: "\n").map(String.init)
        #expect(tracked.code == 0 && paths.contains("Package.swift"), "\(tracked.errors)")
        #expect(conflicts(in: paths) == [])
    }

    @Test(arguments: MadeWorkspace.Kind.allCases)
    func `no two paths of a new workspace differ only in case`(_ kind: MadeWorkspace.Kind) throws {
        #expect(conflicts(in: try MadeWorkspace.made(kind).files.keys) == [])
    }
}
