import Injection
import InjectionTesting
import Testing

@Suite(.container)
struct EmptinessTests {
    let shelf = Shelf()
    private let options: [FactoryResetOptions] = [.all, .registration, .context, .scope, .none]

    private var full: [FactoryResetOptions] { options.filter { !shelf.manager.isEmpty($0) } }

    @Test func `a container is empty though factories were resolved that keep nothing`() {
        _ = (shelf.plain(), shelf.cached, shelf.single())
        #expect(full == [])
    }

    @Test func `an instance that is kept counts`() {
        _ = shelf.cached()
        #expect(full == [.all, .scope])
        shelf.manager.reset(options: .scope)
        #expect(full == [])
    }

    @Test func `a weak instance counts as long as it is there`() {
        let store = shelf.held()
        #expect(full == [.all, .scope])
        withExtendedLifetime(store) {}
    }

    @Test func `a weak instance that is gone does not count`() {
        func use() { _ = shelf.held() }
        use()
        #expect(full == [])
    }

    @Test func `a registration counts until it is reset`() {
        shelf.plain.register { EmptyLinkStore() }
        #expect(full == [.all, .registration])
        shelf.plain.reset(.registration)
        #expect(full == [])
    }

    @Test func `a context counts until it is reset`() {
        shelf.plain.onPreview { EmptyLinkStore() }
        #expect(full == [.all, .context])
        shelf.plain.reset(.context)
        #expect(full == [])
    }

    @Test func `a container is empty after a reset`() {
        shelf.plain.register { EmptyLinkStore() }.scope(.cached).onPreview { EmptyLinkStore() }
        _ = shelf.plain()
        #expect(full == [.all, .registration, .context, .scope])
        shelf.reset()
        #expect(full == [])
    }
}
