import Core
import Injection
import InjectionTesting
import Testing

@Suite(.appContainer { $0.linkStore.register { InMemoryLinkStore("swift.org") } })
struct LinkListTests {
    @Test func `a list shows the links of the store`() {
        #expect(LinkList().text() == "swift.org")
    }
}

@Suite(.appContainer)
struct ReplacingADependencyTests {
    @Test func `a property that was used must be resolved again, or set, to use a later mock`() {
        let list = LinkList()
        #expect(list.text().isEmpty)
        AppContainer.shared.linkStore.register { InMemoryLinkStore("swift.org") }
        #expect(list.text().isEmpty)
        list.$store.resolve()
        #expect(list.text() == "swift.org")
        list.store = InMemoryLinkStore("docs.swift.org")
        #expect(list.text() == "docs.swift.org")
    }
}
