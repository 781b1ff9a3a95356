import Foundation
import ProgramTesting
import Scaffolding
import Testing

/// All of a change is put in place, or nothing.
struct StagingAreaTests {
    private struct Stop: Error {}

    private let folder: TemporaryFolder
    private let workspace: Workspace

    init() throws {
        folder = try TemporaryFolder()
        for name in ["Package.swift", "Modules/Bootstrap/AppContainer.swift", "A/one", "A/two", "B/three"] {
            try folder.write("old \(name)", to: name)
        }
        try folder.write("kept by git", to: ".git/HEAD")
        workspace = try Workspace(at: folder.url.path)
    }

    /// Every file with its text; what the staging area keeps is among them, should it stay.
    private func snapshot() throws -> [String: String] {
        var files: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.url.path) {
            files[name] = (try? String(contentsOfFile: folder.path(name), encoding: .utf8)) ?? "a folder"
        }
        return files
    }

    /// Adds, changes and removes files, also whole folders.
    private func change(_ copy: Workspace) throws {
        try copy.write("new", to: "A/one")
        try copy.write("added", to: "C/D/four")
        try copy.remove("B")
        try copy.move("A/two", to: "A/five")
    }

    private let changes = [
        Change(.added, "A/five"), Change(.changed, "A/one"), Change(.removed, "A/two"), Change(.removed, "B/three"),
        Change(.added, "C/D/four"),
    ]

    @Test func `what differs in the copy is found, and nothing is done yet`() throws {
        let before = try snapshot()
        let area = try StagingArea(for: workspace)
        #expect(try area.changes().isEmpty)
        try change(area.copy)
        #expect(try area.changes() == changes)
        area.close()
        #expect(try snapshot() == before)
    }

    @Test func `changes are put in place, and empty folders go`() throws {
        let area = try StagingArea(for: workspace)
        try change(area.copy)
        try area.apply(try area.changes())
        area.close()
        let after = try snapshot()
        #expect(after["A/one"] == "new" && after["C/D/four"] == "added" && after["A/five"] == "old A/two")
        #expect(after["A/two"] == nil && after["B"] == nil && after[".bulkhead"] == nil)
        #expect(after[".git/HEAD"] == "kept by git")
    }

    @Test(arguments: 0..<5)
    func `a failure anywhere leaves everything as it was`(position: Int) throws {
        let before = try snapshot()
        let area = try StagingArea(for: workspace)
        try change(area.copy)
        let failing = changes[position]
        #expect(throws: ScaffoldingError.self) {
            try area.apply(try area.changes()) { if $0 == failing { throw Stop() } }
        }
        area.close()
        #expect(try snapshot() == before)
    }

    @Test func `what a killed process left is put back by the next one`() throws {
        let before = try snapshot()
        let area = try StagingArea(for: workspace)
        try change(area.copy)
        // Killed before the last change: the folder stays as it is.
        let kept = "\(folder.url.path)-killed"
        defer { try? FileManager.default.removeItem(atPath: kept) }
        #expect(throws: ScaffoldingError.self) {
            try area.apply(try area.changes()) { change in
                guard change == changes.last else { return }
                try FileManager.default.copyItem(atPath: folder.url.path, toPath: kept)
                throw Stop()
            }
        }
        area.close()
        // No process has this number.
        // Copying made every file young; nobody wrote them since.
        try FileManager.default.setAttributes(
            [.modificationDate: Date.distantFuture], ofItemAtPath: "\(kept)/.bulkhead/journal.json")
        try "2147483647".write(toFile: "\(kept)/.bulkhead/process", atomically: true, encoding: .utf8)
        try FileManager.default.removeItem(at: folder.url)
        try FileManager.default.moveItem(atPath: kept, toPath: folder.url.path)
        #expect(try snapshot() != before)
        try StagingArea(for: workspace).close()
        #expect(try snapshot() == before)
    }

    @Test func `what others change meanwhile stays as it is`() throws {
        try folder.write("old", to: "mine")
        let area = try StagingArea(for: workspace)
        try change(area.copy)
        try folder.write("mine", to: "mine")
        try folder.write("mine", to: "A/seven")
        try FileManager.default.removeItem(atPath: folder.path("Package.swift"))
        #expect(try area.changes() == changes)
        try area.apply(try area.changes())
        area.close()
        let after = try snapshot()
        #expect(after["mine"] == "mine" && after["A/seven"] == "mine" && after["Package.swift"] == nil)
        #expect(after["A/one"] == "new" && after["B"] == nil)
    }

    @Test(arguments: ["A/one", "B/three", "C/D/four"])
    func `a file that was changed on both sides is refused`(file: String) throws {
        let area = try StagingArea(for: workspace)
        try change(area.copy)
        try folder.write("saved by somebody else", to: file)
        #expect(throws: ScaffoldingError.changedMeanwhile(path: file)) { try area.changes() }
        area.close()
        #expect(try snapshot()[file] == "saved by somebody else")
    }

    @Test func `a file that is saved at the last moment is kept, and the others are put back`() throws {
        let before = try snapshot()
        let area = try StagingArea(for: workspace)
        try change(area.copy)
        #expect(throws: ScaffoldingError.changedMeanwhile(path: "B/three")) {
            try area.apply(try area.changes()) { if $0.path == "B/three" { try folder.write("saved", to: "B/three") } }
        }
        area.close()
        #expect(try snapshot() == before.merging(["B/three": "saved"]) { $1 })
    }

    @Test func `what was written after a kill stays beside what is put back`() throws {
        let before = try snapshot()
        try folder.write(#"[{"kind":"changed","path":"A/one"}]"#, to: ".bulkhead/journal.json")
        try folder.write("2147483647", to: ".bulkhead/process")
        try folder.write("old A/one", to: ".bulkhead/before/A/one")
        try folder.write("written since", to: "A/one")
        try FileManager.default.setAttributes(
            [.modificationDate: Date.distantFuture], ofItemAtPath: folder.path("A/one"))
        let area = try StagingArea(for: workspace)
        area.close()
        #expect(area.notes.contains { $0.contains("'A/one.yours'") })
        #expect(try snapshot() == before.merging(["A/one.yours": "written since"]) { $1 })
    }

    @Test func `a folder whose process was killed before it said its number is taken over, later`() throws {
        try FileManager.default.createDirectory(atPath: folder.path(".bulkhead"), withIntermediateDirectories: false)
        #expect(throws: ScaffoldingError.busy(path: workspace.root)) { try StagingArea(for: workspace) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: folder.path(".bulkhead"))
        try StagingArea(for: workspace).close()
    }

    @Test func `pipes are passed over`() async throws {
        #expect(try await Call.run("mkfifo", [folder.path("A/pipe")]).code == 0)
        let area = try StagingArea(for: workspace)
        #expect(try area.changes().isEmpty)
        area.close()
    }

    @Test func `while one prepares a change, a second one is refused`() throws {
        let area = try StagingArea(for: workspace)
        #expect(throws: ScaffoldingError.busy(path: workspace.root)) { try StagingArea(for: workspace) }
        area.close()
        try StagingArea(for: workspace).close()
    }

    @Test func `modes and links survive`() throws {
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("A/one"))
        try files.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "A/one")
        let area = try StagingArea(for: workspace)
        try area.copy.write("new", to: "A/one")
        #expect(try area.changes() == [Change(.changed, "A/one")])
        try area.apply(try area.changes())
        area.close()
        #expect(files.isExecutableFile(atPath: folder.path("A/one")))
        #expect(try files.destinationOfSymbolicLink(atPath: folder.path("link")) == "A/one")
    }
}

struct ChangeTreeTests {
    @Test func `folders that hold one folder share its line, and many files of one fate are one line`() {
        let many = (1...13).map { Change(.added, "Modules/Features/Notes/Interface/\($0).swift") }
        let text = ChangeTree(
            many + [
                Change(.changed, "Package.swift"), Change(.removed, "Modules/Core/Old.swift"),
                Change(.added, "Tests/NotesTests/NotesTests.swift"),
            ]
        ).text()
        #expect(
            text == """
                  Modules/
                    Core/
                    - Old.swift
                  + Features/Notes/Interface/  (13 files)
                ~ Package.swift
                  Tests/NotesTests/
                  + NotesTests.swift
                """)
    }
}
