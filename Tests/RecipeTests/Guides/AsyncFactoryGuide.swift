import Injection
import Testing

extension AppContainer {
    var database: AsyncFactory<LinkDatabase> {
        self { try await LinkDatabase.open("shelf.db") }
            .cached
            .onShutdown { await $0.close() }
    }

    /// A factory that awaits another factory.
    var indexer: AsyncFactory<LinkIndexer> {
        self { LinkIndexer(of: try await self.database()) }
    }
}

actor LinkDatabase {
    private(set) var isOpen = true
    static func open(_ path: String) async throws -> LinkDatabase {
        LinkDatabase()
    }
    func close() {
        isOpen = false
    }
}

struct LinkIndexer: Sendable {
    let database: LinkDatabase
    init(of database: LinkDatabase) {
        self.database = database
    }
}

struct AsyncFactoriesTests {
    let container = AppContainer()

    @Test func `a shutdown closes and releases the instances`() async throws {
        let database = try await container.database()
        await container.shutdown()
        #expect(await !database.isOpen)
        #expect(try await container.database() !== database)
    }
}
