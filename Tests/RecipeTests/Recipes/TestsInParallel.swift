import Injection
import InjectionTesting
import Testing

extension Trait where Self == ContainerTrait<AppContainer> {
    /// A container of its own for each test.
    static var appContainer: Self { Self(shared: AppContainer.$shared, container: AppContainer()) }
}

extension AppContainer {
    var history: Factory<any LinkStore> { self { InMemoryLinkStore() }.singleton }
}

@Suite(.appContainer)
struct HistoryTests {
    @Test(arguments: 1...20)
    func `a test sees its own history, singleton or not`(visit: Int) async {
        #expect(AppContainer.shared.history().links.isEmpty)
        AppContainer.shared.history().add("swift.org/\(visit)")
        await Task.yield()
        async let links = AppContainer.shared.history().links
        #expect(await links == ["swift.org/\(visit)"])
    }
}

@Suite(.appContainer)
struct DetachedTaskTests {
    @Test func `a detached task gets the container from the test`() async {
        AppContainer.shared.history().add("swift.org")
        let container = AppContainer.shared
        let links = await Task.detached { [history = container.history()] in history.links }.value
        #expect(links == ["swift.org"])
    }
}
