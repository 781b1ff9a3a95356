import Injection
import InjectionTesting
import Synchronization
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

extension AppContainer {
    var title: AsyncParameterFactory<String, LinkTitle> {
        self { try await LinkTitle.load($0) }.scopeOnParameters.cached
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

final class LinkTitle: Sendable {
    let text: String
    init(_ text: String) {
        self.text = text
    }
    static func load(_ url: String) async throws -> LinkTitle {
        LinkTitle("Title of \(url)")
    }
}

private struct Offline: Error {}

@Suite(.appContainer)
struct AsyncFactoriesTests {
    let container = AppContainer()

    @Test func `a factory may await and throw`() async throws {
        let database = try await container.database()
        let indexer = try await container.indexer()
        #expect(indexer.database === database)
        let title = try await container.title("swift.org")
        #expect(try await container.title("swift.org") === title)
    }

    @Test func `concurrent tasks receive the same instance`() async throws {
        async let first = container.database()
        async let second = container.database()
        #expect(try await first === second)
    }

    @Test func `a factory does not store errors, and tries again after an error`() async throws {
        let attempts = Atomic(0)
        container.database.register {
            if attempts.add(1, ordering: .relaxed).oldValue == 0 {
                throw Offline()
            }
            return try await LinkDatabase.open("shelf.db")
        }
        await #expect(throws: Offline.self) { try await container.database() }
        _ = try await container.database()  // tries again
        #expect(attempts.load(ordering: .relaxed) == 2)
    }

    @Test func `a shutdown closes and releases the instances`() async throws {
        let database = try await container.database()
        await container.shutdown()
        #expect(await !database.isOpen)
        #expect(try await container.database() !== database)
    }
}
