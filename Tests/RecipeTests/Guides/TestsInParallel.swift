import Injection
import InjectionTesting
import Testing

extension Trait where Self == ContainerTrait<AppContainer> {
    /// A new container for each test.
    static var appContainer: Self { Self(shared: AppContainer.$shared, container: AppContainer()) }
}

extension AppContainer {
    var visited: Factory<any LinkStore> { self { InMemoryLinkStore() }.singleton }
}

@Suite(.appContainer)
struct VisitedLinksTests {
    @Test(arguments: 1...20)
    func `each test has its own list, although the list is a singleton`(visit: Int) async {
        #expect(AppContainer.shared.visited().links.isEmpty)
        AppContainer.shared.visited().add("swift.org/\(visit)")
        await Task.yield()
        async let links = AppContainer.shared.visited().links
        #expect(await links == ["swift.org/\(visit)"])
    }
}
