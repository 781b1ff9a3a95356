import Bootstrap
import Foundation
import ProgramTesting
import Testing

struct LibraryLocationTests {
    private static let noPostgreSQL =
        "shelf was built without PostgreSQL; build it with 'swift build -c release --traits Postgres', "
        + "or build and run it with 'SHELF_TRAITS=Postgres App/run'"

    @Test(arguments: [
        ("/tmp/a.db", LibraryLocation.file(path: "/tmp/a.db")),
        ("a.db", .file(path: "a.db")),
        (":memory:", .memory),
    ])
    func `parses a string as the location of a library`(
        text: String,
        location: LibraryLocation
    ) throws {
        #expect(try LibraryLocation(text) == location)
    }

    @Test(arguments: ["", "https://example.org"])
    func `rejects a string that is not the location of a library`(text: String) {
        #expect(throws: LibraryLocationError.unknownKind) {
            try LibraryLocation(text)
        }
    }

    @Test func `only a library in a file can be missing`() throws {
        let folder = try TemporaryFolder()
        #expect(LibraryLocation.file(path: folder.path("shelf.db")).isMissing)
        #expect(!LibraryLocation.file(path: folder.url.path).isMissing)
        #expect(!LibraryLocation.memory.isMissing)
    }

    @Test func `recognizes the file of a library, also through a symbolic link`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "shelf.db")
        let library = LibraryLocation.file(path: path)
        let link = folder.path("link.db")
        try folder.link("link.db", to: path)
        #expect(library.isFile(at: path))
        #expect(library.isFile(at: link))
        #expect(LibraryLocation.file(path: link).isFile(at: path))
        let other = try folder.write("", to: "other.db")
        #expect(!library.isFile(at: other))
        #expect(!library.isFile(at: folder.path("missing.db")))
        #expect(!LibraryLocation.file(path: folder.path("missing.db")).isFile(at: path))
        #expect(!LibraryLocation.memory.isFile(at: path))
    }

    #if Postgres
        private static let invalid = [
            ("postgres://me:secret@h", "the URL of a library must not contain a password"),
            ("PostgreSQL://h?password=secret", "the URL of a library must not contain a password"),
            (
                "postgres://h:x",
                "the URL of the library must have the form postgres://USER@HOST:PORT/DATABASE?KEY=VALUE"
            ),
            ("postgres://h?key=secret", "the URL of a library does not support 'key'"),
            ("postgres://h?schema=secret-", "invalid schema 'secret-'"),
        ]
    #else
        private static let invalid = [
            ("postgres://h", noPostgreSQL), ("PostgreSQL://me:secret@h/links", noPostgreSQL),
        ]
    #endif

    @Test(arguments: invalid)
    func `reports that the URL of a library on a server is invalid`(
        _ address: String,
        _ beginning: String
    ) throws {
        #expect(try reason { try LibraryLocation(address) }.hasPrefix(beginning))
    }

    /// Returns the reason why the URL of a library on a server is refused.
    private func reason(_ body: () throws -> LibraryLocation) throws -> String {
        let error = try #require(throws: LibraryLocationError.self) { _ = try body() }
        guard case .server(let reason) = error else { throw error }
        return reason
    }

    #if Postgres
        @Test func `a password in an environment variable is rejected and not printed`() throws {
            _ = try LibraryLocation("postgres://h")
            let reason = try reason {
                try LibraryLocation("postgres://h", environment: ["PGPASSWORD": "secret"])
            }
            #expect(reason.hasPrefix("PGPASSWORD is not supported; unset it"))
            #expect(!reason.contains("secret"))
        }
    #endif
}
