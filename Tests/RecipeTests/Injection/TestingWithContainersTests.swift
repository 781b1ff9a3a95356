import Injection
import InjectionTesting
import Testing

@Suite(.appContainer)
struct ImportTests {
    @Test(.appContainer { $0.drafts.register { InMemoryLinkStore("swift.org") } })
    func `an import begins with what is there`() {
        #expect(AppContainer.shared.imports().store.links == ["swift.org"])
    }

    @Test func `a fresh container has nothing registered`() {
        #expect(AppContainer.shared.imports().store.links.isEmpty)
    }
}
