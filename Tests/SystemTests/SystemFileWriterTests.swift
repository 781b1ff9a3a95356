import Core
import Foundation
import ProgramTesting
import System
import Testing

struct SystemFileWriterTests {
    private let folder: TemporaryFolder
    private let writer = SystemFileWriter()

    init() throws { folder = try TemporaryFolder() }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    @Test func `a file is written piece by piece, and is there once it is whole`() async throws {
        let path = folder.path("new")
        try await writer.write(to: path) { write in
            for piece in ["one ", "", "två"] { try write(piece) }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        #expect(try text(path) == "one två")
        #expect(try names() == ["new"])
    }

    @Test func `a file is replaced where its links lead, and keeps its permissions`() async throws {
        let path = try folder.write("before", to: "old")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: path)
        try await writer.write(to: folder.path("link")) { write in
            try write("after")
            #expect(try text(path) == "before")
        }
        #expect(try text(path) == "after")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try names() == ["link", "old"])
    }

    @Test func `a file that fails on its way leaves the old one as it was, and nothing beside it`() async throws {
        let path = try folder.write("before", to: "old")
        await #expect(throws: CancellationError.self) {
            try await writer.write(to: path) { write in
                try write("half")
                throw CancellationError()
            }
        }
        #expect(try text(path) == "before")
        #expect(try names() == ["old"])
    }

    @Test func `what cannot be written is named, with the words of the system`() async throws {
        let places = [
            (folder.path("missing/file"), "No such file or directory"), (folder.url.path, "Is a directory"),
            (try folder.write("", to: "plain") + "/file", "Not a directory"),
        ]
        for (path, reason) in places {
            let error = await #expect(throws: FileError.self) { try await writer.write(to: path) { try $0("x") } }
            #expect(error?.path == path && error?.reason == reason, "\(String(describing: error))")
        }
        #expect(try names() == ["plain"])
    }

    #if os(Linux)
        @Test func `a full disk is an error`() async throws {
            let error = await #expect(throws: FileError.self) {
                try await writer.write(to: "/dev/full") { try $0("x") }
            }
            #expect(error?.reason == "No space left on device")
        }
    #endif

    @Test func `what is no regular file is written to as it is`() async throws {
        try await writer.write(to: "/dev/null") { try $0("x") }
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(type == .typeCharacterSpecial)
    }
}
