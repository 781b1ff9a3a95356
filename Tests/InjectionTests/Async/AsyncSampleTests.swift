import Injection
import Testing

/// The sample of the README.
struct AsyncSampleTests {
    @Test func `the sample does what it says`() async throws {
        let container = SampleContainer()
        let database = try await container.database()
        #expect(try await container.page("index") == "Links")
        #expect(try await container.database() === database)
        await container.shutdown()
        #expect(await database.isClosed)
        container.database.register { Database(pages: [:]) }
        #expect(try await container.page("index") == "")
    }
}

private actor Database {
    private let pages: [String: String]
    private(set) var isClosed = false

    init(pages: [String: String]) {
        self.pages = pages
    }

    static func open() async throws -> Database { Database(pages: ["index": "Links"]) }

    func page(_ name: String) throws -> String { pages[name] ?? "" }

    func close() { isClosed = true }
}

private final class SampleContainer: ManagedContainer {
    let manager = ContainerManager()

    var database: AsyncFactory<Database> { self { try await Database.open() }.cached.onShutdown { await $0.close() } }
    var page: AsyncParameterFactory<String, String> { self { try await self.database().page($0) } }
}
