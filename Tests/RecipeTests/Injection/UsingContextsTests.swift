import Injection
import InjectionTesting
import Testing

extension AppContainer {
    var web: Factory<any LinkStore> {
        self { FileLinkStore(path: "web.db") }
            .onTest { InMemoryLinkStore("test") }
            .onArg("offline") { InMemoryLinkStore("offline") }
    }
}

@Suite(.serialized)
struct UsingContextsTests {
    let container = AppContainer()

    @Test func `in a test something else is made`() {
        #expect(container.web().links == ["test"])
    }

    @Test func `an argument comes before all else`() {
        FactoryContext.setArg("offline", forKey: "network")
        #expect(container.web().links == ["offline"])
        FactoryContext.removeArg(forKey: "network")
        #expect(container.web().links == ["test"])
    }

    @Test func `a context can be added from elsewhere, and taken back`() {
        container.linkStore.context(.test, .preview) { InMemoryLinkStore("mock") }
        #expect(container.linkStore().links == ["mock"])
        container.linkStore.reset(.context).reset(.scope)
        #expect(container.linkStore() is FileLinkStore)
    }
}
