import Injection
import InjectionTesting
import Testing

@Suite(.appContainer { $0.linkStore.register { InMemoryLinkStore("swift.org") } })
struct LinkListTests {
    @Test func `a list shows what the store has`() {
        #expect(LinkList().text() == "swift.org")
    }
}

@Suite(.appContainer)
struct ReplacingADependencyTests {
    @Test func `before the first read, register`() {
        let list = LinkList()
        AppContainer.shared.linkStore.register { InMemoryLinkStore("forums.swift.org") }
        #expect(list.text() == "forums.swift.org")
    }

    @Test func `after the first read, resolve again or set the property`() {
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
