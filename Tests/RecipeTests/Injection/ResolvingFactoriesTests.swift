import Injection
import InjectionTesting
import Testing

@MainActor
final class LinkWindow {
    let title = "Links"
}

extension AppContainer {
    @MainActor var window: Factory<LinkWindow> { self { LinkWindow() }.cached }
}

@globalActor
actor IndexActor {
    static let shared = IndexActor()
}

/// Not Sendable, as what is made need not be.
final class LinkScreen {
    let title = "Screen"
}

extension AppContainer {
    var screen: Factory<LinkScreen> { self { LinkScreen() } }
    var index: Factory<any LinkStore> { self { InMemoryLinkStore("indexed") } }
}

extension Container {
    var inbox: Factory<any LinkStore> { self { InMemoryLinkStore("inbox") } }
}

@Suite(.container, .appContainer)
struct ResolvingFactoriesTests {
    @Test func `there are several ways to say it`() {
        let store = AppContainer.shared.linkStore()
        let same = AppContainer.shared.linkStore.resolve()
        let again = dependency(\AppContainer.linkStore)
        let inbox = resolve(\.inbox)
        #expect(store === same)
        #expect(store === again)
        #expect(inbox.links == ["inbox"])
    }

    @MainActor @Test func `on its actor, a factory is resolved as any other`() {
        let window = AppContainer.shared.window()
        #expect(window.title == "Links")
    }

    @Test func `what belongs to an actor is made there`() async {
        let container = AppContainer.shared
        let screen = await container.screen.resolveOnMainActor()
        let index = await container.index.resolveOnGlobalActor(IndexActor.self)
        let same = await container.index.resolveOnGlobalActor(IndexActor.shared)
        #expect(screen.title == "Screen")
        #expect(index.links == ["indexed"])
        #expect(same.links == ["indexed"])
    }
}
