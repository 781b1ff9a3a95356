import Core
import Foundation
import ProgramTesting
import System
import Testing

struct SystemFileWriterTests {
    private let folder: TemporaryFolder
    private let writer = SystemFileWriter()

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a file appears only when it is complete`() async throws {
        let path = folder.path("new")
        try await writer.write(to: path) { write in
            for piece in ["one ", "", "två"] {
                try write(piece)
            }
            #expect(!folder.exists("new"))
        }
        #expect(try folder.text("new") == "one två")
        #expect(try folder.names() == ["new"])
    }

    @Test
    func `a file is replaced through a symbolic link, and its permissions are preserved`()
        async throws
    {
        let path = try folder.write("before", to: "old")
        try folder.setPermissions(0o600, of: "old")
        try await writer.write(to: folder.link("link", to: path)) { write in
            try write("after")
            #expect(try folder.text("old") == "before")
        }
        #expect(try folder.text("old") == "after")
        #expect(try folder.permissions(of: "old") == 0o600)
        #expect(try folder.names() == ["link", "old"])
    }

    @Test func `a failed write preserves the existing file, and leaves no temporary file`()
        async throws
    {
        let path = try folder.write("before", to: "old")
        await #expect(throws: CancellationError.self) {
            try await writer.write(to: path) { write in
                try write("half")
                throw CancellationError()
            }
        }
        #expect(try folder.text("old") == "before")
        #expect(try folder.names() == ["old"])
    }

    @Test func `removes the temporary file that a killed process left`() async throws {
        let stale = ".new.\(UUID().uuidString)"
        let others = [".new.notes", ".newer.\(UUID().uuidString)"]
        for name in [stale] + others {
            try folder.write("half", to: name)
        }
        let path = folder.path("new")
        try await writer.write(to: path) { write in
            try write("whole")
            #expect(!folder.exists(stale))
        }
        #expect(try folder.text("new") == "whole")
        #expect(try folder.names() == (others + ["new"]).sorted())
    }

    @Test func `concurrent writers succeed, and the writer that finishes last replaces the file`()
        async throws
    {
        let path = folder.path("new")
        try await writer.write(to: path) { write in
            try write("first")
            try await writer.write(to: path) { try $0("second") }
            #expect(try folder.text("new") == "second")
        }
        #expect(try folder.text("new") == "first")
        #expect(try folder.names() == ["new"])
    }

    @Test func `an error contains the path and the system's reason`() async throws {
        var failures = [
            (folder.path("missing/file"), "No such file or directory"),
            (folder.url.path, "Is a directory"),
            (try folder.write("", to: "plain") + "/file", "Not a directory"),
        ]
        #if os(Linux)
            failures.append(("/dev/full", "No space left on device"))
        #endif
        for (path, reason) in failures {
            let error = await #expect(throws: FileError.self) {
                try await writer.write(to: path) { try $0("x") }
            }
            #expect(error?.path == path)
            #expect(error?.reason == reason)
        }
        #expect(try folder.names() == ["plain"])
    }

    @Test func `writing to a pipe does not replace it`() async throws {
        let path = folder.path("pipe")
        let outcome = unsafe mkfifo(path, 0o600)
        try #require(outcome == 0)
        // Opening a pipe for reading and writing does not wait for another program.
        let pipe = try #require(FileHandle(forUpdatingAtPath: path))
        try await writer.write(to: path) { try $0("x") }
        #expect(try pipe.read(upToCount: 1) == Data("x".utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        // Foundation has no type for pipes.
        #expect(attributes[.type] as? FileAttributeType == .typeUnknown)
        #expect(try folder.names() == ["pipe"])
    }
}
