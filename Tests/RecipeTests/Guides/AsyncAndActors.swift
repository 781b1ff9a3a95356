import Injection
import InjectionTesting
import Testing

/// An actor whose instances can be created on any thread.
actor DownloadCounter {
    private(set) var count = 0
    func add() {
        count += 1
    }
}

/// An object with an asynchronous, throwing initializer.
final class LinkCatalog: Sendable {
    let links: [String]
    init(counter: DownloadCounter) async throws {
        await counter.add()
        links = ["swift.org"]
    }
}

/// A main-actor object.
@MainActor final class CatalogModel {
    private(set) var titles: [String] = []
    private let container: AppContainer
    init(container: AppContainer) {
        self.container = container
    }
    func load() async throws {
        titles = try await container.catalog().links
    }
}

extension AppContainer {
    var downloadCounter: Factory<DownloadCounter> { self { DownloadCounter() }.cached }
    var catalog: AsyncFactory<LinkCatalog> {
        self { try await LinkCatalog(counter: self.downloadCounter()) }.cached
    }
    var catalogModel: MainActorFactory<CatalogModel> {
        self { CatalogModel(container: self) }.shared
    }
}

@MainActor final class CatalogScreen {
    let model = AppContainer.shared.catalogModel()
}

// MARK: - Tests

@Suite(.appContainer)
struct AsyncAndActorsTests {
    @MainActor @Test func `a main-actor object is resolved on the main actor`() async throws {
        let screen = CatalogScreen()
        try await screen.model.load()
        #expect(screen.model.titles == ["swift.org"])
    }

    @Test func `code outside the main actor resolves a main-actor object with await`() async throws
    {
        let container = AppContainer.shared
        let model = await container.catalogModel()
        try await model.load()
        #expect(await model.titles == ["swift.org"])
    }

    @Test func `tasks that await the same instance share its construction`() async throws {
        let container = AppContainer.shared
        async let first = container.catalog()
        async let second = container.catalog()
        #expect(try await first === second)
        #expect(await container.downloadCounter().count == 1)
    }

    @Test func `synchronous code resolves an instance that was created at launch`() async throws {
        let container = AppContainer.shared
        let catalog = try await container.catalog()
        container.loadedCatalog.register { catalog }
        #expect(container.loadedCatalog()?.links == ["swift.org"])
    }
}

extension AppContainer { var loadedCatalog: Factory<LinkCatalog?> { self { nil } } }
