import Core
import CoreTesting
import Foundation
import SQLite
import Testing

struct SQLiteStoreTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("shelf.db")
    }

    @Test func `nothing is opened before the first use`() async throws {
        let store = SQLiteStore(path: path)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try await store.links(matching: LinkQuery()).isEmpty)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func `only its owner may read a library and its companions, and a file that is there keeps its permissions`()
        async throws
    {
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.db"), withDestinationPath: path)
        try Data().write(to: URL(filePath: folder.path("theirs.db")))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("theirs.db"))
        for (name, made, permissions) in [
            ("link.db", "shelf.db", 0o600), ("new.db", "new.db", 0o600), ("theirs.db", "theirs.db", 0o640),
        ] {
            let store = SQLiteStore(path: folder.path(name))
            try await store.transaction { _ = try $0.insert(.page("a")) }
            for companion in ["", "-wal", "-shm"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(made + companion))
                #expect(attributes[.posixPermissions] as? Int == permissions, "\(made)\(companion)")
            }
            _ = try await store.tags()
        }
    }

    @Test func `a library outlives the store that wrote it`() async throws {
        let link = try await SQLiteStore(path: path).transaction { try $0.insert(.page("a", title: "A")) }
        #expect(try await SQLiteStore(path: path).links(matching: LinkQuery()) == [link])
    }

    @Test func `a removed link takes its checks with it`() async throws {
        let store = SQLiteStore(path: path)
        let link = try await store.transaction { try $0.insert(.page("a")) }
        try await store.append([CheckRecord(link: link.id, verdict: .ok, attempts: 1, milliseconds: 1, checked: .now)])
        #expect(try await store.latest().count == 1)
        try await store.transaction { try $0.remove(id: link.id) }
        #expect(try await store.latest().isEmpty)
    }

    @Test func `the folder is made only when asked`() async throws {
        let deep = folder.path("a/b/shelf.db")
        await #expect(throws: StoreError.self) { try await SQLiteStore(path: deep).links(matching: LinkQuery()) }
        let store = SQLiteStore(path: deep, makesFolder: true)
        #expect(try await store.links(matching: LinkQuery()).isEmpty)
        let made = URL(filePath: deep).deletingLastPathComponent().path
        #expect(try FileManager.default.attributesOfItem(atPath: made)[.posixPermissions] as? Int == 0o700)
    }

    @Test func `many writers that open the same new file at once lose nothing`() async throws {
        let path = path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let store = SQLiteStore(path: path)
                    for number in 0..<25 {
                        _ = try await store.transaction { try $0.insert(.page("\(writer)/\(number)")) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await SQLiteStore(path: path).links(matching: LinkQuery()).count == 100)
    }
}

extension LinkDraft {
    static func page(_ path: String, title: String? = nil) -> LinkDraft {
        LinkDraft(url: "https://example.org/\(path)", title: title)
    }
}
